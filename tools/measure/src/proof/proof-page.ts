import type { RecordedResult } from '../recorded-result.js';
import { formatTable } from '../table.js';

const SHOWN_COMMIT_LENGTH = 12;

const START = `# Proof

What the commands below have found: failing calls, kills, damaged caches, edits during builds, made-up documents, hidden text.
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
  const shown = tables.map(({ rows, ...table }) =>
    formatTable({
      ...table,
      rows: rows.map((row) => ({ ...row, values: row.values.map((value) => value ?? undefined) })),
    }).replace(/^##/, '###'),
  );
  return `## ${title}\n\n${origin}\n\n\`\`\`sh\n${command}\n\`\`\`\n\n${shown.join('\n')}`;
}
