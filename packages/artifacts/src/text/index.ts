export { artifactSplitter } from './artifact-splitter.js';
export { findCodeBlocks } from './code-blocks.js';
export { isEncoding } from './decode-text.js';
export { isPackedDocument } from './documents/document-kinds.js';
export { type Archive, type ArchiveEntry, MAX_BYTES, openArchive } from './documents/open-archive.js';
export { artifactTypeOf, readArtifactText } from './read-artifact-text.js';
export { slackNames } from './read-chat-export.js';
export { isMail } from './read-mail.js';
export { isMailbox, splitMailbox } from './split-mailbox.js';
