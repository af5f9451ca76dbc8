import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand } from '@topicmill/base/cli';
import { writeFileIfChanged } from '@topicmill/base/files';
import { formatTable, type RecordedResult, recordedResultSchema } from '../table-command.js';

const SHOWN_COMMIT_LENGTH = 12;

const START = `# Proof

What the commands below have found: failing calls, kills, damaged caches, edits during builds, made-up documents.
Each table is from a recorded run, with its date, its commit and the command that makes it again. No figure is written by hand.

\`npm run report:proof\` makes this page from the files in \`proof/\`; a command writes such a file with \`--record <file>\`. A
table is as old as its date says: a figure is only a claim about that commit. A run that found a fault stays here until one
after the correction replaces it.
`;

/**
 * The page of all recorded results, in the order given.
 *
 * @param results each with the name of its file
 */
export function proofPage(results: readonly { readonly name: string; readonly result: RecordedResult }[]): string {
  return `${[START, ...results.map(({ name, result }) => section(name, result))].join('\n')}`;
}

function section(name: string, { command, date, commit, node, tables }: RecordedResult): string {
  const title = `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  const origin = `Run on ${date}, commit ${commit.slice(0, SHOWN_COMMIT_LENGTH)}, Node.js ${node}:`;
  const filled = tables.filter(({ rows }) => rows.length > 0);
  const shown = filled.map(({ rows, ...table }) =>
    formatTable({
      ...table,
      rows: rows.map((row) => ({ ...row, values: row.values.map((value) => value ?? undefined) })),
    }).replace(/^##/, '###'),
  );
  return `## ${title}\n\n${origin}\n\n\`\`\`sh\n${command}\n\`\`\`\n\n${shown.join('\n')}`;
}

const RESULTS = 'proof';
const PAGE = 'docs/reference/proof/golden-reference.md';

/** Writes the page of the docs with what commands recorded; see `--help`. */
export const reportProof = defineCommand(
  {
    name: 'npm run report:proof',
    version: '0.1.0',
    description: 'Writes the docs page of proofs from the results that commands recorded in proof/.',
    examples: [
      ['npm run test:faults -- --record proof/faults.json', 'record a result'],
      ['npm run report:proof', 'write the page from all of them'],
    ],
  },
  (program) => program,
  (io) => async () => {
    const results = readResults(join(io.cwd, RESULTS));
    const isWritten = writeFileIfChanged(join(io.cwd, PAGE), proofPage(results));
    io.stdout.write(`${isWritten ? 'written' : 'unchanged'} ${PAGE}: ${results.length} results\n`);
  },
);

/** The results that commands recorded in a folder, by the names of their files, which they are sorted by. */
export function readResults(folder: string): { readonly name: string; readonly result: RecordedResult }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      name: name.slice(0, -'.json'.length),
      result: recordedResultSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
    }));
}
