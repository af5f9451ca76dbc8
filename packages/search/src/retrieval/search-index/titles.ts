import type { SearchTopic } from './search-topic.js';

/** Chunks in one file of titles, at most, unless a topic has more. */
const CHUNKS_PER_FILE = 10_000;

/** What a list of results says of a topic. */
export interface TopicTitles {
  readonly id: string;
  readonly title: string;
  /** Address of the page, where it has one, without a fragment. */
  readonly url: string | undefined;
  /** By index of the chunk. */
  readonly chunks: readonly ChunkTitle[];
}

/** What a list of results says of a chunk. */
export interface ChunkTitle {
  readonly title: string;
  /** Address at which people read it, where it has one. */
  readonly url: string | undefined;
}

/** A chunk: its title; with its address below that of the page, `1` for a fragment made of the title. */
type ChunkRow = string | readonly [title: string, rest: string | 1];
type TopicRow = readonly [id: string, title: string, url: string | 0, chunks: readonly ChunkRow[]];

/** Titles and addresses of all topics and chunks as JSON texts, each for the topics of about 10,000 chunks. */
export function writeTitles(topics: readonly SearchTopic[]): { readonly text: string; readonly firstTopic: number }[] {
  const files: { rows: TopicRow[]; firstTopic: number; chunkCount: number }[] = [];
  for (const [number, topic] of topics.entries()) {
    const last = files.at(-1);
    const row = topicRow(topic);
    if (last === undefined || last.chunkCount + topic.chunks.length > CHUNKS_PER_FILE) {
      files.push({ rows: [row], firstTopic: number, chunkCount: topic.chunks.length });
    } else {
      last.rows.push(row);
      last.chunkCount += topic.chunks.length;
    }
  }
  return files.map(({ rows, firstTopic }) => ({ text: `${JSON.stringify(rows)}\n`, firstTopic }));
}

export function readTitles(text: string): TopicTitles[] {
  return (JSON.parse(text) as TopicRow[]).map(([id, title, url, rows]) => ({
    id,
    title,
    url: url === 0 ? undefined : url,
    chunks: rows.map((row): ChunkTitle => {
      if (typeof row === 'string') return { title: row, url: url === 0 ? undefined : url };
      return { title: row[0], url: `${url}${row[1] === 1 ? fragmentOf(row[0]) : row[1]}` };
    }),
  }));
}

function topicRow({ id, title, chunks }: SearchTopic): TopicRow {
  const url = chunks.find((chunk) => chunk.url !== undefined)?.url?.replace(/#.*$/s, '');
  const rows = chunks.map((chunk): ChunkRow => {
    if (url === undefined || chunk.url === undefined || chunk.url === url) return chunk.title;
    const rest = chunk.url.startsWith(url) ? chunk.url.slice(url.length) : undefined;
    if (rest === undefined) return chunk.title;
    return [chunk.title, rest === fragmentOf(chunk.title) ? 1 : rest];
  });
  return [id, title, url ?? 0, rows];
}

/** The fragment that most generators make of a title in ASCII. Where it is another one, it is written out. */
function fragmentOf(title: string): string {
  return `#${title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')}`;
}
