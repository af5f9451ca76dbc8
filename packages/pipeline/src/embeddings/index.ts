export { embeddingNeeds } from './embedding-needs.js';
export { fillEmbeddings, missingTexts, storedRequests } from './fill-embeddings.js';
