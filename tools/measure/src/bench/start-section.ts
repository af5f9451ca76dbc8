import { fileURLToPath } from 'node:url';
import { median } from '../statistics.js';
import type { Table } from '../table-command.js';
import { runNothing, runTopicmill } from './run-topicmill.js';

/** A docs repository that is built: this one. */
const DOCS = fileURLToPath(new URL('../../../../', import.meta.url));
const COMMANDS: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['query', '--help'],
  ['query', 'how are embeddings cached'],
  ['context', 'how are embeddings cached'],
  ['explain', 'docs/concepts/search/golden-reference.md'],
];
const MS_PER_SECOND = 1000;

/** CPU time of commands that people and agents start often, on our own docs, compared with that of Node doing nothing. */
export async function startSection(rounds: number): Promise<Table> {
  const contenders = [
    { name: 'node, doing nothing', run: runNothing },
    ...COMMANDS.map((args) => ({ name: commandLine(args), run: () => runTopicmill(DOCS, args) })),
  ];
  const times = contenders.map((): number[] => []);
  // The first round makes the search index and fills the caches of the disk.
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { run }] of contenders.entries()) {
      const { cpuSeconds } = await run();
      if (round > 0) times[at]!.push(MS_PER_SECOND * cpuSeconds);
    }
  }
  const nothing = median(times[0]!);
  return {
    title: 'Start',
    notes: [
      `CPU time of a process, Node's own start included: medians of ${rounds} alternating runs, by Node ${process.version}.`,
    ],
    columns: ['ms', 'times node'],
    rows: contenders.map(({ name }, at) => ({ name, values: [median(times[at]!), median(times[at]!) / nothing] })),
  };
}

function commandLine(args: readonly string[]): string {
  return ['topicmill', ...args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg))].join(' ');
}
