import type { Diagnostic } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { bytesToVector, changedModel, vectorToBytes } from '@topicmill/embedding/embedding-cache';
import { buildRelatedTopics, formatRelatedJson } from '@topicmill/topics/formats';
import { type Nearest, nearestNeighbours } from '@topicmill/topics/similarity';
import { strategyFor } from '../chunk-files/index.js';
import type { TopicmillConfig } from '../config/index.js';
import { CONFIG_FILE, type Memo, type StepInputs, type StepServices } from '../runner/index.js';
import { overviewRequest } from './embedding-requests.js';
import { topicDocument } from './topic-document.js';

/** The text of `related.json`, and its findings. */
export interface RelatedTopics {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the model refused first chunks, whose topics have no related ones. */
  readonly isPartial: boolean;
}

/** Finds the nearest topics of each topic. Vectors and neighbours are kept from run to run. */
export async function findRelated(inputs: StepInputs, services: StepServices): Promise<RelatedTopics> {
  const { topics: folders, config } = inputs;
  const overviews = await readOverviews(inputs);
  const { topics, isPartial } = await relatedTopics(overviews, services);
  const text = formatRelatedJson(topics);
  const diagnostics = unknownExclusions(config, folders);
  return { text, diagnostics, isPartial };
}

/** The first chunk of a topic. */
interface Overview {
  readonly topicId: string;
  /** Key of the strategy that made it. */
  readonly strategy: string;
  /** What is embedded of its file. */
  readonly text: string;
  /** Of that text. */
  readonly sha256: string;
  readonly displayPath: string;
}

/** A topic without chunks has none: it is excluded, or its own steps report why. */
async function readOverviews({ topics, others, config }: StepInputs): Promise<Overview[]> {
  const excluded = new Set(config.chunking.exclude);
  const overviews: Overview[] = [];
  for (const { id, path, file } of others) {
    const folder = topics.get(id);
    const document = folder && topicDocument(folder);
    if (document?.firstChunkPaths.includes(path) !== true || excluded.has(id)) continue;
    const text = document.embedded(file.text);
    const strategy = (await strategyFor(config, folder!)).getCacheKey();
    overviews.push({ topicId: id, strategy, text, sha256: sha256Hex(text), displayPath: `${id}/${path}` });
  }
  return overviews;
}

async function relatedTopics(
  overviews: readonly Overview[],
  services: StepServices,
): Promise<{ readonly topics: ReturnType<typeof buildRelatedTopics>; readonly isPartial: boolean }> {
  const memo = services.openMemo('related');
  const keyOf = ({ strategy, sha256 }: Overview): string => `${services.model} ${strategy} ${sha256}`;
  const vectors = await overviewVectors(overviews, memo, keyOf, services);
  const topics = overviews.flatMap((overview, at) => {
    const vector = vectors[at];
    if (vector === undefined) return [];
    return [{ id: overview.topicId, key: keyOf(overview), encoded: encodeVector(vector), vector }];
  });
  refuseMixedLengths(topics, services.model);
  const vectorOf = (key: string): { encoded: string; vector: Float32Array } | undefined => {
    const encoded = memo.recall(key);
    const vector = decodeVector(encoded);
    return encoded === undefined || vector === undefined ? undefined : { encoded, vector };
  };
  const nearest = nearestTopics(topics, memo, vectorOf);
  for (const { key, encoded } of topics) memo.keep(key, encoded);
  memo.save();
  const all = new Map(overviews.map(({ topicId }) => [topicId, nearest.get(topicId) ?? []]));
  return { topics: buildRelatedTopics(all), isPartial: topics.length < overviews.length };
}

/** Those of earlier runs are recalled, and the model may have been another one under the same name. */
function refuseMixedLengths(topics: readonly { readonly vector: Float32Array }[], model: string): void {
  const [first, other] = new Set(topics.map(({ vector }) => vector.length));
  if (other !== undefined) throw changedModel(model, `there are vectors of ${first} and of ${other} numbers`);
}

async function overviewVectors(
  overviews: readonly Overview[],
  memo: Memo,
  keyOf: (overview: Overview) => string,
  services: StepServices,
): Promise<(Float32Array | undefined)[]> {
  const recalled = overviews.map((overview) => decodeVector(memo.recall(keyOf(overview))));
  const made = await makeVectors(
    overviews.filter((_, i) => recalled[i] === undefined),
    services,
    recalled.find((vector) => vector !== undefined)?.length,
  );
  return overviews.map((overview, i) => recalled[i] ?? made.get(overview));
}

function decodeVector(text = ''): Float32Array | undefined {
  return bytesToVector(Buffer.from(text, 'base64'));
}

function encodeVector(vector: Float32Array): string {
  return Buffer.from(vectorToBytes(vector)).toString('base64');
}

async function makeVectors(
  overviews: readonly Overview[],
  services: StepServices,
  recalledLength: number | undefined,
): Promise<Map<Overview, Float32Array>> {
  const cached = new Map<Overview, Float32Array>();
  for (const strategy of new Set(overviews.map((overview) => overview.strategy))) {
    const same = overviews.filter((overview) => overview.strategy === strategy);
    const found = services.findVectors(
      strategy,
      same.map(({ text }) => text),
    );
    for (const overview of same) {
      const vector = found.get(overview.text);
      if (vector !== undefined) cached.set(overview, vector);
    }
  }
  const vectorLength = recalledLength ?? [...cached.values()][0]?.length;
  const vectors = new Map<Overview, Float32Array>();
  for (const overview of overviews) {
    const vector = cached.get(overview) ?? (await embedOverview(overview, vectorLength, services));
    if (vector !== undefined) vectors.set(overview, vector);
  }
  return vectors;
}

async function embedOverview(
  overview: Overview,
  vectorLength: number | undefined,
  services: StepServices,
): Promise<Float32Array | undefined> {
  const request = { ...overviewRequest(overview), vectorLength, allowsRefusals: true };
  const { vectors, refused } = await services.embed(request);
  return refused.size > 0 ? undefined : vectors[0];
}

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
    { known: topics.map(({ id }, at) => placedNeighbours(known.get(`${hashes[at]} ${id}`), places)), gone: sound },
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

function placedNeighbours(kept: KeptTopic | undefined, places: ReadonlyMap<string, number>): Nearest | undefined {
  if (kept === undefined) return undefined;
  const [, , , reach, near] = kept;
  if (!near.every(([id]) => places.has(id))) return undefined;
  return { neighbours: near.map(([id, similarity]) => ({ index: places.get(id)!, similarity })), reach };
}

/** A `CONFIG_INVALID` warning for each id of `chunking.exclude` that is not a topic: nothing is left out for it. */
function unknownExclusions(
  { docsRoot, chunking: { exclude } }: Pick<TopicmillConfig, 'docsRoot' | 'chunking'>,
  topics: StepInputs['topics'],
): Diagnostic[] {
  return exclude
    .filter((id) => !topics.has(id))
    .map((id) => {
      const meant = idOfPath(id, docsRoot);
      return {
        severity: 'warning',
        code: 'CONFIG_INVALID',
        message: `chunking.exclude names "${id}", which is not a topic.`,
        file: CONFIG_FILE,
        remedy: topics.has(meant)
          ? `Write ${meant}.`
          : 'Write the path of a topic below the docs root, or remove the entry if the topic is gone.',
      };
    });
}

/** Of a path as people write one: from the workspace's root, or with `./` and `/` around it. */
function idOfPath(path: string, docsRoot: string): string {
  const plain = path.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '');
  return plain.startsWith(`${docsRoot}/`) ? plain.slice(docsRoot.length + 1) : plain;
}
