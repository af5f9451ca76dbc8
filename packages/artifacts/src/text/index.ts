export { artifactSplitter } from './artifact-splitter.js';
export { artifactTypeOf } from './artifact-type.js';
export { findCodeBlocks } from './code-blocks.js';
export { isEncoding } from './decode-text.js';
export { readArtifactText } from './read-artifact-text.js';
export { isMail } from './read-mail.js';
export { isMailbox, splitMailbox } from './split-mailbox.js';
