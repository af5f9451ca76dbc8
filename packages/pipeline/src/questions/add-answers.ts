import { type Diagnostic, FaultsError } from '@topicmill/base/diagnostics';
import { readTextIfExists, refuseLinkOrPipe, updateFile } from '@topicmill/base/files';
import { addTo } from '@topicmill/base/groups';
import { type ChunkQuestions, type WrittenQuestions, writtenQuestionsSchema } from '@topicmill/topics/formats';
import {
  type AcceptedAnswers,
  acceptAnswers,
  type ChunkCount,
  type ChunkQuestion,
  type MovedQuestion,
  UNKNOWN_CHUNK,
} from './accept-answers.js';
import type { Refusal } from './judge-answer.js';
import type { QuestionedTopic } from './questioned-topic.js';

/** What has been done with answers. */
export interface AddedQuestions {
  readonly added: readonly ChunkQuestion[];
  /** Questions that another chunk of the page had, about an earlier text. */
  readonly moved: readonly MovedQuestion[];
  /** Questions about an earlier text of a chunk that were given again for the present one, and stay. */
  readonly repeated: readonly ChunkQuestion[];
  /** Chunks of the answers that have fewer questions than are asked for. */
  readonly few: readonly ChunkCount[];
  readonly skipped: readonly string[];
  readonly refused: readonly Refusal[];
  /** Files that were written, or would be. */
  readonly files: readonly string[];
}

/** How answers are added. */
interface AddOptions {
  /** Questions that are asked for at each chunk. */
  readonly perChunk: number;
  /** Says what would be done, and does nothing. */
  readonly isDryRun?: boolean | undefined;
  onTopic?(doneCount: number, totalCount: number): void;
}

/**
 * Writes questions into the files of their topics, file by file: what is done stays done if it is stopped. A file that a
 * person edits at the same time is read again.
 *
 * @throws FaultsError `MODEL_QUESTIONS_INVALID`; TopicmillError `FILE_UNREADABLE`, `FILE_UNWRITABLE`, `LINK_NOT_FOLLOWED`
 */
export function addAnswers(
  topics: readonly QuestionedTopic[],
  { by, chunks }: WrittenQuestions,
  { perChunk, isDryRun = false, onTopic }: AddOptions,
): AddedQuestions {
  const { byTopic, unknown } = answersByTopic(topics, chunks);
  const results: AcceptedAnswers[] = [];
  const files: string[] = [];
  for (const [topic, answers] of byTopic) {
    const result = addToTopic(topic, answers, { by, perChunk, isDryRun });
    results.push(result);
    if (result.text !== undefined) files.push(topic.file);
    onTopic?.(results.length, byTopic.size);
  }
  return {
    added: results.flatMap(({ added }) => added),
    moved: results.flatMap(({ moved }) => moved),
    repeated: results.flatMap(({ repeated }) => repeated),
    few: results.flatMap(({ counts }) => counts.filter(({ count }) => count < perChunk)),
    skipped: results.flatMap(({ skipped }) => skipped),
    refused: [...unknown, ...results.flatMap(({ refused }) => refused)],
    files,
  };
}

/** The same for the answers about one topic. */
function addToTopic(
  topic: QuestionedTopic,
  answers: readonly ChunkQuestions[],
  { isDryRun, ...asked }: { readonly by: string; readonly perChunk: number; readonly isDryRun: boolean },
): AcceptedAnswers {
  refuseLinkOrPipe(topic.path, topic.file);
  let result = acceptAnswers(topic, readTextIfExists(topic.path, topic.file), answers, asked);
  if (result.text === undefined || isDryRun) return result;
  const { replaced } = updateFile(
    topic.path,
    (present) => {
      result = acceptAnswers(topic, present, answers, asked);
      return result.text ?? present ?? '';
    },
    topic.file,
  );
  for (const each of replaced) each.close();
  return result;
}

function answersByTopic(
  topics: readonly QuestionedTopic[],
  answers: readonly ChunkQuestions[],
): { byTopic: Map<QuestionedTopic, ChunkQuestions[]>; unknown: Refusal[] } {
  const topicOf = new Map(topics.flatMap((topic) => topic.chunks.map(({ id }) => [id, topic] as const)));
  const byTopic = new Map<QuestionedTopic, ChunkQuestions[]>();
  const unknown: Refusal[] = [];
  for (const answer of answers) {
    const topic = topicOf.get(answer.chunk);
    if (topic === undefined) unknown.push({ chunk: answer.chunk, ...UNKNOWN_CHUNK });
    else addTo(byTopic, topic, answer);
  }
  return { byTopic, unknown };
}

/**
 * Reads the questions that `questions add` takes.
 *
 * @param file path that errors name
 * @throws FaultsError `QUESTIONS_INVALID` for every fault
 */
export function readAnswers(text: string, file: string): WrittenQuestions {
  const fault = (message: string): Diagnostic => ({
    severity: 'error',
    code: 'QUESTIONS_INVALID',
    message,
    file,
    remedy: 'Give `{"by": "…", "chunks": [{"chunk": "…", "text_hash": "…", "questions": ["…"]}]}`.',
  });
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (cause) {
    throw new FaultsError([fault(`It is not JSON: ${(cause as Error).message}.`)]);
  }
  const parsed = writtenQuestionsSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [first, ...others] = parsed.error.issues.map(({ path, message }) =>
    fault(`${path.length === 0 ? 'The whole' : path.join('.')}: ${message}.`),
  );
  throw new FaultsError([first!, ...others]);
}
