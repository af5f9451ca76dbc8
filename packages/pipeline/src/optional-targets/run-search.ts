import { buildSearchIndex, MANIFEST_FILE, SEARCH_DIRECTORY, type SearchTopic } from '@topicmill/search/retrieval';
import { readChunksManifest } from '@topicmill/topics/formats';
import { readChunkAmong } from '@topicmill/topics/formats/chunk-pack';
import { INDEX_FILE, pathIn, QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';
import { currentDocsOf } from '../config/index.js';
import type { Folder, StepInputs, StepResult, StepServices } from '../runner/index.js';
import { topicDocument } from '../steps/index.js';
import { editionOf, largeIndexWarnings, searchTopicOf, withVectors } from './search-topic.js';

/** Makes the search index of all topics that have chunks. */
export async function runSearch(inputs: StepInputs, services: StepServices): Promise<StepResult> {
  const { vectors } = inputs.config.search;
  const model = vectors ? services.model : undefined;
  const topics: SearchTopic[] = [];
  let embeddedCount = 0;
  let isPartial = false;
  const folders = new Map(inputs.topicFiles.map(({ id, folder }) => [id, folder]));
  const questions = new Map(
    inputs.topicFiles.filter(({ path }) => path === QA_PAIRS_FILE).map((file) => [file.id, file.read()]),
  );
  for (const [id, files] of filesByTopic(inputs)) {
    const folder = folders.get(id);
    const topic = folder && readTopic(folder, { files, questions: questions.get(id) }, inputs);
    if (topic === undefined) continue;
    const embedded = vectors
      ? await withVectors(topic.topic, topic, services)
      : { topic: topic.topic, embeddedCount: 0, isPartial: false };
    topics.push(embedded.topic);
    embeddedCount += embedded.embeddedCount;
    isPartial ||= embedded.isPartial;
  }
  const decoder = new TextDecoder();
  const files = [
    ...buildSearchIndex(topics, {
      model,
      current: currentDocsOf(inputs.config),
      synonyms: inputs.config.search.synonyms,
    }),
  ].map(([name, bytes]): [string, string | Uint8Array] => [
    `${SEARCH_DIRECTORY}/${name}`,
    name.endsWith('.json') ? decoder.decode(bytes) : bytes,
  ]);
  const chunkCount = topics.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const path = inputs.displayPath(`${SEARCH_DIRECTORY}/${MANIFEST_FILE}`);
  return { files: new Map(files), diagnostics: largeIndexWarnings(chunkCount, path), embeddedCount, isPartial };
}

type File = StepInputs['others'][number]['file'];
type Files = ReadonlyMap<string, File>;

function filesByTopic({ others }: StepInputs): Map<string, Files> {
  const topics = new Map<string, Map<string, File>>();
  for (const { id, path, file } of others) {
    topics.set(id, (topics.get(id) ?? new Map<string, File>()).set(path, file));
  }
  return topics;
}

interface ReadTopic {
  readonly topic: SearchTopic;
  readonly strategy: string;
  readonly sourceSha256: string;
}

/** `undefined` for a topic that has no chunks. */
function readTopic(
  folder: Folder,
  { files, questions }: { readonly files: Files; readonly questions: File | undefined },
  inputs: StepInputs,
): ReadTopic | undefined {
  const { id } = folder;
  const document = topicDocument(folder);
  const { manifestPath } = document;
  const index = files.get(INDEX_FILE);
  const manifestFile = files.get(manifestPath);
  if (index === undefined || manifestFile === undefined) return undefined;
  const displayPath = (path: string): string => inputs.displayPath(pathIn(id, path));
  const manifest = readChunksManifest(manifestFile.text, displayPath(manifestPath));
  const topic = searchTopicOf({
    id,
    index,
    displayIndexPath: displayPath(INDEX_FILE),
    manifest,
    document,
    edition: editionOf(folder, inputs.config),
    questions,
    chunkText: (path) => readChunkAmong(path, (file) => files.get(file))?.text ?? '',
  });
  return { topic, strategy: manifest.strategy, sourceSha256: document.embeddingKey(manifest.source_sha256) };
}
