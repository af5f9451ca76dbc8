import { type CommandIo, createProgram, processIo, runProgram } from '@topicmill/base/cli';
import { Argument, InvalidArgumentError } from 'commander';
import { artifactsSection } from './artifacts-section.js';
import { chunkingSection } from './chunking-section.js';
import { clientSection } from './client-section.js';
import { type Documents, foundDocuments, generatedDocuments } from './documents.js';
import { embeddingSection } from './embedding-section.js';
import { giantWordSection, hostileSection } from './hostile-section.js';
import { loadPeers, loadTokenPeers } from './peers.js';
import { pipelineSection } from './pipeline-section.js';
import { retrievalSection } from './retrieval-section.js';
import { structuralSection } from './structural-section.js';
import { formatTable, type Table } from './table.js';
import { textSection } from './text-section.js';
import { watchSection } from './watch-section.js';

interface Options {
  readonly roots: readonly string[];
  readonly megabytes: number;
  readonly rounds: number;
  readonly topics: readonly number[];
  readonly chunks: readonly number[];
  readonly storedChunks: readonly number[];
  readonly clientChunks: readonly number[];
  readonly watchedTopics: readonly number[];
  readonly allTwins?: true;
  readonly daemon?: true;
  readonly peers: boolean;
  readonly json?: true;
}

const SECTIONS: Readonly<Record<string, (options: Options, io: CommandIo) => Promise<Table>>> = {
  artifacts: async ({ storedChunks }, io) => artifactsSection(storedChunks, (message) => io.stderr.write(message)),
  chunking: async (options, io) =>
    chunkingSection(
      documentsFor(options, 1),
      options.peers ? await loadPeers((message) => io.stderr.write(message)) : [],
      options.rounds,
    ),
  client: async ({ clientChunks, peers }, io) =>
    clientSection(clientChunks, peers, (message) => io.stderr.write(message)),
  embedding: async (options) => embeddingSection(documentsFor(options, EMBEDDING_SHARE), options.rounds),
  'giant-word': async ({ megabytes }) => giantWordSection(megabytes),
  hostile: async (_, io) => hostileSection((message) => io.stderr.write(message)),
  pipeline: async ({ topics, rounds, allTwins, daemon }, io) =>
    pipelineSection(
      {
        topicCounts: topics,
        roundCount: Math.min(rounds, MAX_BUILD_ROUNDS),
        twins: allTwins ? ['a file a task', 'a file a step', 'all files'] : ['a file a task'],
        useDaemon: daemon === true,
      },
      (message) => io.stderr.write(message),
    ),
  retrieval: async ({ chunks }, io) => retrievalSection(chunks, (message) => io.stderr.write(message)),
  structural: async (options, io) =>
    structuralSection(
      documentsFor(options, STRUCTURAL_SHARE),
      (count) => (options.peers ? loadTokenPeers(count, (message) => io.stderr.write(message)) : Promise.resolve([])),
      options.rounds,
    ),
  text: async (options) => textSection(documentsFor(options, 1), options.rounds),
  watch: async ({ watchedTopics }, io) => watchSection(watchedTopics, (message) => io.stderr.write(message)),
};
const EMBEDDING_SHARE = 0.2;
const STRUCTURAL_SHARE = 0.3;
const MAX_BUILD_ROUNDS = 3;

const io = processIo();
const program = createProgram(
  {
    name: 'npm run bench --',
    version: '0.1.0',
    description: 'Measures Topicmill beside others, in one process; read the ratios.',
    examples: [
      ['npm run bench', 'all sections'],
      ['npm run bench -- chunking --roots docs,README.md', 'on documents of your own'],
      ['npm run bench -- pipeline --topics 100,500', 'builds of generated docs repositories under Nx'],
      ['npm run bench -- embedding text --json', 'two sections, for machines'],
    ],
  },
  io,
)
  .addArgument(new Argument('[sections...]', 'which to run (default: all)').choices(Object.keys(SECTIONS)))
  .option('--roots <folders>', 'measure on the markdown below these folders', (value) => value.split(','), [])
  .option('--megabytes <number>', 'how much text to measure on', positiveNumber, 10)
  .option('--rounds <number>', 'rounds after the first', positiveNumber, 5)
  .option('--topics <numbers>', 'sizes of the docs repositories that the pipeline builds', counts, [100, 500, 2000])
  .option('--chunks <numbers>', 'sizes of the docs that retrieval searches', counts, [10_000, 100_000])
  .option('--client-chunks <numbers>', 'sizes of the docs that a browser searches', counts, [100, 1000, 10_000])
  .option(
    '--stored-chunks <numbers>',
    'sizes of the artifact stores that are searched',
    counts,
    [1_000, 10_000, 100_000],
  )
  .option('--watched-topics <numbers>', 'sizes of the docs repositories that are watched', counts, [2000])
  .option('--all-twins', 'beside the pipeline, also four copying tasks a topic, and tasks that copy all that it makes')
  .option('--daemon', 'run the pipeline with the daemon of Nx')
  .option('--no-peers', 'leave out the splitters of other libraries')
  .option('--json', 'print JSON')
  .action(async (names: string[], options: Options) => {
    const tables: Table[] = [];
    for (const name of names.length === 0 ? Object.keys(SECTIONS) : names) {
      const table = await SECTIONS[name]!(options, io);
      tables.push(table);
      if (!options.json) io.stdout.write(`${formatTable(table)}\n`);
    }
    if (options.json) io.stdout.write(`${JSON.stringify({ node: process.version, tables }, null, 2)}\n`);
  });
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

function documentsFor({ roots, megabytes }: Options, share: number): Documents {
  const byteCount = megabytes * share * 1e6;
  return roots.length === 0 ? generatedDocuments(byteCount) : foundDocuments(roots, byteCount);
}

function positiveNumber(value: string): number {
  if (!(Number(value) > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return Number(value);
}

function counts(value: string): number[] {
  return value.split(',').map(positiveNumber);
}
