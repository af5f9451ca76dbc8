import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import type { Edition, SearchTopic } from '@topicmill/search/retrieval';
import { type ChunksManifest, manifestChunkFacts, readIndexJson } from '@topicmill/topics/formats';
import { pathIn, QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';
import type { TopicmillConfig } from '../config/index.js';
import type { EmbeddingRequest, Folder, StepServices } from '../runner/index.js';
import { answersOf, CHUNKS_DIRECTORY, QUESTIONS_STRATEGY, type TopicDocument } from '../steps/index.js';

/** The files of a built topic that a search reads. */
export interface TopicFiles {
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
  /** Text of a chunk file by its path below the topic's folder; `''` for a missing one. */
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
  const answers = answersOf(questions, QA_PAIRS_FILE);
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

/**
 * A topic with the vectors of its chunks and of its questions, each by itself: whoever asks nearly the same in other words finds
 * what a question was written for.
 */
export async function withVectors(
  topic: SearchTopic,
  { strategy, sourceSha256 }: Pick<EmbeddingRequest, 'strategy' | 'sourceSha256'>,
  { embed }: Pick<StepServices, 'embed'>,
  { questions: withQuestions = true }: { readonly questions?: boolean } = {},
): Promise<{ topic: SearchTopic; embeddedCount: number }> {
  const ofChunks = await embed({
    strategy,
    sourceSha256,
    texts: topic.chunks.map(({ text }) => text),
    labels: topic.chunks.map(({ path }) => path),
  });
  const questions = !withQuestions
    ? []
    : topic.chunks.flatMap((chunk) => chunk.questions.map(({ text }) => ({ text, path: chunk.path })));
  const texts = questions.map(({ text }) => text);
  const ofQuestions =
    texts.length === 0
      ? { vectors: [], embeddedCount: 0 }
      : await embed({
          strategy: QUESTIONS_STRATEGY,
          sourceSha256: sha256Hex(texts.join('\n')),
          texts,
          labels: questions.map(({ text, path }) => `${path}: ${text}`),
        });
  let at = 0;
  const chunks = topic.chunks.map((chunk, index) => ({
    ...chunk,
    vector: ofChunks.vectors[index]!,
    questions: chunk.questions.map((question) => ({ ...question, vector: ofQuestions.vectors[at++] })),
  }));
  const embeddedCount = ofChunks.embeddedCount + ofQuestions.embeddedCount;
  return { topic: { ...topic, chunks }, embeddedCount };
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
