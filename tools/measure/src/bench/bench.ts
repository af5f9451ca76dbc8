import { existingFolder } from '@topicmill/base/cli';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { loadTokenPeers } from '../peers.js';
import { BOX_PARTS, searchBoxTables } from '../search-boxes/search-boxes-section.js';
import { type MeasureContext, type Table, tableCommand } from '../table-command.js';
import { viewerTables } from '../viewer/viewer-section.js';
import { chunkingSection } from './chunking-section.js';
import { type Documents, foundDocuments, generatedDocuments } from './documents.js';
import { pipelineSection } from './pipeline-section.js';
import { scaleSection } from './scale-section.js';
import { startSection } from './start-section.js';
import { storeSection } from './store-section.js';

interface Options {
  readonly roots: readonly string[];
  readonly megabytes: number;
  readonly rounds: number;
  readonly topics: readonly number[];
  readonly scale: readonly number[];
  readonly languages: readonly number[];
  readonly passages: readonly number[];
  readonly stores: readonly string[];
  readonly pages?: true;
  readonly stepTasks?: true;
  readonly against?: string;
  readonly only: (typeof BOX_PARTS)[number] | undefined;
  readonly peers: boolean;
}

const SECTIONS: Readonly<
  Record<string, (options: Options, context: MeasureContext) => Promise<Table> | AsyncIterable<Table>>
> = {
  box: (options, context) => searchBoxTables(context, options),
  chunking: (options, { log }) =>
    chunkingSection(
      documentsFor(options),
      async (count) => (options.peers ? loadTokenPeers(count, log) : []),
      options.rounds,
    ),
  pipeline: ({ topics, rounds, pages, stepTasks, against }, { log }) =>
    pipelineSection(
      {
        topicCounts: topics,
        roundCount: Math.min(rounds, MAX_BUILD_ROUNDS),
        usePages: pages === true,
        useStepTasks: stepTasks === true,
        against,
      },
      log,
    ),
  scale: ({ scale, languages }, { log }) => scaleSection({ pageCounts: scale, languageCounts: languages }, log),
  start: ({ rounds }) => startSection(rounds),
  store: ({ passages, stores, peers }, { log }) => storeSection(passages, stores, peers, log),
  viewer: ({ rounds }, context) => viewerTables(context, rounds),
};
const MAX_BUILD_ROUNDS = 9;

/** Runs `bench`; see `--help`. */
export const bench = tableCommand<Options>(
  {
    name: 'npm run bench --',
    description: 'Compares Topicmill with others, in one process; read the ratios.',
    examples: [
      ['npm run bench', 'all sections'],
      ['npm run bench -- box', 'our search box next to those of Pagefind, DocSearch and VitePress, in a browser'],
      ['npm run bench -- box --only load --rounds 9', 'a page with our search box and without'],
      ['npm run bench -- chunking --roots docs,README.md', 'on documents of your own'],
      ['npm run bench -- pipeline --topics 100,500', 'builds of generated docs repositories under Nx'],
      ['npm run bench -- pipeline --topics 100 --against ../old', 'the same builds, alternating with another checkout'],
      ['npm run bench -- scale --scale 50000 --languages 1', 'builds, edits and searches of a large site'],
      ['npm run bench -- start --rounds 15', 'CPU time of commands that are started often'],
      [
        'npm run bench -- store --passages 10000,100000,1000000',
        'artifact stores, next to stores of vectors; and growth',
      ],
      ['npm run bench -- viewer', 'how soon the viewer shows an edit: of 1 MB, and in twelve tabs'],
      ['npm run bench -- chunking start --json', 'two sections, for machines'],
    ],
  },
  (program) =>
    program
      .addArgument(new Argument('[sections...]', 'which to run (default: all)').choices(Object.keys(SECTIONS)))
      .option('--roots <folders>', 'measure on the markdown below these folders', (value) => value.split(','), [])
      .option('--megabytes <number>', 'how much text to measure on', positiveNumber, 3)
      .option('--rounds <number>', 'rounds after the first', positiveNumber, 5)
      .option('--topics <numbers>', 'sizes of the docs repositories that the pipeline builds', counts, [100, 500, 2000])
      .option('--scale <numbers>', 'pages of the sites that scale builds', counts, [500, 5000, 14_000])
      .option('--languages <numbers>', 'languages of the same sites, from 1 to 10', counts, [1, 10])
      .option('--passages <numbers>', 'sizes of the artifact stores that are searched', counts, [10_000, 100_000])
      .option('--stores <names>', 'measure these alone: SQLite,pgvector', (value) => value.split(','), [])
      .option('--pages', 'topics of the pipeline are pages of a site instead of folders')
      .option('--step-tasks', 'run the pipeline with a task for each step')
      .option('--against <folder>', 'compare the pipeline with another checkout, installed and built', existingFolder)
      .addOption(new Option('--only <part>', 'measure one part of the search box').choices(BOX_PARTS))
      .option('--no-peers', 'leave out other libraries'),
  async function* (options, context, names) {
    for (const name of names.length === 0 ? Object.keys(SECTIONS) : names) {
      const measured = SECTIONS[name]!(options, context);
      if (measured instanceof Promise) yield await measured;
      else yield* measured;
    }
  },
);

function documentsFor({ roots, megabytes }: Options): Documents {
  const byteCount = megabytes * 1e6;
  return roots.length === 0 ? generatedDocuments(byteCount) : foundDocuments(roots, byteCount);
}

function positiveNumber(value: string): number {
  if (!(Number(value) > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return Number(value);
}

function counts(value: string): number[] {
  return value.split(',').map(positiveNumber);
}
