/** Fingerprints of texts and how far they differ, for those who install this package alone. */
export { cosineSimilarity, hammingDistance, simHash64 } from '@topicmill/topics/similarity';
