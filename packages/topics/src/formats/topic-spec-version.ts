/** Raised with every change after which the tool writes another text into some topic-spec.md, so that all are written again. */
export const TOPIC_SPEC_VERSION = 11;
