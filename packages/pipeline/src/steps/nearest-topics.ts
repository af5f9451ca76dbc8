import { sha256Hex } from '@topicmill/base/files';
import { type Nearest, nearestNeighbours } from '@topicmill/topics/similarity';
import type { Memo } from '../runner/index.js';

const RELATED_COUNT = 5;

/** A topic by the vector of its first chunk. */
export interface TopicVector {
  readonly id: string;
  /** Under which the vector is kept. */
  readonly key: string;
  /** As it is kept. */
  readonly encoded: string;
  readonly vector: Float32Array;
}

/** A topic of the last run, by its id, the key and hash of its vector, and what was found for it; neighbours by their ids. */
type KeptTopic = readonly [
  id: string,
  key: string,
  hash: string,
  reach: number,
  near: readonly (readonly [id: string, similarity: number])[],
];

const MEMO_KEY = 'nearest';

/**
 * The nearest topics of each. Only those are compared again to which a topic that came, changed or went is near enough to
 * be of importance; the result is the same as if all were.
 *
 * @param topics sorted by id
 * @param memo has the result of the last run, and is given that of this one
 * @param vectorOf the vector that is kept under a key, as it is kept
 */
export function nearestTopics(
  topics: readonly TopicVector[],
  memo: Memo,
  vectorOf: (key: string) => { readonly encoded: string; readonly vector: Float32Array } | undefined,
): Map<string, { readonly id: string; readonly similarity: number }[]> {
  const hashes = topics.map(({ encoded }) => sha256Hex(encoded));
  const present = new Set(topics.map(({ id }, at) => `${hashes[at]} ${id}`));
  const kept = JSON.parse(memo.recall(MEMO_KEY) ?? '[]') as KeptTopic[];
  const gone = kept.flatMap(([id, key, hash]) => {
    if (present.has(`${hash} ${id}`)) return [];
    const found = vectorOf(key);
    return [found !== undefined && sha256Hex(found.encoded) === hash ? found.vector : undefined];
  });
  const sound = gone.filter((vector) => vector !== undefined);
  const known = sound.length === gone.length ? new Map(kept.map((each) => [`${each[2]} ${each[0]}`, each])) : new Map();
  const places = new Map(topics.map(({ id }, at) => [id, at]));
  const nearest = nearestNeighbours(
    topics.map(({ vector }) => vector),
    RELATED_COUNT,
    { known: topics.map(({ id }, at) => placed(known.get(`${hashes[at]} ${id}`), places)), gone: sound },
  );
  const near = nearest.map(({ neighbours }) =>
    neighbours.map(({ index, similarity }) => ({ id: topics[index]!.id, similarity })),
  );
  const now = topics.map(({ id, key }, at): KeptTopic => {
    const pairs = near[at]!.map((each) => [each.id, each.similarity] as const);
    return [id, key, hashes[at]!, nearest[at]!.reach, pairs];
  });
  memo.keep(MEMO_KEY, JSON.stringify(now));
  return new Map(topics.map(({ id }, at) => [id, near[at]!]));
}

function placed(kept: KeptTopic | undefined, places: ReadonlyMap<string, number>): Nearest | undefined {
  if (kept === undefined) return undefined;
  const [, , , reach, near] = kept;
  if (!near.every(([id]) => places.has(id))) return undefined;
  return { neighbours: near.map(([id, similarity]) => ({ index: places.get(id)!, similarity })), reach };
}
