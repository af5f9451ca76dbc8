/** Raised with every change after which something else of some text is flagged, so that unchanged documents are read again. */
export const HIDDEN_TEXT_VERSION = 13;
