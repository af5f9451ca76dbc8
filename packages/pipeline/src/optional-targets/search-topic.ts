import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import type { Edition, SearchTopic } from '@topicmill/search/retrieval';
import { type ChunksManifest, manifestChunkFacts, readIndexJson } from '@topicmill/topics/formats';
import { pathIn, QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';
import type { TopicmillConfig } from '../config/index.js';
import { type EmbeddingRequest, type Folder, QUESTIONS_STRATEGY, type StepServices } from '../runner/index.js';
import { answersByQuestion, CHUNKS_DIRECTORY, type TopicDocument } from '../steps/index.js';

/** The files of a built topic that a search reads. */
interface TopicFiles {
  readonly id: string;
  /** Its `index.json`, and the path that errors name it by. */
  readonly index: DocumentFile;
  readonly displayIndexPath: string;
  readonly manifest: ChunksManifest;
  readonly document: TopicDocument;
  /** The docs that it belongs to, where a site has several. */
  readonly edition: Edition | undefined;
  /** People's questions and answers. */
  readonly questions: DocumentFile | undefined;
  /** Text of a chunk by its path below the topic's folder; `''` for a missing one. */
  chunkText(path: string): string;
}

/**
 * A topic as it is searched, without vectors.
 *
 * @throws TopicmillError `INDEX_INVALID`
 */
export function searchTopicOf({
  id,
  index: indexFile,
  displayIndexPath,
  manifest,
  document,
  edition,
  questions,
  chunkText,
}: TopicFiles): SearchTopic {
  const index = readIndexJson(indexFile.text, displayIndexPath);
  const items = index._embedded.chunks?.['golden-reference'].items ?? [];
  const answers = answersByQuestion(questions, QA_PAIRS_FILE);
  const chunks = manifest.chunks.map((chunk, at) => {
    const path = `${CHUNKS_DIRECTORY}/${chunk.file}`;
    return {
      title: chunk.title,
      path: pathIn(id, path),
      ...manifestChunkFacts(chunk),
      sourceLines: [chunk.start_line, chunk.end_line] as const,
      text: document.embedded(chunkText(path)),
      questions: (items[at]?.questions ?? []).map(({ question, hash, origin }) => ({
        text: question,
        answer: answers.get(question) ?? '',
        hash: BigInt(hash),
        ...(origin === undefined ? {} : { origin }),
      })),
    };
  });
  const { title, description } = index;
  return {
    id,
    title,
    chunks,
    ...(description === undefined ? {} : { description }),
    ...(edition === undefined ? {} : { edition }),
  };
}

/** The questions of a topic as the index has them: each by itself, without its answer. */
export function questionPassages({ chunks }: SearchTopic): EmbeddingRequest {
  const questions = chunks.flatMap(({ questions: own, path }) => own.map(({ text }) => ({ text, path })));
  const texts = questions.map(({ text }) => text);
  return {
    strategy: QUESTIONS_STRATEGY,
    sourceSha256: sha256Hex(texts.join('\n')),
    texts,
    labels: questions.map(({ text, path }) => `${path}: ${text}`),
  };
}

/** A topic with vectors, and what they cost. */
export interface TopicWithVectors {
  readonly topic: SearchTopic;
  readonly embeddedCount: number;
  /** Whether the model refused some of the texts. */
  readonly isPartial: boolean;
}

/**
 * A topic with the vectors of its chunks and of its questions: whoever asks nearly the same in other words finds what a
 * question was written for.
 *
 * @param makesQuestions whether vectors of questions are made where the cache lacks them; without it, such a question is
 *   found by its words alone
 */
export async function withVectors(
  topic: SearchTopic,
  { strategy, sourceSha256 }: Pick<EmbeddingRequest, 'strategy' | 'sourceSha256'>,
  services: Pick<StepServices, 'embed' | 'findVectors'>,
  makesQuestions = true,
): Promise<TopicWithVectors> {
  const ofChunks = await services.embed({
    strategy,
    sourceSha256,
    texts: topic.chunks.map(({ text }) => text),
    labels: topic.chunks.map(({ path }) => path),
    allowsRefusals: true,
  });
  const ofQuestions = await questionVectors(questionPassages(topic), services, makesQuestions);
  let at = 0;
  const chunks = topic.chunks.map((chunk, index) => ({
    ...chunk,
    vector: ofChunks.vectors[index]!,
    questions: chunk.questions.map((question) => ({ ...question, vector: ofQuestions.vectors[at++] })),
  }));
  return {
    topic: { ...topic, chunks },
    embeddedCount: ofChunks.embeddedCount + ofQuestions.embeddedCount,
    isPartial: ofChunks.refused.size > 0 || ofQuestions.isPartial,
  };
}

async function questionVectors(
  request: EmbeddingRequest,
  { embed, findVectors }: Pick<StepServices, 'embed' | 'findVectors'>,
  makes: boolean,
): Promise<Omit<TopicWithVectors, 'topic'> & { readonly vectors: readonly (Float32Array | undefined)[] }> {
  const { strategy, texts } = request;
  if (texts.length === 0) return { vectors: [], embeddedCount: 0, isPartial: false };
  if (!makes) {
    const found = findVectors(strategy, texts);
    return { vectors: texts.map((text) => found.get(text)), embeddedCount: 0, isPartial: false };
  }
  const { vectors, refused, embeddedCount } = await embed({ ...request, allowsRefusals: true });
  return {
    vectors: vectors.map((vector, at) => (refused.has(at) ? undefined : vector)),
    embeddedCount,
    isPartial: refused.size > 0,
  };
}

/** The docs that a folder's page belongs to, where the configuration has several versions or languages of them. */
export function editionOf(
  { page }: Pick<Folder, 'page'>,
  { roots }: Pick<TopicmillConfig, 'roots'>,
): Edition | undefined {
  const root = page && roots?.[page.rootIndex]?.name;
  if (root === undefined || (page!.version === undefined && page!.locale === undefined)) return undefined;
  return { root, version: page!.version, locale: page!.locale };
}

/**
 * From here on, a browser with an empty cache loads about half a megabyte, compressed, for its first search by words:
 * ten seconds at 50 kB/s. See the figures in `docs/reference/reading-client`.
 */
const LARGE_CHUNK_COUNT = 50_000;

/**
 * A warning for docs that are too large for an index in files.
 *
 * @param file path of the index for the message
 */
export function largeIndexWarnings(chunkCount: number, file: string): Diagnostic[] {
  if (chunkCount < LARGE_CHUNK_COUNT) return [];
  return [
    {
      severity: 'warning',
      code: 'SEARCH_INDEX_LARGE',
      message: `An index of ${chunkCount} chunks makes first searches in a browser slow: they load about half a megabyte or more.`,
      file,
      remedy:
        'Publish the docs in PostgreSQL (topicmill publish) and answer from there, or make an index for each part of them.',
    },
  ];
}
