import { createHash } from 'node:crypto';
import { type ArtifactSplitter, type ArtifactStore, openPostgresStore } from '@topicmill/artifacts/store';
import type { Embedder } from '@topicmill/text/embedder';

/** Artifacts of each writer. */
export const SLOT_COUNT = 4;

/** The text of an edition, several chunks long: the same sentence again and again, so that a mixture shows. */
export function editionText(sourceId: string, edition: number): string {
  return `This is edition ${edition} of ${sourceId}. `.repeat(30 + (edition % 40));
}

/** The edition of a text; `undefined` for one that is not whole. */
export function editionOfText(sourceId: string, text: string): number | undefined {
  const edition = Number(/^This is edition (\d+) of /.exec(text)?.[1]);
  return text === editionText(sourceId, edition) ? edition : undefined;
}

const DIMENSIONS = 64;
const CHUNK_LENGTH = 400;
const OVERLAP = 50;

/** Vectors of hashes: cheap, and different for each text. */
const embedder: Embedder = {
  model: 'kill-test',
  dimensions: DIMENSIONS,
  async embed(texts) {
    return texts.map((text) =>
      Float32Array.from(createHash('sha512').update(text).digest().subarray(0, DIMENSIONS), (byte) => byte - 127.5),
    );
  },
};

const splitter: ArtifactSplitter = (text) => {
  const chunks = [];
  for (let start = 0; chunks.length === 0 || chunks.at(-1)!.endChar < text.length; start += CHUNK_LENGTH - OVERLAP) {
    const endChar = Math.min(text.length, start + CHUNK_LENGTH);
    chunks.push({ startChar: start, endChar, tokenCount: endChar - start });
  }
  return { tokenCount: text.length, chunks };
};

export function openKilledStore(address: string): Promise<ArtifactStore> {
  return openPostgresStore({ address, embedder, splitter });
}
