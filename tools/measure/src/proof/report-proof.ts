import { join } from 'node:path';
import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { writeFileIfChanged } from '@topicmill/base/files';
import { proofPage } from './proof-page.js';
import { readResults } from './read-results.js';

const RESULTS = 'proof';
const PAGE = 'docs/reference/proof/golden-reference.md';

/** Writes the page of the docs with what commands recorded; see `--help`. Returns the exit code. */
export function reportProof(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'npm run report:proof',
      version: '0.1.0',
      description: 'Writes the docs page of proofs from the results that commands recorded in proof/.',
      examples: [
        ['npm run test:faults -- --record proof/faults.json', 'record a result'],
        ['npm run report:proof', 'write the page from all of them'],
      ],
    },
    io,
  ).action(() => {
    const results = readResults(join(io.cwd, RESULTS));
    const isWritten = writeFileIfChanged(join(io.cwd, PAGE), proofPage(results));
    io.stdout.write(`${isWritten ? 'written' : 'unchanged'} ${PAGE}: ${results.length} results\n`);
  });
  return runProgram(program, args, io, () => 0);
}
