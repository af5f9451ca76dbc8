import { refuseLinkOrPipe, updateFile } from '@topicmill/base/files';
import { analyzeText, type SearchIndex, type SearchResult } from '@topicmill/search/retrieval';
import { editModelQuestions, type SectionEdit } from '@topicmill/topics/formats';
import { simHash64 } from '@topicmill/topics/similarity';
import { type GateTopic, questionsOf } from '../gate/index.js';
import { sectionsOf } from './accept-answers.js';
import { eachOnce } from './judge-question.js';
import type { QuestionedTopic } from './questioned-topic.js';

/** A question that was judged. */
export interface JudgedQuestion extends Gain {
  /** Id of its chunk. */
  readonly chunk: string;
  readonly question: string;
}

/** A question that is dropped. */
interface DroppedQuestion extends JudgedQuestion {
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
interface FilterOptions {
  /** Says what would be dropped, and drops nothing. */
  readonly isDryRun?: boolean | undefined;
  onProgress?(doneCount: number, totalCount: number): void;
}

/** The docs as they are searched. */
interface SearchedDocs {
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
  const { replaced } = updateFile(topic.path, (present) => withoutQuestions(topic, present, hashes) ?? '', topic.file);
  for (const each of replaced) each.close();
  return true;
}

function withoutQuestions(
  topic: QuestionedTopic,
  text: string | undefined,
  hashes: ReadonlySet<bigint>,
): string | undefined {
  const { byChunk, waiting } = sectionsOf(topic, text);
  const sections = [...byChunk.flatMap((match) => match?.section ?? []), ...waiting.flat()];
  const edits = sections
    .filter(({ questions }) => questions.some(({ hash, isUnchanged }) => isUnchanged && hashes.has(hash)))
    .map((section): SectionEdit => {
      const { chunk, text: textName, by } = section;
      const written = eachOnce(section.written);
      return { chunk, text: textName, by, written, present: section, title: '', added: [], removed: hashes };
    });
  const order = topic.chunks.map(({ key }) => key);
  return edits.length === 0 ? text : editModelQuestions(text, edits, order, topic.file);
}

/** Why a question that may be kept is not worth keeping, by the name that reports give it. */
const WORTH_FAULTS = {
  'says-nothing': 'Most chunks have all of its words.',
  'other-page': 'A chunk of another page has most of its words, and its own has few.',
  'repeats-text': 'Its chunk has its words, and is found without it.',
  'costs-answers': 'Other questions are answered worse because of it.',
} as const;

type WorthFault = keyof typeof WORTH_FAULTS;

/** A word that a larger share of the chunks contains distinguishes none of them. */
const COMMON_SHARE = 0.5;
/** Share of a question's words, by weight, that another page has if it answers better, and how much more than its own. */
const OTHER_SHARE = 0.7;
const OTHER_LEAD = 0.4;
const REPEATED_SHARE = 0.9;
/**
 * Sum of reciprocal ranks that other questions lose beyond what the question gains: a whole answer. Smaller losses are mostly
 * chance, and questions that would be dropped by them are the ones that answer people in their own words.
 */
const MIN_LOSS = 1;

/** What a question is judged by. */
interface WorthContext extends Gain {
  readonly coverage: WordCoverage;
  /** Number of its chunk among the texts of `coverage`. */
  readonly chunk: number;
}

/** What speaks against keeping a question, and the topic that answers it better where one does. */
export function judgeWorth(
  question: string,
  { coverage, chunk, gained, place }: WorthContext,
): { reason: WorthFault; otherTopic?: string } | undefined {
  if (coverage.rarestShare(question) > COMMON_SHARE) return { reason: 'says-nothing' };
  const { own, other, otherTopic } = coverage.compare(question, chunk);
  if (otherTopic !== undefined && other >= OTHER_SHARE && other - own >= OTHER_LEAD) {
    return { reason: 'other-page', otherTopic };
  }
  if (own >= REPEATED_SHARE && place === 1) return { reason: 'repeats-text' };
  return gained < -MIN_LOSS ? { reason: 'costs-answers' } : undefined;
}

/** A question that is asked, with the topic that answers it. */
interface AskedQuestion {
  readonly topic: string;
  readonly text: string;
}

/** What a question of a chunk is worth to those who ask. */
interface Gain {
  /**
   * By how much 1 / place of the right topic rises when the question counts, summed over all other questions of the docs;
   * below 0 if more is lost than won.
   */
  readonly gained: number;
  /** Place of its own topic when it is asked and does not count; 0 when it is not among those found. */
  readonly place: number;
}

/** As many results as are looked through for the topic. */
const RESULT_COUNT = 30;

/**
 * Finds out what each of some questions changes: all questions of the docs are asked, none answered by its own entry in whatever wording, and
 * asked again without each question that brought the right topic or one before it.
 *
 * @param index that counts all questions
 * @param judged the questions to find out about, each text once
 * @param others further questions, such as hand-written ones
 */
export async function measureGains(
  index: Pick<SearchIndex, 'search'>,
  judged: readonly AskedQuestion[],
  others: readonly AskedQuestion[],
  onProgress?: (doneCount: number, totalCount: number) => void,
): Promise<ReadonlyMap<string, Gain>> {
  const gained = new Map(judged.map(({ text }) => [text, 0]));
  const places = new Map<string, number>();
  const asked = [...judged, ...others];
  for (const [at, { topic, text }] of asked.entries()) {
    const all = await rankedPlace(index, topic, text, []);
    if (at < judged.length) places.set(text, all.place);
    const counted = all.decisive.flatMap(({ match: { question } }) => question ?? []);
    for (const question of new Set(counted)) {
      const before = gained.get(question);
      if (before === undefined) continue;
      const without = await rankedPlace(index, topic, text, [question]);
      gained.set(question, before + worth(all.place) - worth(without.place));
    }
    onProgress?.(at + 1, asked.length);
  }
  return new Map(judged.map(({ text }) => [text, { gained: gained.get(text)!, place: places.get(text)! }]));
}

interface Place {
  readonly place: number;
  /** The results of the right topic and of those before it. */
  readonly decisive: readonly SearchResult[];
}

async function rankedPlace(
  index: Pick<SearchIndex, 'search'>,
  topic: string,
  text: string,
  masked: readonly string[],
): Promise<Place> {
  const maskedQuestion = [text, ...masked];
  const { results } = await index.search(text, { limit: RESULT_COUNT, maskedQuestion, maskedTopics: [topic] });
  const order = [...new Set(results.map((result) => result.topic))];
  const place = order.indexOf(topic) + 1;
  const first = new Set(place === 0 ? order : order.slice(0, place));
  return { place, decisive: results.filter((result) => first.has(result.topic)) };
}

function worth(place: number): number {
  return place === 0 ? 0 : 1 / place;
}

/** A text that words are looked for in. */
interface CoveringText {
  readonly topic: string;
  readonly text: string;
}

/** How much of a question's words some texts contain; a rare word weighs more than one that many of them have. */
export class WordCoverage {
  private readonly topics: readonly string[];
  /** By word the numbers of the texts that have it. */
  private readonly textsOf = new Map<string, number[]>();

