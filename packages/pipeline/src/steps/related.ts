import { type ChunkingStrategy, chunkFileText } from '@topicmill/chunking';
import { TopicmillError } from '@topicmill/diagnostics';
import { bytesToVector, vectorToBytes } from '@topicmill/embedding-cache';
import { nearestNeighbours } from '@topicmill/ordering';
import { buildRelatedTopics, formatRelatedJson } from '@topicmill/topics';
import { overviewRequest } from '../embedding-requests.js';
import { ownedFile } from '../folder-files.js';
import { REFERENCE_FILE } from '../folder-tree.js';
import type { OtherFile, Step, StepServices } from '../step.js';
import { chunkPath, strategyOf } from './chunk.js';

/** File of the docs root that names each topic's nearest topics. */
export const RELATED_FILE = 'related.json';

const RELATED_COUNT = 5;

/** Finds the nearest topics of each topic by the vectors of their first chunks. */
export const relatedStep: Step = {
  name: 'related',
  scope: 'docs-root',
  inputs: [{ kind: 'every-topic', path: REFERENCE_FILE }, { kind: 'config', key: 'chunking' }, { kind: 'model' }],
  outputs: [ownedFile(RELATED_FILE)],
  async run({ others, config }, services) {
    const excluded = new Set(config.chunking.exclude);
    const topics = others.filter(({ id }) => !excluded.has(id));
    const overviews = await overviewVectors(topics, await strategyOf(config.chunking), services);
    const nearest = nearestNeighbours([...overviews.values()], RELATED_COUNT);
    const ids = [...overviews.keys()];
    const related = new Map(
      ids.map((id, i) => [id, nearest[i]!.map(({ index, similarity }) => ({ id: ids[index]!, similarity }))]),
    );
    return { files: new Map([[RELATED_FILE, formatRelatedJson(buildRelatedTopics(related))]]), diagnostics: [] };
  },
};

/** Vectors of the topics' first chunks by id. A topic that has not changed since the last run is not even chunked. */
async function overviewVectors(
  topics: readonly OtherFile[],
  strategy: ChunkingStrategy,
  services: StepServices,
): Promise<ReadonlyMap<string, Float32Array>> {
  const memo = services.openMemo('overview-vectors');
  const keyOf = ({ sha256 }: OtherFile): string => `${services.model} ${strategy.getCacheKey()} ${sha256}`;
  const recalled = new Map(topics.map((topic) => [topic.id, decodeVector(memo.recall(keyOf(topic)))]));
  const made = await makeOverviewVectors(
    topics.filter(({ id }) => recalled.get(id) === undefined),
    strategy,
    services,
  );
  const vectors = new Map<string, Float32Array>();
  for (const topic of topics) {
    const vector = recalled.get(topic.id) ?? made.get(topic.id);
    if (vector === undefined) continue;
    vectors.set(topic.id, vector);
    memo.keep(keyOf(topic), Buffer.from(vectorToBytes(vector)).toString('base64'));
  }
  memo.save();
  return vectors;
}

function decodeVector(text = ''): Float32Array | undefined {
  return bytesToVector(Buffer.from(text, 'base64'));
}

async function makeOverviewVectors(
  topics: readonly OtherFile[],
  strategy: ChunkingStrategy,
  services: StepServices,
): Promise<ReadonlyMap<string, Float32Array>> {
  const overviews = topics.flatMap((topic) => overviewOf(topic, strategy));
  const known = services.findVectors(
    strategy.getCacheKey(),
    overviews.map(({ text }) => text),
  );
  const vectors = new Map<string, Float32Array>();
  for (const overview of overviews) {
    vectors.set(overview.id, known.get(overview.text) ?? (await embedOverview(overview, services)));
  }
  return vectors;
}

interface Overview {
  readonly id: string;
  /** The text of the topic's first chunk file. */
  readonly text: string;
}

/** None for a document that cannot be chunked: its own folder's steps say why. */
function overviewOf({ id, file }: OtherFile, strategy: ChunkingStrategy): Overview[] {
  try {
    const first = strategy.chunk({ text: file.text, file: id, fileTitle: id }).chunks[0]!;
    return [{ id, text: chunkFileText(first, file.text) }];
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return [];
    throw thrown;
  }
}

async function embedOverview({ id, text }: Overview, services: StepServices): Promise<Float32Array> {
  const { vectors } = await services.embed(overviewRequest({ text, shownPath: `${id}/${chunkPath(0)}` }));
  return vectors[0]!;
}
