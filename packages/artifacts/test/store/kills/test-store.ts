import { createHash } from 'node:crypto';
import { type ArtifactSplitter, type ArtifactStore, openSqliteStore } from '@topicmill/artifacts/store';
import type { Embedder } from '@topicmill/text/embedder';

/** What is done to a store while it is killed. */
export const OPERATIONS = ['ingest', 'replace', 'reindex'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Names of the model before and after a reindex. */
export const OLD_MODEL = 'kill-test:old';
export const NEW_MODEL = 'kill-test:new';

const CHUNK_LENGTH = 400;
const OVERLAP = 50;
const PARAGRAPH_COUNT = 1_500;

/** The artifact that is ingested, in its first edition or its second, which shares about half of its text. */
export function editionOf(edition: 1 | 2): string {
  return Array.from({ length: PARAGRAPH_COUNT }, (_, at) => {
    const seed = edition === 2 && at > PARAGRAPH_COUNT / 2 ? `second ${at}` : `first ${at}`;
    return `${createHash('sha512')
      .update(seed)
      .digest('hex')
      .replaceAll(/(.{7})/g, '$1 ')}\n`;
  }).join('');
}

/** Another artifact, which must not be changed. */
export const BYSTANDER = {
  content: 'Not involved. '.repeat(80),
  artifactType: 'doc',
  sourceSystem: 'test',
  sourceId: 'b',
};

/** What every edition is ingested as. */
export const SUBJECT = { artifactType: 'doc', sourceSystem: 'test', sourceId: 'a' };

/** @param onText called for every text before it gets its vector */
export function openTestStore(path: string, model: string, onText?: () => void): Promise<ArtifactStore> {
  return openSqliteStore({ path, embedder: testEmbedder(model, onText), splitter: splitAtLength });
}

/** Vectors of hashes: cheap, and different for each text and model. */
export function testEmbedder(model: string, onText: () => void = () => undefined): Embedder {
  const dimensions = model === OLD_MODEL ? 64 : 48;
  return {
    model,
    dimensions,
    async embed(texts) {
      return texts.map((text) => {
        onText();
        const digest = createHash('sha512').update(model).update(text).digest();
        return Float32Array.from({ length: dimensions }, (_, at) => digest[at % digest.length]! - 127.5);
      });
    },
  };
}

export const splitAtLength: ArtifactSplitter = (text) => {
  if (text.length <= CHUNK_LENGTH) return { tokenCount: text.length, chunks: [] };
  const chunks = [];
  for (let start = 0; chunks.length === 0 || chunks.at(-1)!.endChar < text.length; start += CHUNK_LENGTH - OVERLAP) {
    const endChar = Math.min(text.length, start + CHUNK_LENGTH);
    chunks.push({ startChar: start, endChar, tokenCount: endChar - start });
  }
  return { tokenCount: text.length, chunks };
};
