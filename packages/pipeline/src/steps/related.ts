import { type ChunkingStrategy, chunkFileText } from '@topicmill/chunking';
import { TopicmillError } from '@topicmill/diagnostics';
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
    const strategy = await strategyOf(config.chunking);
    const excluded = new Set(config.chunking.exclude);
    const overviews = others.filter(({ id }) => !excluded.has(id)).flatMap((topic) => overviewOf(topic, strategy));
    const vectors = await overviewVectors(overviews, strategy.getCacheKey(), services);
    const nearest = nearestNeighbours(vectors, RELATED_COUNT);
    const related = new Map(
      overviews.map(({ id }, i) => [
        id,
        nearest[i]!.map(({ index, similarity }) => ({ id: overviews[index]!.id, similarity })),
      ]),
    );
    return { files: new Map([[RELATED_FILE, formatRelatedJson(buildRelatedTopics(related))]]), diagnostics: [] };
  },
};

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

async function overviewVectors(
  overviews: readonly Overview[],
  strategy: string,
  services: StepServices,
): Promise<Float32Array[]> {
  const known = services.findVectors(
    strategy,
    overviews.map(({ text }) => text),
  );
  const vectors: Float32Array[] = [];
  for (const overview of overviews) vectors.push(known.get(overview.text) ?? (await embedOverview(overview, services)));
  return vectors;
}

async function embedOverview({ id, text }: Overview, services: StepServices): Promise<Float32Array> {
  const { vectors } = await services.embed(overviewRequest({ text, shownPath: `${id}/${chunkPath(0)}` }));
  return vectors[0]!;
}
