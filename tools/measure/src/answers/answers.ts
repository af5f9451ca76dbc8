import { existingFolder } from '@topicmill/base/cli';
import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { analyzeText } from '@topicmill/search/retrieval';
import { loadPagefind } from '../peers.js';
import { readTopics, type Topic } from '../read-topics.js';
import { remembered } from '../remembered.js';
import { addTopicsOption, tableCommand } from '../table-command.js';
import { answerTables } from './answer-tables.js';
import type { ScoredSearcher } from './cross-validate.js';
import { miniSearchPeers } from './minisearch-peer.js';
import { ownSearchers } from './own-searchers.js';
import { pagefindPeer } from './pagefind-peer.js';
import { scoreAnswers } from './searcher.js';

interface Options {
  readonly topics: string;
  readonly among?: string;
  readonly pagefind: boolean;
}

/** Runs `answers`; see `--help`. */
export const answers = tableCommand<Options>(
  {
    name: 'npm run bench:answers --',
    description: 'Measures the answers that searches find, compared with Pagefind and MiniSearch.',
    examples: [
      ['npm run bench:answers -- --topics <folder>', 'on the topics with qa-pairs.md below a folder'],
      ['npm run bench:answers -- --topics docs --no-pagefind', 'on our own docs, without Pagefind'],
      ['npm run bench:answers -- --topics <folder> --among docs', 'with our own docs in the same index'],
    ],
  },
  (program) =>
    addTopicsOption(program)
      .option('--among <folder>', 'more topics that are searched, whose own questions are not asked', existingFolder)
      .option('--no-pagefind', 'leave Pagefind out'),
  async function* ({ topics: folder, among, pagefind }, { log }) {
    const topics = [...(await readTopics(folder)), ...(among === undefined ? [] : await readOthers(among))];
    yield* answerTables(topics, await scoreSearchers(topics, pagefind, log));
  },
);

async function readOthers(folder: string): Promise<Topic[]> {
  return (await readTopics(folder)).map((topic) => ({ ...topic, id: `among/${topic.id}`, questions: [] }));
}

async function scoreSearchers(
  topics: readonly Topic[],
  withPagefind: boolean,
  log: (message: string) => void,
): Promise<readonly ScoredSearcher[]> {
  const pagefind = withPagefind ? await loadPagefind(log) : undefined;
  const peer = pagefind === undefined ? undefined : await pagefindPeer(pagefind, topics);
  const vectors = bundledWordVectors();
  const embed = remembered((text) => embedText(vectors, text));
  const tellingWords = remembered((text): ReadonlySet<string> => new Set(analyzeText(text)));
  try {
    const peers = [...miniSearchPeers(topics), ...(peer === undefined ? [] : [peer.searcher])];
    const scored: ScoredSearcher[] = [];
    for (const searcher of [...peers, ...(await ownSearchers(topics, embed))]) {
      scored.push({ searcher, scores: await scoreAnswers(searcher, topics, tellingWords) });
    }
    return scored;
  } finally {
    peer?.close();
  }
}
