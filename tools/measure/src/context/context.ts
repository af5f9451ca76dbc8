import { fileURLToPath } from 'node:url';
import { existingFolder } from '@topicmill/base/cli';
import { semanticStrategy } from '@topicmill/chunking';
import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWords, bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { withThesaurus } from '@topicmill/search/thesaurus';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { rankers } from '../passages/rankers.js';
import { readOwnPassages } from '../passages/read-own-passages.js';
import { loadTokenPeers } from '../peers.js';
import { passagesFolder, readPassages, textFilter } from '../read-passages.js';
import { readTopics } from '../read-topics.js';
import { type MeasureContext, type Table, tableCommand } from '../table-command.js';
import { contextCells, type MeasuredSet, scoreContext } from './context-cells.js';
import { type ContextSet, textSet, topicSet } from './context-set.js';
import { differenceTable, meanTable, worseTable } from './context-tables.js';
import { bestChunks, type ContextWay, ownContext, wholePages } from './context-ways.js';

interface Options {
  readonly corpora?: string;
  readonly checkouts?: string;
  readonly topics: readonly string[];
  readonly only: string;
  readonly peers: boolean;
}

/** Tokens by cl100k_base. */
const BUDGETS = [1000, 2000, 4000];
/** Tokens of a chunk of the others at most. */
const PEER_SIZES = [200, 400];
const OWN_QUESTIONS = fileURLToPath(new URL('../../questions/passages/', import.meta.url));

/** Runs `context`; see `--help`. */
export const context = tableCommand<Options>(
  {
    name: 'npm run eval:context --',
    description:
      'Measures what a context of 1,000, 2,000 and 4,000 tokens contains of the answers, compared with the best chunks of other splitters by BM25 and the best whole pages by MiniSearch, and lists the single ones of them that are better beyond the paired 95 % interval.',
    examples: [
      ['npm run eval:context -- --topics docs', 'on the questions of our own docs'],
      ['npm run eval:context -- --corpora <folder> --checkouts <folder>', 'on texts with exact passages'],
      ['npm run eval:context -- --corpora <folder> --only finance --no-peers', 'on one text, ours alone'],
    ],
  },
  (program) =>
    program
      .option('--corpora <folder>', 'folder with `passages`: texts and questions', existingFolder)
      .option('--checkouts <folder>', 'ask our own questions, see tools/measure/questions/README.md', existingFolder)
      .option('--topics <folder...>', 'folders of topics with qa-pairs.md', [])
      .option('--only <name>', 'docs whose name contains one of these: finance,novel', '')
      .option('--no-peers', 'leave the others out'),
  measureContext,
);

async function* measureContext({ peers, ...from }: Options, { log }: MeasureContext): AsyncGenerator<Table> {
  const sets = await readSets(from);
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const known = new Map<string, number>();
  const count = (text: string): number => {
    const tokens = known.get(text) ?? tokenCounter.count(text);
    known.set(text, tokens);
    return tokens;
  };
  const splitters = peers ? await loadTokenPeers(count, log) : [];
  const measured: MeasuredSet[] = [];
  for (const set of sets) {
    const vectors = bundledWordVectors();
    const ways = [await ownContext(set, count, (text) => embedText(vectors, text), withThesaurus(bundledWords()))];
    if (peers) ways.push(...(await otherWays(set, splitters, count)));
    measured.push({ name: set.name, ways: await Promise.all(ways.map((way) => measureWay(way, set, count))) });
    known.clear();
    log(`${set.name}: ${set.questions.length} questions asked\n`);
  }
  const cells = contextCells(measured, BUDGETS);
  yield differenceTable(cells);
  if (peers) yield worseTable(cells);
  if (measured.length > 0) yield meanTable(measured);
}

async function readSets({ corpora, checkouts, topics, only }: Omit<Options, 'peers'>): Promise<ContextSet[]> {
  const isAsked = textFilter(only);
  const strategy = semanticStrategy({ tokenCounter: await loadTokenCounter('words') });
  const folder = corpora === undefined ? undefined : passagesFolder(corpora);
  const texts = [
    ...(folder === undefined ? [] : readPassages(folder)),
    ...(checkouts === undefined ? [] : readOwnPassages(checkouts, OWN_QUESTIONS, isAsked)),
  ];
  const docs = await Promise.all(topics.map(async (each) => topicSet(each.split('/').at(-1)!, await readTopics(each))));
  return [...texts.map((text) => textSet(text, strategy)), ...docs].filter(({ name }) => isAsked(name));
}

async function otherWays(
  set: ContextSet,
  splitters: Awaited<ReturnType<typeof loadTokenPeers>>,
  count: (text: string) => number,
): Promise<ContextWay[]> {
  const ranker = rankers().find(({ name }) => name === 'BM25')!;
  const ways = [wholePages(set, count)];
  for (const { name, make } of splitters) {
    for (const size of PEER_SIZES) {
      ways.push(await bestChunks(`${name} ${size}`, set, await make(size), ranker, count));
    }
  }
  return ways;
}

async function measureWay(
  { name, collect }: ContextWay,
  { questions }: ContextSet,
  count: (text: string) => number,
): Promise<MeasuredSet['ways'][number]> {
  const scores = [];
  const used = [];
  for (const budget of BUDGETS) {
    const texts = [];
    for (const question of questions) texts.push(await collect(question.text, budget));
    scores.push(texts.map((text, at) => scoreContext(text, questions[at]!)));
    used.push(texts.map((text) => count(text) / budget));
  }
  return { name, scores, used };
}
