export { artifactSplitter } from './artifact-splitter.js';
export { artifactTypeOf } from './artifact-type.js';
export { findCodeBlocks } from './code/find-code-blocks.js';
export { isEncoding } from './decode-text.js';
export { isMailbox, splitMailbox } from './mail/split-mailbox.js';
export { readArtifactText } from './read-artifact-text.js';
