/** @public loaded by its address, as a script of its own: who only types loads nothing of it */
export { embedByRows } from '@topicmill/embedding/static-embeddings';
/** @public as above */
export { Refinement } from '@topicmill/search/retrieval';
