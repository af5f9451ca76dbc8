import { join } from 'node:path';
import { type Diagnostic, diagnosticsOf, throwFaults } from '@topicmill/base/diagnostics';
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
  folderFaults,
  openFolder,
  readIfText,
  type StepServices,
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
    diagnostics.push(...folderFaults([folder], workspace));
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
  const { manifest, texts: chunkTexts } = await chunkSource(reference, await strategyFor(config, folder), {
    sourceName: document.sourceName,
    displayPath: show(REFERENCE_FILE),
    published: publishedPage(config, folder, (name) => readIfText(() => topic.read(name))),
  });
  const texts = manifest.chunks.map(({ file }, at) => ({
    text: document.embedded(chunkTexts[at]!),
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

/** How many sources are embedded at once, so that the embedder has texts of several to send together. */
const CONCURRENCY = 16;

/** What the cache lacks of some requests. */
interface MissingTexts {
  /** Different texts of all requests together. */
  readonly textCount: number;
  /** Those without a vector in the cache, in the order of the requests. */
  readonly missing: readonly string[];
}

/** What has been done of a fill. */
interface FillProgress {
  /** Texts of the requests that are done, whether embedded or found. */
  readonly doneCount: number;
  readonly totalCount: number;
  readonly embeddedCount: number;
}

/** The requests whose vectors are stored. */
export function storedRequests(
  requests: readonly EmbeddingRequest[],
  services: Pick<StepServices, 'isTable'>,
): readonly EmbeddingRequest[] {
  return requests.filter(({ strategy }) => !services.isTable?.(strategy));
}

/**
 * The texts of the requests that the cache has no vector of. A text counts once for each strategy that keeps it. A table
 * needs none in the cache.
 */
export function missingTexts(
  requests: readonly EmbeddingRequest[],
  services: Pick<StepServices, 'findVectors' | 'isTable'>,
): MissingTexts {
  const byStrategy = new Map<string, Set<string>>();
  for (const { strategy, texts } of requests) {
    const known = byStrategy.get(strategy) ?? new Set();
    byStrategy.set(strategy, known);
    for (const text of texts) known.add(text);
  }
  const missing: string[] = [];
  let textCount = 0;
  for (const [strategy, texts] of byStrategy) {
    textCount += texts.size;
    if (services.isTable?.(strategy)) continue;
    const found = services.findVectors(strategy, [...texts]);
    missing.push(...[...texts].filter((text) => !found.has(text)));
  }
  return { textCount, missing };
}

/**
 * Embeds whatever the cache lacks. Each batch is written as soon as it arrives, so that a fill that was stopped resumes
 * where it left off.
 *
 * @param onProgress called after each source
 * @throws whatever the embedder throws, after the sources already under way have come to their end; FaultsError
 *   `EMBEDDER_TEXT_REFUSED` for texts that the model refuses, after all others have been embedded
 */
export async function fillEmbeddings(
  requests: readonly EmbeddingRequest[],
  services: Pick<StepServices, 'embed'>,
  onProgress: (progress: FillProgress) => void,
): Promise<FillProgress> {
  const totalCount = requests.reduce((sum, { texts }) => sum + texts.length, 0);
  let progress: FillProgress = { doneCount: 0, totalCount, embeddedCount: 0 };
  const waiting = requests.values();
  const refusals = new Set<string>();
  let failure: { readonly thrown: unknown } | undefined;
  const work = async (): Promise<void> => {
    for (const request of waiting) {
      if (failure !== undefined) return;
      try {
        const { embeddedCount, refused } = await services.embed({ ...request, allowsRefusals: true });
        for (const { message } of refused.values()) refusals.add(message);
        progress = {
          doneCount: progress.doneCount + request.texts.length,
          totalCount,
          embeddedCount: progress.embeddedCount + embeddedCount,
        };
        onProgress(progress);
      } catch (thrown) {
        failure ??= { thrown };
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (failure !== undefined) throw (failure as { readonly thrown: unknown }).thrown;
  throwFaults([...refusals].map(refusedText));
  return progress;
}

function refusedText(message: string): Diagnostic {
  const remedy = 'Change the text, use another model, or leave it: its chunk is found by its words.';
  return { severity: 'error', code: 'EMBEDDER_TEXT_REFUSED', message, remedy };
}
