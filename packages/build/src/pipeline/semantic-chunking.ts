/** What the steps take of chunking. It is imported when a step runs: much that works on a docs root chunks nothing. */
export { chunkFileText, semanticStrategy } from '@topicmill/chunking';
