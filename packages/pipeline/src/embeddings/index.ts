export { embeddingNeeds } from './embedding-needs.js';
export { fillEmbeddings, missingTexts } from './fill-embeddings.js';
