import type { Diagnostic } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { bytesToVector, vectorToBytes } from '@topicmill/embedding/embedding-cache';
import { buildRelatedTopics, formatRelatedJson } from '@topicmill/topics/formats';
import { strategyFor } from '../chunk-files/index.js';
import type { Memo, StepInputs, StepServices } from '../runner/index.js';
import { overviewRequest } from './embedding-requests.js';
import { nearestTopics } from './nearest-topics.js';
import { topicDocument } from './topic-document.js';
import { unknownExclusions } from './unknown-exclusions.js';

/** The text of `related.json`, and its findings. */
export interface RelatedTopics {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds the nearest topics of each topic. Vectors and neighbours are kept from run to run. */
export async function findRelated(inputs: StepInputs, services: StepServices): Promise<RelatedTopics> {
  const { topicFiles, config } = inputs;
  const overviews = await readOverviews(inputs);
  const text = formatRelatedJson(await relatedTopics(overviews, services));
  const diagnostics = unknownExclusions(config, new Set(topicFiles.map(({ id }) => id)));
  return { text, diagnostics };
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
async function readOverviews({ topicFiles, others, config }: StepInputs): Promise<Overview[]> {
  const excluded = new Set(config.chunking.exclude);
  const folders = new Map(topicFiles.map(({ id, folder }) => [id, folder]));
  const overviews: Overview[] = [];
  for (const { id, path, file } of others) {
    const folder = folders.get(id);
    const document = folder && topicDocument(folder);
    if (document?.chunkPath(0) !== path || excluded.has(id)) continue;
    const text = document.embedded(file.text);
    const strategy = (await strategyFor(config, folder!)).getCacheKey();
    overviews.push({ topicId: id, strategy, text, sha256: sha256Hex(text), displayPath: `${id}/${path}` });
  }
  return overviews;
}

async function relatedTopics(
  overviews: readonly Overview[],
  services: StepServices,
): Promise<ReturnType<typeof buildRelatedTopics>> {
  const memo = services.openMemo('related');
  const keyOf = ({ strategy, sha256 }: Overview): string => `${services.model} ${strategy} ${sha256}`;
  const vectors = await overviewVectors(overviews, memo, keyOf, services);
  const topics = overviews.map((overview, at) => {
    const vector = vectors[at]!;
    return { id: overview.topicId, key: keyOf(overview), encoded: encodeVector(vector), vector };
  });
  const vectorOf = (key: string): { encoded: string; vector: Float32Array } | undefined => {
    const encoded = memo.recall(key);
    const vector = decodeVector(encoded);
    return encoded === undefined || vector === undefined ? undefined : { encoded, vector };
  };
  const nearest = nearestTopics(topics, memo, vectorOf);
  for (const { key, encoded } of topics) memo.keep(key, encoded);
  memo.save();
  return buildRelatedTopics(nearest);
}

async function overviewVectors(
  overviews: readonly Overview[],
  memo: Memo,
  keyOf: (overview: Overview) => string,
  services: StepServices,
): Promise<Float32Array[]> {
  const recalled = overviews.map((overview) => decodeVector(memo.recall(keyOf(overview))));
  const made = await makeVectors(
    overviews.filter((_, i) => recalled[i] === undefined),
    services,
    recalled.find((vector) => vector !== undefined)?.length,
  );
  return overviews.map((overview, i) => recalled[i] ?? made.get(overview)!);
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
    vectors.set(overview, cached.get(overview) ?? (await embedOverview(overview, vectorLength, services)));
  }
  return vectors;
}

async function embedOverview(
  overview: Overview,
  vectorLength: number | undefined,
  services: StepServices,
): Promise<Float32Array> {
  const { vectors } = await services.embed({ ...overviewRequest(overview), vectorLength });
  return vectors[0]!;
}
