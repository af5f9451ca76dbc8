import { join } from 'node:path';
import { createProgram, existingFolder, processIo, runProgram } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { analyzeText } from '@topicmill/search/retrieval';
import { answersReport } from './answers-report.js';
import type { ScoredSearcher } from './cross-validate.js';
import { miniSearchPeers } from './minisearch-peer.js';
import { ownSearchers } from './own-searchers.js';
import { pagefindPeer } from './pagefind-peer.js';
import { readCorpus, type Topic } from './read-corpus.js';
import { scoreAnswers } from './searcher.js';
import { stripesReport } from './stripes-report.js';

/** Chunks of a third of the usual size, so that short topics, too, have enough of them for stripes. */
const FINE_CHUNKS = { minTokens: 80, maxTokens: 250 };

const io = processIo();
const program = createProgram(
  {
    name: 'npm run bench:answers --',
    version: '0.1.0',
    description: 'Measures the answers that searches find beside Pagefind and MiniSearch, and what stripes cover.',
    examples: [
      ['npm run bench:answers -- --topics <folder>', 'on the topics with qa-pairs.md below a folder'],
      ['npm run bench:answers -- --topics docs --no-pagefind', 'on our own docs, without Pagefind'],
      ['npm run bench:answers -- --among docs', 'on the corpora, with our own docs in the same index'],
    ],
  },
  io,
)
  .option(
    '--topics <folder>',
    'folder of topics (default: `topics` in the folder that TOPICMILL_CORPORA names)',
    existingFolder,
  )
  .option('--among <folder>', 'more topics that are searched, whose own questions are not asked', existingFolder)
  .option('--no-pagefind', 'leave Pagefind out')
  .action(measureAnswers);
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

function rootOf(topics: string | undefined): string {
  const corpora = io.env['TOPICMILL_CORPORA'];
  const root = topics ?? (corpora === undefined ? undefined : join(corpora, 'topics'));
  if (root !== undefined) return root;
  throw new TopicmillError('INVALID_OPTION', 'The folder of topics is missing.', {
    remedy: 'Give it with --topics, or set TOPICMILL_CORPORA.',
  });
}

type Embed = (text: string) => Float32Array;

interface Options {
  readonly topics?: string;
  readonly among?: string;
  readonly pagefind: boolean;
}

async function measureAnswers({ topics: folder, among, pagefind }: Options): Promise<void> {
  const root = rootOf(folder);
  const topics = await readCorpus(root);
  const others = among === undefined ? [] : await readOthers(among);
  const vectors = bundledWordVectors();
  const embed = remembered((text) => embedText(vectors, text));
  const searched = [...topics, ...others];
  io.stdout.write(answersReport(searched, await scoreSearchers(searched, embed, pagefind)));
  io.stdout.write(stripesReport(topics, embed));
  io.stdout.write(stripesReport(await readCorpus(root, FINE_CHUNKS), embed));
}

async function readOthers(root: string): Promise<Topic[]> {
  return (await readCorpus(root)).map((topic) => ({ ...topic, id: `among/${topic.id}`, questions: [] }));
}

async function scoreSearchers(
  topics: readonly Topic[],
  embed: Embed,
  withPagefind: boolean,
): Promise<readonly ScoredSearcher[]> {
  const pagefind = withPagefind ? await pagefindPeer(topics) : undefined;
  try {
    const peers = [...miniSearchPeers(topics), ...(pagefind === undefined ? [] : [pagefind.searcher])];
    const wordsOf = remembered((text): ReadonlySet<string> => new Set(analyzeText(text)));
    const scored: ScoredSearcher[] = [];
    for (const searcher of [...peers, ...(await ownSearchers(topics, embed))]) {
      scored.push({ searcher, scores: await scoreAnswers(searcher, topics, wordsOf) });
    }
    return scored;
  } finally {
    pagefind?.close();
  }
}

/** The same function, which does its work once for each text. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
}
