import type { SearchTopic } from './search-topic.js';

/** Chunks in one file of titles, at most, unless a topic has more. */
const CHUNKS_PER_FILE = 10_000;

/** What a list of results says about a topic. */
export interface TopicTitles {
  readonly id: string;
  readonly title: string;
  /** Address of the page, where it has one, without a fragment. */
  readonly url: string | undefined;
  /** By index of the chunk. */
  readonly chunks: readonly ChunkTitle[];
}

/** What a list of results says about a chunk. */
export interface ChunkTitle {
  readonly title: string;
  /** Address at which people read it, where it has one. */
  readonly url: string | undefined;
}

/** Below the address of the page; `1` for a fragment made from the title, `0` for the page itself. */
type Rest = string | 0 | 1;

/** A file: what is alike is side by side, which compresses better than a row for each topic. */
interface TitleColumns {
  /** By topic. */
  readonly ids: readonly string[];
  readonly titles: readonly string[];
  readonly urls: readonly (string | 0)[];
  readonly chunkCounts: readonly number[];
  /** By chunk. */
  readonly chunkTitles: readonly string[];
  /** By chunk; left out where all are the pages themselves. */
  readonly rests?: readonly Rest[];
}

/** Titles and addresses of all topics and chunks as JSON texts, each for the topics of about 10,000 chunks. */
export function writeTitles(topics: readonly SearchTopic[]): { readonly text: string; readonly firstTopic: number }[] {
  const files: { topics: SearchTopic[]; firstTopic: number; chunkCount: number }[] = [];
  for (const [number, topic] of topics.entries()) {
    const last = files.at(-1);
    if (last === undefined || last.chunkCount + topic.chunks.length > CHUNKS_PER_FILE) {
      files.push({ topics: [topic], firstTopic: number, chunkCount: topic.chunks.length });
    } else {
      last.topics.push(topic);
      last.chunkCount += topic.chunks.length;
    }
  }
  return files.map((file) => ({
    text: `${JSON.stringify(columnsOf(file.topics))}\n`,
    firstTopic: file.firstTopic,
  }));
}

export function readTitles(text: string): TopicTitles[] {
  const { ids, titles, urls, chunkCounts, chunkTitles, rests } = JSON.parse(text) as TitleColumns;
  let first = 0;
  return ids.map((id, topic) => {
    const url = urls[topic] || undefined;
    const start = first;
    first += chunkCounts[topic]!;
    const chunks = chunkTitles.slice(start, first).map((title, at): ChunkTitle => {
      const rest = rests?.[start + at] ?? 0;
      return { title, url: rest === 0 ? url : `${url}${rest === 1 ? asciiFragment(title) : rest}` };
    });
    return { id, title: titles[topic]!, url, chunks };
  });
}

function columnsOf(topics: readonly SearchTopic[]): TitleColumns {
  const urls = topics.map(({ chunks }) => chunks.find(({ url }) => url !== undefined)?.url?.replace(/#.*/s, ''));
  const rests = topics.flatMap(({ chunks }, at) => chunks.map((chunk) => titleRest(chunk, urls[at])));
  return {
    ids: topics.map(({ id }) => id),
    titles: topics.map(({ title }) => title),
    urls: urls.map((url) => url ?? 0),
    chunkCounts: topics.map(({ chunks }) => chunks.length),
    chunkTitles: topics.flatMap(({ chunks }) => chunks.map(({ title }) => title)),
    ...(rests.every((rest) => rest === 0) ? {} : { rests }),
  };
}

function titleRest({ title, url }: SearchTopic['chunks'][number], page: string | undefined): Rest {
  if (page === undefined || url === undefined || url === page || !url.startsWith(page)) return 0;
  const rest = url.slice(page.length);
  return rest === asciiFragment(title) ? 1 : rest;
}

/** The fragment that most generators make of a title in ASCII. Where it is another one, it is written out. */
function asciiFragment(title: string): string {
  return `#${title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')}`;
}
