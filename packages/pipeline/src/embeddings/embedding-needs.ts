import { join } from 'node:path';
import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import { readDocument } from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { readQaPairs } from '@topicmill/topics/formats';
import { MODEL_QUESTIONS_FILE, QA_PAIRS_FILE, REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { readBuiltTopic } from '../built-topics/index.js';
import { chunkSource, strategyFor } from '../chunk-files/index.js';
import { questionPassages } from '../optional-targets/index.js';
import {
  displayPath,
  type EmbeddingRequest,
  type Folder,
  type FolderFiles,
  faultsOf,
  openFolder,
  readIfText,
  type Workspace,
} from '../runner/index.js';
import {
  CHUNKS_DIRECTORY,
  chunksRequest,
  differentPairs,
  modelQuestionsRequest,
  overviewRequest,
  publishedPage,
  type QuestionedDocument,
  questionsOfModels,
  questionsRequest,
  topicDocument,
} from '../steps/index.js';

/** What one topic needs vectors of. */
export interface EmbeddingNeeds {
  /** Its chunks and its questions, as the build asks for them, and the questions that were placed, as search does. */
  readonly requests: readonly EmbeddingRequest[];
  /** Its first chunk, as the build asks for it where the topic's own chunks are not in the cache. */
  readonly overview: EmbeddingRequest | undefined;
}

/** What all topics need vectors of, and what is wrong with those that cannot be read. */
export interface DocsRootNeeds extends Pick<EmbeddingNeeds, 'requests'> {
  readonly overviews: readonly EmbeddingRequest[];
  readonly diagnostics: readonly Diagnostic[];
}

type Place = Pick<Workspace, 'root' | 'config' | 'tree'>;

/**
 * Everything that a build of the docs root would ask the embedder or its cache for, topics by id. Nothing is embedded
 * and nothing written; chunks are cut in memory from the references as they are now.
 */
export async function embeddingNeeds(workspace: Place): Promise<DocsRootNeeds> {
  const requests: EmbeddingRequest[] = [];
  const overviews: EmbeddingRequest[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const folder of foldersById(workspace.tree)) {
    diagnostics.push(...faultsOf([folder], workspace));
    if (!folder.isTopic || folder.fault !== undefined) continue;
    try {
      const needs = await needsOfTopic(folder, workspace);
      requests.push(...needs.requests);
      if (needs.overview !== undefined) overviews.push(needs.overview);
    } catch (thrown) {
      diagnostics.push(...diagnosticsOf(thrown, displayPath(workspace.config, folder.id)));
    }
  }
  return { requests, overviews, diagnostics };
}

function foldersById(tree: Workspace['tree']): Folder[] {
  return [...tree.values()].sort((a, b) => compareCodeUnits(a.id, b.id));
}

async function needsOfTopic(folder: Folder, workspace: Place): Promise<EmbeddingNeeds> {
  const { root, config } = workspace;
  if (config.chunking.exclude.includes(folder.id)) return { requests: [], overview: undefined };
  const topic = openFolder({ root, config }, folder);
  const document = topicDocument(folder);
  const show = (path: string): string => topic.displayPath(path);
  const reference = topic.read(REFERENCE_FILE) ?? readDocument(join(root, show(REFERENCE_FILE)), show(REFERENCE_FILE));
  const { manifest, files } = await chunkSource(reference, await strategyFor(config, folder), {
    sourceName: document.sourceName,
    displayPath: show(REFERENCE_FILE),
    published: publishedPage(config, folder, (name) => readIfText(() => topic.read(name))),
  });
  const texts = manifest.chunks.map(({ file }) => ({
    text: document.embedded(files.get(file)!),
    displayPath: show(`${CHUNKS_DIRECTORY}/${file}`),
  }));
  const { strategy } = manifest;
  const questioned = { id: folder.id, text: reference.text, manifest };
  return {
    requests: [
      chunksRequest({ strategy, source_sha256: document.embeddingKey(manifest.source_sha256) }, texts),
      ...(config.prompts.enabled ? await questionRequests(topic, questioned) : []),
      ...placedQuestions(folder, workspace),
    ],
    overview: texts[0] && overviewRequest(texts[0]),
  };
}

/** The questions of the topic as it is built, if it is. */
function placedQuestions(folder: Folder, workspace: Place): EmbeddingRequest[] {
  const built = readBuiltTopic(folder, workspace);
  const request = built && questionPassages(built.topic());
  return request === undefined || request.texts.length === 0 ? [] : [request];
}

async function questionRequests(topic: FolderFiles, document: QuestionedDocument): Promise<EmbeddingRequest[]> {
  const requests: EmbeddingRequest[] = [];
  const people = topic.read(QA_PAIRS_FILE);
  const show = topic.displayPath(QA_PAIRS_FILE);
  const pairs = people === undefined ? [] : differentPairs(readQaPairs(people.text, show).pairs);
  if (people !== undefined) requests.push(questionsRequest(people.bytes, pairs, show));
  const models = topic.read(MODEL_QUESTIONS_FILE);
  if (models === undefined) return requests;
  const showModels = topic.displayPath(MODEL_QUESTIONS_FILE);
  const taken = pairs.map(({ question }) => question);
  const { questions } = await questionsOfModels(models.text, showModels, document, taken);
  return [...requests, modelQuestionsRequest(models.bytes, questions, showModels)];
}
