import { refuseLinkOrPipe, updateFile } from '@topicmill/base/files';
import type { SearchIndex } from '@topicmill/search/retrieval';
import { editModelQuestions, type SectionEdit } from '@topicmill/topics/formats';
import { simHash64 } from '@topicmill/topics/similarity';
import { type GateTopic, questionsOf } from '../gate/index.js';
import { sectionsOf } from './accept-answers.js';
import { completeFingerprints } from './fingerprint.js';
import { judgeWorth, WORTH_FAULTS, type WorthFault } from './judge-worth.js';
import { type AskedQuestion, type Gain, measureGains } from './measure-gains.js';
import type { QuestionedTopic } from './questioned-topic.js';
import { WordCoverage } from './word-coverage.js';

/** A question that was judged. */
export interface JudgedQuestion extends Gain {
  /** Id of its chunk. */
  readonly chunk: string;
  readonly question: string;
}

/** A question that is dropped. */
export interface DroppedQuestion extends JudgedQuestion {
  readonly reason: WorthFault;
  readonly message: string;
  /** The topic that answers it better, where that is the reason. */
  readonly otherTopic?: string | undefined;
}

/** What has been done with the questions that models wrote. */
export interface FilterReport {
  readonly dropped: readonly DroppedQuestion[];
  readonly kept: readonly JudgedQuestion[];
  /** Files that were written, or would be. */
  readonly files: readonly string[];
}

/** How questions are filtered. */
export interface FilterOptions {
  /** Says what would be dropped, and drops nothing. */
  readonly isDryRun?: boolean | undefined;
  onProgress?(doneCount: number, totalCount: number): void;
}

/** The docs as they are searched. */
export interface SearchedDocs {
  /** All topics that the index was made from. */
  readonly topics: readonly GateTopic[];
  readonly index: Pick<SearchIndex, 'search'>;
}

/**
 * Drops questions that models wrote and that do more harm than good, as if a person had deleted them. Those that people
 * wrote or changed are not judged.
 *
 * @param topics those whose questions are judged
 * @throws FaultsError `MODEL_QUESTIONS_INVALID`; TopicmillError `FILE_UNREADABLE`, `FILE_UNWRITABLE`, `LINK_NOT_FOLLOWED`, and what the index throws
 */
export async function filterQuestions(
  topics: readonly QuestionedTopic[],
  { topics: searched, index }: SearchedDocs,
  { isDryRun = false, onProgress }: FilterOptions = {},
): Promise<FilterReport> {
  const byId = new Map(topics.map((topic) => [topic.id, topic]));
  const written = writtenQuestions(searched);
  const judged = differentTexts(written.filter(({ topic }) => byId.has(topic)));
  const others = differentTexts(written.filter(({ topic }) => !byId.has(topic)));
  const gains = await measureGains(index, judged, [...others, ...questionsOf(searched)], onProgress);
  const coverage = new WordCoverage(
    searched.flatMap(({ id, title, chunks }) => chunks.map(({ text }) => ({ topic: id, text: `${title}\n${text}` }))),
  );
  const dropped: DroppedQuestion[] = [];
  const kept: JudgedQuestion[] = [];
  for (const { topic, text, place, chunk } of judged) {
    const gain = gains.get(text)!;
    const about = { chunk: byId.get(topic)!.chunks[place]!.id, question: text, ...gain };
    const fault = judgeWorth(text, { coverage, chunk, ...gain });
    if (fault === undefined) kept.push(about);
    else dropped.push({ ...about, ...fault, message: WORTH_FAULTS[fault.reason] });
  }
  const files = topics.filter((topic) => drop(topic, dropped, isDryRun)).map(({ file }) => file);
  return { dropped, kept, files };
}

interface WrittenQuestion extends AskedQuestion {
  /** Index of its chunk in its topic, and among all chunks. */
  readonly place: number;
  readonly chunk: number;
}

function writtenQuestions(topics: readonly GateTopic[]): WrittenQuestion[] {
  let first = 0;
  return topics.flatMap(({ id, chunks, modelQuestions }) => {
    const start = first;
    first += chunks.length;
    return modelQuestions
      .filter(({ origin }) => origin === 'model')
      .map(({ question, chunk }) => ({ topic: id, text: question, place: chunk, chunk: start + chunk }));
  });
}

/** A question that several topics have is judged once, where it comes first. */
function differentTexts(questions: readonly WrittenQuestion[]): WrittenQuestion[] {
  const known = new Set<string>();
  return questions.filter(({ text }) => known.size < known.add(text).size);
}

/** Takes questions out of the file of a topic; returns whether it has any of them. */
function drop(topic: QuestionedTopic, dropped: readonly DroppedQuestion[], isDryRun: boolean): boolean {
  const own = new Set(topic.chunks.map(({ id }) => id));
  const hashes = new Set(dropped.filter(({ chunk }) => own.has(chunk)).map(({ question }) => simHash64(question)));
  if (hashes.size === 0) return false;
  refuseLinkOrPipe(topic.path, topic.file);
  if (isDryRun) return true;
  const { replaced } = updateFile(topic.path, (present) => without(topic, present, hashes) ?? '', topic.file);
  for (const each of replaced) each.close();
  return true;
}

function without(topic: QuestionedTopic, text: string | undefined, hashes: ReadonlySet<bigint>): string | undefined {
  const { byChunk, waiting } = sectionsOf(topic, text);
  const sections = [...byChunk.flatMap((match) => match?.section ?? []), ...waiting.flat()];
  const edits = sections
    .filter(({ questions }) => questions.some(({ hash, isUnchanged }) => isUnchanged && hashes.has(hash)))
    .map((section): SectionEdit => {
      const { chunk, text: textName, by, questions } = section;
      const written = completeFingerprints(section.written, questions);
      return { chunk, text: textName, by, written, present: section, title: '', added: [], removed: hashes };
    });
  const order = topic.chunks.map(({ key }) => key);
  return edits.length === 0 ? text : editModelQuestions(text, edits, order, topic.file);
}
