export { artifactSplitter, type SplitArtifact } from './artifact-splitter.js';
export { type ArtifactType, artifactTypeOf } from './artifact-type.js';
export type { CodeLanguage } from './code/code-language.js';
export { type CodeBlocks, findCodeBlocks } from './code/find-code-blocks.js';
export { isEncoding } from './decode-text.js';
export { isMailbox, splitMailbox } from './mail/split-mailbox.js';
export { readArtifactText } from './read-artifact-text.js';
export type { ReadableText } from './readable-text.js';
