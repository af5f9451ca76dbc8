export { type DocsRootNeeds, embeddingNeeds } from './embedding-needs.js';
export { type FillProgress, fillEmbeddings, type MissingTexts, missingTexts } from './fill-embeddings.js';
