import { readTextIfExists } from '@topicmill/base/files';
import type { QuestionSection, SectionQuestion } from '@topicmill/topics/formats';
import { instructionsFor, pageQuestionCount, sectionsOf } from './accept-answers.js';
import type { QuestionedChunk, QuestionedTopic } from './questioned-topic.js';

/** Version of what `questions todo` lists. */
const TODO_FORMAT = 1;

/**
 * A chunk that has no questions yet, whose text has been edited since, that questions about a chunk that is gone wait for, or
 * that opens a page without questions about all of it.
 */
export interface OpenChunk {
  readonly topic: QuestionedTopic;
  readonly chunk: QuestionedChunk;
  /** Sections about its earlier text, and those about chunks that are gone whose questions wait for it. */
  readonly earlier: readonly QuestionSection[];
  /** The questions about its text, which stay: it is asked about its page and its earlier questions alone. */
  readonly existingQuestions: readonly SectionQuestion[] | undefined;
  /** How many questions about the page as a whole are asked for. */
  readonly pageCount: number;
}

/**
 * The chunks of topics that are to be asked about, in the order of their documents.
 *
 * @param count questions for each chunk
 */
export function openChunks(topics: readonly QuestionedTopic[], count: number): OpenChunk[] {
  return topics.flatMap((topic) => {
    const { byChunk, waiting } = sectionsOf(topic, readTextIfExists(topic.path, topic.file));
    const isPageAsked = byChunk.some((match) => match?.section.isPageAsked);
    return topic.chunks.flatMap((chunk, at): OpenChunk[] => {
      const match = byChunk[at];
      if (!chunk.isAskable) return [];
      const homeless = waiting[at]!;
      if (match?.isCurrent !== true) {
        const pageCount = pageQuestionCount(chunk, count);
        const earlier = [...(match === undefined ? [] : [match.section]), ...homeless];
        return [{ topic, chunk, earlier, existingQuestions: undefined, pageCount }];
      }
      const present = match.section.questions;
      const pageCount = !isPageAsked && isPageOpen(match.section, count) ? pageQuestionCount(chunk, present.length) : 0;
      const isOpen =
        pageCount > 0 || homeless.some(({ questions }) => questions.some(({ isUnchanged }) => isUnchanged));
      return isOpen ? [{ topic, chunk, earlier: homeless, existingQuestions: present, pageCount }] : [];
    });
  });
}

/** Whoever wrote more questions than are asked for at a chunk wrote some about the page, before that was noted in the file. */
function isPageOpen({ written }: QuestionSection, count: number): boolean {
  return written.length <= count;
}

/** What is listed to whoever writes questions. */
interface Todo {
  readonly format: typeof TODO_FORMAT;
  readonly instructions: string;
  /** At most. */
  readonly questions_per_chunk: number;
  /** Chunks that are not listed this time. */
  readonly further: number;
  readonly chunks: readonly {
    readonly chunk: string;
    readonly text_hash: string;
    readonly page_title: string;
    readonly headings: readonly string[];
    readonly languages: readonly string[];
    readonly text: string;
    /** At the text that opens a page: further questions about all of it, at most, and its headings. */
    readonly page_questions?: number;
    readonly outline?: readonly string[];
    /** Of a text that was asked about before its page was, or that earlier questions wait for: what it has, and keeps. */
    readonly present_questions?: readonly string[];
    readonly present_page_questions?: readonly string[];
    /** About an earlier text or a chunk that is gone: those that are to stay are given again. */
    readonly earlier_questions?: readonly string[];
    readonly earlier_page_questions?: readonly string[];
    /** Kinds of text in it that readers do not see. */
    readonly hidden_text?: readonly string[];
  }[];
}

const HANDING_BACK = `Hand them back as {"by": "<your name as a model or agent>", "chunks": [{"chunk": "…", "text_hash": "…", "questions": ["…"], "page_questions": ["…"]}]}, with page_questions only where the text has a number of them, and "skip": true in place of questions for a text that answers nothing. Of earlier_questions and earlier_page_questions, which were written for an earlier text or for one that is gone, give those again that still fit; if another text of the page answers one now, give it for that one. Each new question takes the place of one of them, the first one first; those that are left stay. A text with present_questions and without page_questions is listed for its earlier questions: write no others.`;

