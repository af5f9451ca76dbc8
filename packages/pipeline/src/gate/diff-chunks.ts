import type { GateChunk } from './gate-topic.js';

/** What happened to a chunk. */
export interface ChunkChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly title: string;
  /** Where it was and where it is. */
  readonly before: number | undefined;
  readonly now: number | undefined;
  readonly tokensBefore: number;
  readonly tokensNow: number;
}

/** What happened to a topic's chunks. */
export interface TopicChange {
  readonly id: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly chunks: readonly ChunkChange[];
  /** Chunks that did not change, even if they moved. */
  readonly keptCount: number;
}

/** What of a topic its chunks are compared by. */
export interface ComparedTopic {
  readonly id: string;
  readonly chunks: readonly ComparedChunk[];
}

/** What of a chunk it is compared by. */
export type ComparedChunk = Pick<GateChunk, 'title' | 'sha256' | 'tokenCount'>;

/** The topics whose chunks differ, by id. A chunk is the same when its own text is. */
export function diffChunks(before: readonly ComparedTopic[], now: readonly ComparedTopic[]): TopicChange[] {
  const [then, after] = [byId(before), byId(now)];
  const ids = [...new Set([...then.keys(), ...after.keys()])].sort();
  return ids.flatMap((id) => {
    const [old, current] = [then.get(id), after.get(id)];
    const { chunks, keptCount } = diffTopic(old?.chunks ?? [], current?.chunks ?? []);
    if (chunks.length === 0) return [];
    return [
      { id, kind: old === undefined ? 'added' : current === undefined ? 'removed' : 'changed', chunks, keptCount },
    ];
  });
}

function byId(topics: readonly ComparedTopic[]): Map<string, ComparedTopic> {
  return new Map(topics.map((topic) => [topic.id, topic]));
}

interface PlacedChunk extends ComparedChunk {
  readonly index: number;
}

function diffTopic(
  before: readonly ComparedChunk[],
  now: readonly ComparedChunk[],
): { readonly chunks: ChunkChange[]; readonly keptCount: number } {
  const gone = placed(before);
  const added: PlacedChunk[] = [];
  for (const chunk of placed(now))
    if (take(gone, ({ sha256 }) => sha256 === chunk.sha256) === undefined) added.push(chunk);
  const keptCount = now.length - added.length;
  const changes = added.map((chunk): ChunkChange => {
    const old = take(gone, ({ title }) => title === chunk.title);
    return {
      kind: old === undefined ? 'added' : 'changed',
      title: chunk.title,
      before: old?.index,
      now: chunk.index,
      tokensBefore: old?.tokenCount ?? 0,
      tokensNow: chunk.tokenCount,
    };
  });
  const removed = gone.map(
    ({ title, index, tokenCount }): ChunkChange => ({
      kind: 'removed',
      title,
      before: index,
      now: undefined,
      tokensBefore: tokenCount,
      tokensNow: 0,
    }),
  );
  return { chunks: [...changes, ...removed], keptCount };
}

function placed(chunks: readonly ComparedChunk[]): PlacedChunk[] {
  return chunks.map((chunk, index) => ({ ...chunk, index }));
}

function take(chunks: PlacedChunk[], isWanted: (chunk: PlacedChunk) => boolean): PlacedChunk | undefined {
  const at = chunks.findIndex(isWanted);
  return at === -1 ? undefined : chunks.splice(at, 1)[0];
}
