import type { ArtifactInput, ArtifactSplitter, ArtifactStore } from '@topicmill/artifacts/store';
import { embedText, MODEL_REVISION } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import type { Embedder } from '@topicmill/text/embedder';
import { generatedReferences } from './documents.js';
import { generatedDocs } from './generated-docs.js';

/** Length of the chunks that are searched, in UTF-16 units, and what they share. */
export const WINDOW_LENGTH = 1_000;
const WINDOW_OVERLAP = 100;
/** Chunks of one artifact in a store that is searched. */
const CHUNKS_PER_ARTIFACT = 200;

/** Fills a store with chunks of generated topics; returns questions on them. */
export async function fillStore(store: ArtifactStore, chunkCount: number): Promise<readonly string[]> {
  for (const artifact of storedArtifacts(chunkCount)) await store.ingest(artifact);
  return storedQueries();
}

/** Questions on the topics that stores are filled with. */
export async function storedQueries(): Promise<readonly string[]> {
  const { queries } = await generatedDocs(1_000);
  return queries;
}

/** Artifacts that together have this many chunks, made as they are asked for: a million are longer than a string can be. */
export function* storedArtifacts(chunkCount: number): Generator<ArtifactInput> {
  const step = WINDOW_LENGTH - WINDOW_OVERLAP;
  const artifactLength = CHUNKS_PER_ARTIFACT * step;
  const end = chunkCount * step + WINDOW_OVERLAP;
  let start = 0;
  let text = '';
  for (const reference of generatedReferences()) {
    text += `${reference}\n`;
    while (text.length >= artifactLength + WINDOW_OVERLAP) {
      const content = text.slice(0, Math.min(end - start, artifactLength + WINDOW_OVERLAP));
      yield { content, artifactType: 'note', sourceSystem: 'bench', sourceId: String(start) };
      text = text.slice(artifactLength);
      start += artifactLength;
      if (start + WINDOW_OVERLAP >= end) return;
    }
  }
}

/** Chunks of one length. */
export const windows = ((text: string) => {
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
}) satisfies ArtifactSplitter;

/** @param run does the embedding, so that it can be timed */
export function builtinEmbedder(run: (work: () => Float32Array[]) => Float32Array[]): Embedder {
  const vectors = bundledWordVectors();
  return {
    model: MODEL_REVISION,
    embed: async (texts) => run(() => texts.map((text) => embedText(vectors, text))),
  };
}