/** The first open chunks with instructions, as `questions add` takes the answers. */
export function todoOf(open: readonly OpenChunk[], count: number, limit: number): Todo {
  const given = open.slice(0, limit);
  return {
    format: TODO_FORMAT,
    instructions: `${instructionsFor(count)}\n\n${HANDING_BACK}`,
    questions_per_chunk: count,
    further: open.length - given.length,
    chunks: given.map(({ topic, chunk, earlier, existingQuestions: present, pageCount }) => ({
      chunk: chunk.id,
      text_hash: chunk.textHash,
      page_title: topic.title,
      headings: chunk.headings,
      languages: topic.languages,
      text: chunk.text,
      ...(pageCount === 0 ? {} : { page_questions: pageCount, outline: chunk.outline! }),
      ...presentQuestions(present),
      ...earlierQuestions(earlier),
      ...(chunk.hiddenText.length === 0 ? {} : { hidden_text: chunk.hiddenText }),
    })),
  };
}

/** Questions about a chunk itself, and those that are noted to be about its page. */
interface QuestionTexts {
  readonly own: readonly string[];
  readonly aboutPage: readonly string[];
}

export function textsByKind(questions: readonly SectionQuestion[]): QuestionTexts {
  const textsOf = (isWanted: boolean): string[] =>
    questions.filter(({ isAboutPage }) => isAboutPage === isWanted).map(({ text }) => text);
  return { own: textsOf(false), aboutPage: textsOf(true) };
}

/** The earlier questions that give way to new ones; people's own stay in any case. */
export function earlierTexts(earlier: readonly QuestionSection[]): QuestionTexts {
  return textsByKind(earlier.flatMap(({ questions }) => questions.filter(({ isUnchanged }) => isUnchanged)));
}

type TodoChunk = Todo['chunks'][number];

function presentQuestions(present: OpenChunk['existingQuestions']): Partial<TodoChunk> {
  if (present === undefined) return {};
  const { own, aboutPage } = textsByKind(present);
  return { present_questions: own, ...(aboutPage.length === 0 ? {} : { present_page_questions: aboutPage }) };
}

function earlierQuestions(earlier: OpenChunk['earlier']): Partial<TodoChunk> {
  const { own, aboutPage } = earlierTexts(earlier);
  return {
    ...(own.length === 0 ? {} : { earlier_questions: own }),
    ...(aboutPage.length === 0 ? {} : { earlier_page_questions: aboutPage }),
  };
}

/** How far the questions of a topic are. */
export interface QuestionStatus {
  readonly topic: string;
  /** The file with its questions, from the workspace's root. */
  readonly file: string;
  /** Chunks with enough text to ask about. */
  readonly chunks: number;
  /** Those of them without questions yet, and with questions about an earlier text. */
  readonly missing: number;
  readonly edited: number;
  /** 1 for a page with questions about the chunk that opens it, and none about the page as a whole; else 0. */
  readonly pages: number;
  /** Questions as a model wrote them, and those that people wrote or changed. */
  readonly byModel: number;
  readonly byPeople: number;
  /** Questions that a model wrote and that were deleted, changed or dropped. */
  readonly deleted: number;
  /** Questions whose chunk is gone: they count for another one until it is asked about. */
  readonly gone: number;
}

/**
 * @param count questions for each chunk
 * @throws FaultsError `MODEL_QUESTIONS_INVALID`
 */
export function questionStatus(topic: QuestionedTopic, count: number): QuestionStatus {
  const { byChunk, waiting } = sectionsOf(topic, readTextIfExists(topic.path, topic.file));
  const asked = topic.chunks.map((chunk, at) => ({ chunk, match: byChunk[at] }));
  const askable = asked.filter(({ chunk }) => chunk.isAskable);
  const sections = byChunk.flatMap((match) => match?.section ?? []);
  const questions = sections.flatMap((section) => section.questions);
  return {
    topic: topic.id,
    file: topic.file,
    chunks: askable.length,
    missing: askable.filter(({ match }) => match === undefined).length,
    pages: openChunks([topic], count).filter(
      ({ existingQuestions: present, pageCount }) => present !== undefined && pageCount > 0,
    ).length,
    edited: askable.filter(({ match }) => match?.isCurrent === false).length,
    byModel: questions.filter(({ isUnchanged }) => isUnchanged).length,
    byPeople: questions.filter(({ isUnchanged }) => !isUnchanged).length,
    deleted: sections.reduce((sum, section) => sum + section.deleted.length, 0),
    gone: waiting.flat().reduce((sum, section) => sum + section.questions.length, 0),
  };
}