  constructor(texts: readonly CoveringText[]) {
    this.topics = texts.map(({ topic }) => topic);
    for (const [at, { text }] of texts.entries()) {
      for (const word of new Set(analyzeText(text))) {
        const known = this.textsOf.get(word);
        if (known === undefined) this.textsOf.set(word, [at]);
        else known.push(at);
      }
    }
  }

  /** Share of the texts that have the word of a question that fewest of them have; 1 for a question without words. */
  rarestShare(question: string): number {
    const counts = analyzeText(question).map((word) => this.textsOf.get(word)?.length ?? 0);
    return this.topics.length === 0 ? 1 : Math.min(this.topics.length, ...counts) / this.topics.length;
  }

  /**
   * Shares of a question's words, by weight, that the text of its own has, and the text of another topic that has most.
   *
   * @param own number of the text, in the order given
   */
  compare(question: string, own: number): { own: number; other: number; otherTopic: string | undefined } {
    const found = new Map<number, number>();
    let total = 0;
    for (const word of new Set(analyzeText(question))) {
      const texts = this.textsOf.get(word) ?? [];
      const weight = Math.log(1 + (this.topics.length - texts.length + 0.5) / (texts.length + 0.5));
      total += weight;
      for (const at of texts) found.set(at, (found.get(at) ?? 0) + weight);
    }
    let other = 0;
    let otherTopic: string | undefined;
    for (const [at, weight] of found) {
      if (this.topics[at] === this.topics[own] || weight <= other) continue;
      other = weight;
      otherTopic = this.topics[at];
    }
    const share = (weight: number): number => (total === 0 ? 0 : weight / total);
    return { own: share(found.get(own) ?? 0), other: share(other), otherTopic };
  }
}
