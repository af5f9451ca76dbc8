import type { ArtifactSplitter, ArtifactStore } from '@topicmill/artifacts/store';
import { embedText, MODEL_REVISION } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import type { Embedder } from '@topicmill/text/embedder';
import { generatedDocuments } from './documents.js';
import { generatedDocs } from './generated-docs.js';

/** Length of the chunks that are searched, in UTF-16 units, and what they share. */
export const WINDOW_LENGTH = 1_000;
const WINDOW_OVERLAP = 100;
/** Chunks of one artifact in a store that is searched. */
const CHUNKS_PER_ARTIFACT = 200;

/** Fills a store with chunks of generated topics; returns questions on them. */
export async function fillStore(store: ArtifactStore, chunkCount: number): Promise<readonly string[]> {
  const step = WINDOW_LENGTH - WINDOW_OVERLAP;
  const length = chunkCount * step + WINDOW_OVERLAP;
  const text = generatedDocuments(length * 1.05).texts.join('\n');
  const artifactLength = CHUNKS_PER_ARTIFACT * step;
  for (let start = 0; start < length; start += artifactLength) {
    const content = text.slice(start, Math.min(length, start + artifactLength + WINDOW_OVERLAP));
    if (content.trim() === '') break;
    await store.ingest({ content, artifactType: 'note', sourceSystem: 'bench', sourceId: String(start) });
  }
  const { queries } = await generatedDocs(1_000);
  return queries;
}

/** Chunks of one length. */
export const windows: ArtifactSplitter = (text) => {
  const chunks = [];
  for (
    let start = 0;
    chunks.length === 0 || chunks.at(-1)!.endChar < text.length;
    start += WINDOW_LENGTH - WINDOW_OVERLAP
  ) {
    const endChar = Math.min(text.length, start + WINDOW_LENGTH);
    chunks.push({ startChar: start, endChar, tokenCount: WINDOW_LENGTH >> 2 });
  }
  return { tokenCount: text.length >> 2, chunks };
};

/** @param run does the embedding, so that it can be timed */
export function builtinEmbedder(run: (work: () => Float32Array[]) => Float32Array[]): Embedder {
  const vectors = bundledWordVectors();
  return {
    model: MODEL_REVISION,
    embed: async (texts) => run(() => texts.map((text) => embedText(vectors, text))),
  };
}
