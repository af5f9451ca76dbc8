import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import {
  buildSearchIndex,
  memoryLoader,
  openSearchIndex,
  SEARCH_DIRECTORY,
  type SearchTopic,
} from '@topicmill/search/retrieval';
import { simHash64 } from '@topicmill/topics/similarity';
import type { Table } from '../table.js';
import { generatedDocs } from './generated-docs.js';

const CHUNK_COUNT = 2000;
const QUESTIONS_A_PAGE = 10;
const ROUNDS = 3;

/** What ten questions for each page cost: bytes of the index, and time of a query. */
export async function questionsSection(log: (message: string) => void): Promise<Table> {
  const { topics, queries } = await generatedDocs(CHUNK_COUNT);
  log(`Searching ${topics.length} pages of ${CHUNK_COUNT} chunks with and without questions.\n`);
  const asked = queries.filter((_, at) => at % 2 === 0);
  const written = queries.filter((_, at) => at % 2 === 1);
  const plain = await measureIndex(topics, asked);
  const expanded = await measureIndex(withQuestions(topics, written), asked);
  return {
    title: `${QUESTIONS_A_PAGE} questions for each of ${topics.length} pages`,
    notes: [
      'Generated topics and questions; half of the questions are asked, the others are in the index.',
      'In one process, from memory, in CPU time, embedding of the query included; the least of three rounds.',
    ],
    columns: ['without', 'with', 'times as much'],
    rows: plain.map(({ name, value }, at) => ({
      name,
      values: [value, expanded[at]!.value, expanded[at]!.value / value],
    })),
  };
}

function withQuestions(topics: readonly SearchTopic[], texts: readonly string[]): SearchTopic[] {
  return topics.map((topic, number) => ({
    ...topic,
    chunks: topic.chunks.map((chunk, index) => {
      const own = Array.from({ length: QUESTIONS_A_PAGE }, (_, at) => at).filter(
        (at) => at % topic.chunks.length === index,
      );
      const questions = own.map((at) => texts[(number * QUESTIONS_A_PAGE + at) % texts.length]!);
      return {
        ...chunk,
        questions: questions.map((text) => ({ text, answer: '', hash: simHash64(text), origin: 'model' as const })),
      };
    }),
  }));
}

interface Measured {
  readonly name: string;
  readonly value: number;
}

async function measureIndex(topics: readonly SearchTopic[], queries: readonly string[]): Promise<Measured[]> {
  const files = buildSearchIndex(topics, { model: 'builtin' });
  const words = buildSearchIndex(topics);
  const loader = memoryLoader(new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes])));
  const vectors = bundledWordVectors();
  const index = await openSearchIndex(loader, async (query) => embedText(vectors, query));
  const msOf = async (mode: 'bm25' | 'hybrid'): Promise<number> => {
    const rounds: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const before = process.cpuUsage();
      for (const query of queries) await index.search(query, { mode });
      const { user, system } = process.cpuUsage(before);
      rounds.push((user + system) / 1000 / queries.length);
    }
    return Math.min(...rounds.slice(1));
  };
  return [
    { name: 'kB of the index', value: sizeOf(files) / 1000 },
    { name: 'kB of the index without vectors', value: sizeOf(words) / 1000 },
    { name: 'ms a query, words', value: await msOf('bm25') },
    { name: 'ms a query, hybrid', value: await msOf('hybrid') },
  ];
}

function sizeOf(files: ReadonlyMap<string, Uint8Array>): number {
  return [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
}
