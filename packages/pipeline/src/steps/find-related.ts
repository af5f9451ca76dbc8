import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { type ChunkingStrategy, chunkFileText } from '@topicmill/chunking';
import { bytesToVector, vectorToBytes } from '@topicmill/embedding/embedding-cache';
import { buildRelatedTopics, formatRelatedJson } from '@topicmill/topics/formats';
import { nearestNeighbours } from '@topicmill/topics/similarity';
import { strategyOf } from '../chunk-files/index.js';
import type { Memo, StepInputs, StepServices, TopicFile } from '../runner/index.js';
import { overviewRequest } from './embedding-requests.js';
import { topicDocument } from './topic-document.js';
import { unknownExclusions } from './unknown-exclusions.js';

const RELATED_COUNT = 5;

/** The text of `related.json`, and what was noticed. */
export interface RelatedTopics {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the nearest topics of each topic. A topic that has not changed since the last run is not even chunked, and where
 * no first chunk has changed, no vector is looked at.
 */
export async function findRelated({ topicFiles, config }: StepInputs, services: StepServices): Promise<RelatedTopics> {
  const excluded = new Set(config.chunking.exclude);
  const topics = topicFiles.filter(({ id }) => !excluded.has(id));
  const strategy = await strategyOf(config.chunking);
  const memo = services.openMemo('related');
  const overviews = await overviewsOf(topics, strategy, memo);
  const identity = overviews.map(({ topic, sha256 }) => `${topic.id} ${sha256}`);
  const key = `result ${services.model} ${strategy.getCacheKey()} ${sha256Hex(identity.join('\n'))}`;
  const text = memo.recall(key) ?? formatRelatedJson(await relatedTopics(overviews, strategy, services));
  memo.keep(key, text);
  memo.save();
  const diagnostics = unknownExclusions(config, new Set(topicFiles.map(({ id }) => id)));
  return { text, diagnostics };
}

/** The first chunk of a topic. */
interface Overview {
  readonly topic: TopicFile;
  /** Of the text of the chunk's file. */
  readonly sha256: string;
  /** That text, if it had to be made. */
  readonly text?: string;
}

/** A document that cannot be read or chunked has none: its own folder's steps say why. */
async function overviewsOf(topics: readonly TopicFile[], strategy: ChunkingStrategy, memo: Memo): Promise<Overview[]> {
  const overviews: Overview[] = [];
  for (const topic of topics) {
    const key = `overview ${strategy.getCacheKey()} ${overviewKey(topic)}`;
    const sha256 = memo.recall(key);
    const overview = sha256 === undefined ? await makeOverview(topic, strategy) : { topic, sha256 };
    if (overview === undefined) continue;
    memo.keep(key, overview.sha256);
    overviews.push(overview);
  }
  return overviews;
}

/** What the first chunk of a page is embedded with may be said by its site. */
function overviewKey({ folder: { page }, hash }: TopicFile): string {
  return page === undefined ? hash : sha256Hex([hash, page.generator, page.path, page.title].join('\0'));
}

async function makeOverview(topic: TopicFile, strategy: ChunkingStrategy): Promise<Overview | undefined> {
  const text = await overviewText(topic, strategy);
  return text === undefined ? undefined : { topic, sha256: sha256Hex(text), text };
}

async function overviewText({ id, folder, read }: TopicFile, strategy: ChunkingStrategy): Promise<string | undefined> {
  const file = read();
  if (file === undefined) return undefined;
  try {
    const { dialect, embedded } = topicDocument(folder);
    const first = strategy.chunk({ text: file.text, file: id, fileTitle: id, dialect }).chunks[0]!;
    return embedded(chunkFileText(first, file.text));
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return undefined;
    throw thrown;
  }
}

async function relatedTopics(
  overviews: readonly Overview[],
  strategy: ChunkingStrategy,
  services: StepServices,
): Promise<ReturnType<typeof buildRelatedTopics>> {
  const vectors = await overviewVectors(overviews, strategy, services);
  const nearest = nearestNeighbours(vectors, RELATED_COUNT);
  const ids = overviews.map(({ topic }) => topic.id);
  return buildRelatedTopics(
    new Map(ids.map((id, i) => [id, nearest[i]!.map(({ index, similarity }) => ({ id: ids[index]!, similarity }))])),
  );
}

async function overviewVectors(
  overviews: readonly Overview[],
  strategy: ChunkingStrategy,
  services: StepServices,
): Promise<Float32Array[]> {
  const memo = services.openMemo('overview-vectors');
  const keyOf = ({ sha256 }: Overview): string => `${services.model} ${strategy.getCacheKey()} ${sha256}`;
  const recalled = overviews.map((overview) => decodeVector(memo.recall(keyOf(overview))));
  const made = await makeVectors(
    overviews.filter((_, i) => recalled[i] === undefined),
    strategy,
    services,
  );
  const vectors = overviews.map((overview, i) => recalled[i] ?? made.get(overview)!);
  for (const [i, overview] of overviews.entries()) memo.keep(keyOf(overview), encodeVector(vectors[i]!));
  memo.save();
  return vectors;
}

function decodeVector(text = ''): Float32Array | undefined {
  return bytesToVector(Buffer.from(text, 'base64'));
}

function encodeVector(vector: Float32Array): string {
  return Buffer.from(vectorToBytes(vector)).toString('base64');
}

async function makeVectors(
  overviews: readonly Overview[],
  strategy: ChunkingStrategy,
  services: StepServices,
): Promise<Map<Overview, Float32Array>> {
  const texts: string[] = [];
  for (const { topic, text } of overviews) texts.push(text ?? (await overviewText(topic, strategy))!);
  const known = services.findVectors(strategy.getCacheKey(), texts);
  const vectors = new Map<Overview, Float32Array>();
  for (const [i, overview] of overviews.entries()) {
    const text = texts[i]!;
    const displayPath = `${overview.topic.id}/${topicDocument(overview.topic.folder).chunkPath(0)}`;
    vectors.set(overview, known.get(text) ?? (await embedOverview(text, displayPath, services)));
  }
  return vectors;
}

async function embedOverview(text: string, displayPath: string, services: StepServices): Promise<Float32Array> {
  const { vectors } = await services.embed(overviewRequest({ text, displayPath }));
  return vectors[0]!;
}
