import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import { decodeIfValid } from '@topicmill/base/paths';
import { oneLine } from '@topicmill/text/white-space';
import * as z from 'zod';
import { simHash64 } from '../../similarity/index.js';
import { conflictMarkers } from '../conflict-markers.js';

/** What is kept of a question that a model wrote, whatever becomes of its line. */
export interface QuestionFingerprint {
  /** Its SimHash. */
  readonly hash: bigint;
  /** Eight hex digits, of the words in it that say something, in any order; `undefined` where none does. */
  readonly words?: string | undefined;
}

/** What the comment of a section says. */
export interface SectionComment {
  /** The chunk's id without that of its topic: `#installing~2`; empty for text before the first anchor. */
  readonly chunk: string;
  /** First 16 hex digits of the SHA-256 of the chunk's own text that was asked about. */
  readonly text: string;
  /** Models that wrote for the chunk. */
  readonly by: string;
  /** Of all questions that a model wrote for this text: those that are gone from the list were deleted. */
  readonly written: readonly QuestionFingerprint[];
}

const COMMENT =
  /^<!-- chunk="([^"<>\s]*)" text="([0-9a-f]{16})" by="([^"<>]*)" written="((?:[0-9a-f]{16}(?:-[0-9a-f]{8})?(?: (?=[0-9a-f]))?)*)" -->[ \t]*$/;
const STARTS_LIKE_ONE = /^\s*<!--\s*chunk\b/;
/** What would end the comment or one of its values. */
const UNSAFE_IN_ID = /[%"<>\s\p{Cc}]/gu;
const UNSAFE_IN_NAME = /[%"<>\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Below the comment of a section whose chunk was asked about its page as a whole. A release that does not know it keeps it. */
export const PAGE_ASKED = '<!-- asked about the page as a whole -->';
/** Above those questions of a section that are about the page as a whole. A release that does not know it keeps it. */
export const ABOUT_PAGE = '<!-- about the page as a whole -->';

/** A section's comment on one line. */
export function formatComment({ chunk, text, by, written }: SectionComment): string {
  const hashes = written.map(formatFingerprint).join(' ');
  return `<!-- chunk="${escaped(chunk, UNSAFE_IN_ID)}" text="${text}" by="${escaped(by, UNSAFE_IN_NAME)}" written="${hashes}" -->`;
}

/** Whether a line is meant as a section's comment, readable or not. */
function looksLikeComment(line: string): boolean {
  return STARTS_LIKE_ONE.test(line);
}

/** `undefined` for a line that is not a section's comment. */
function readComment(line: string): SectionComment | undefined {
  const match = COMMENT.exec(line);
  if (match === null) return undefined;
  const [, chunk, text, by, hashes] = match as unknown as [string, string, string, string, string];
  const written = hashes === '' ? [] : hashes.split(' ').map(readFingerprint);
  return { chunk: decodeIfValid(chunk), text, by: decodeIfValid(by), written };
}

function formatFingerprint({ hash, words }: QuestionFingerprint): string {
  const digits = hash.toString(16).padStart(16, '0');
  return words === undefined ? digits : `${digits}-${words}`;
}

function readFingerprint(written: string): QuestionFingerprint {
  const [digits, words] = written.split('-') as [string, string?];
  return { hash: BigInt(`0x${digits}`), words };
}

function escaped(value: string, unsafe: RegExp): string {
  return value.replace(unsafe, (character) => encodeURIComponent(character));
}

const MAX_NAME_LENGTH = 100;

const chunkQuestions = z
  .strictObject({
    chunk: z.string().describe('Id of the chunk, as it was listed.'),
    text_hash: z.string().describe('Hash of the text, as it was listed.'),
    questions: z.array(z.string()).optional(),
    page_questions: z
      .array(z.string())
      .optional()
      .describe('About the page as a whole, for a text that was listed with page_questions.'),
    skip: z.literal(true).optional().describe('The text answers no question; instead of questions.'),
  })
  .refine(
    ({ questions, page_questions, skip }) => ((questions ?? page_questions) === undefined) !== (skip === undefined),
    {
      message: 'must have either questions or skip',
    },
  );

/** Fields of what hands questions back. */
export const writtenQuestionsShape = {
  by: z
    .string()
    .trim()
    .min(1)
    .max(MAX_NAME_LENGTH)
    .regex(/^[^\p{Cc}]*$/u, 'must be on one line')
    .describe('The model or agent that wrote the questions.'),
  chunks: z.array(chunkQuestions),
};

/** Schema of what `questions add` takes. */
export const writtenQuestionsSchema = z.strictObject(writtenQuestionsShape);

/** Questions that a model wrote for chunks. */
export type WrittenQuestions = z.infer<typeof writtenQuestionsSchema>;
/** Those for one chunk. */
export type ChunkQuestions = WrittenQuestions['chunks'][number];

/** Version of the form of `model-questions.md`. */
const MODEL_QUESTIONS_FORMAT = 1;

/** A question of a section. */
export interface SectionQuestion {
  /** On one line. */
  readonly text: string;
  /** Its SimHash. */
  readonly hash: bigint;
  /** Whether it has the words that a model wrote, for this chunk or another; else a person wrote or changed it. */
  readonly isUnchanged: boolean;
  /** Whether it is noted to be about the page as a whole. */
  readonly isAboutPage: boolean;
  /** 0-based first line, and how many it has. */
  readonly line: number;
  readonly lineCount: number;
}

/** The questions of one chunk. */
export interface QuestionSection extends SectionComment {
  /** Each once, in the order of the file. */
  readonly questions: readonly SectionQuestion[];
  /** Of the questions that a model wrote for it, and a person deleted or changed: no section has them. */
  readonly deleted: readonly QuestionFingerprint[];
  /** Whether questions about the page as a whole were asked for, too. */
  readonly isPageAsked: boolean;
  /** The text of its heading; empty where it has none. */
  readonly title: string;
  /** 0-based line of its comment. */
  readonly line: number;
  /** 0-based line of the note above its questions about the page as a whole; `undefined` where there is none. */
  readonly pageLine: number | undefined;
  /** 0-based line of its heading, or of the comment where there is none. */
  readonly firstLine: number;
  /** 0-based line after its last one. */
  readonly endLine: number;
}

/** A file of questions that models wrote. */
interface ModelQuestions {
  /** In the order of the file. */
  readonly sections: readonly QuestionSection[];
  /** Unresolved conflicts of a merge. */
  readonly diagnostics: readonly Diagnostic[];
}

const FORMAT_LINE = /^<!-- model-questions format="(\d+)" -->[ \t]*$/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const ITEM = /^ {0,3}[-*+][ \t]+(\S.*)$/;
const CONTINUATION = /^(?: {2,}|\t)(\S.*)$/;

/** The comment that says which form a file has. */
export const FORMAT_COMMENT = `<!-- model-questions format="${MODEL_QUESTIONS_FORMAT}" -->`;

/** The lines of a file without their ends. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/**
 * Reads a file of questions that models wrote: under each section's comment a list of questions, whatever people wrote
 * around them.
 *
 * @param file path that errors name
 * @throws FaultsError `MODEL_QUESTIONS_INVALID` with the line of each comment that cannot be read, of a second section of
 *   one text of a chunk, or of a form that this release does not know
 */
export function readModelQuestions(text: string, file: string): ModelQuestions {
  const lines = linesOf(text);
  const faults = [...formatFaults(lines, file)];
  const found: { readonly comment: SectionComment; readonly line: number }[] = [];
  const places = new Map<string, number>();
  for (const [line, content] of lines.entries()) {
    if (!looksLikeComment(content)) continue;
    const comment = readComment(content);
    if (comment === undefined) {
      faults.push(fault('This comment about a chunk cannot be read.', line, file));
      continue;
    }
    const version = `${comment.chunk} ${comment.text}`;
    const before = places.get(version);
    if (before !== undefined) {
      faults.push(fault(`The chunk "${comment.chunk}" has a section on line ${before + 1} already.`, line, file));
      continue;
    }
    places.set(version, line);
    found.push({ comment, line });
  }
  throwFaults(faults);
  const written = new Set(found.flatMap(({ comment }) => comment.written.map(({ hash }) => hash)));
  const read = found.map(({ comment, line }) => readSection(comment, lines, line, written));
  const present = new Set(read.flatMap(({ questions }) => questions.map(({ hash }) => hash)));
  const sections = read.map((section) => ({
    ...section,
    deleted: section.written.filter(({ hash }) => !present.has(hash)),
  }));
  return { sections, diagnostics: conflictMarkers(text, file) };
}

function formatFaults(lines: readonly string[], file: string): Diagnostic[] {
  const format = lines.map((line) => FORMAT_LINE.exec(line)?.[1]).find((found) => found !== undefined);
  if (format === String(MODEL_QUESTIONS_FORMAT)) return [];
  const found = format === undefined ? 'The file does not say which form it has' : `The file has form ${format}`;
  return [fault(`${found}; this release reads form ${MODEL_QUESTIONS_FORMAT}.`, 0, file)];
}

function fault(message: string, line: number, file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'MODEL_QUESTIONS_INVALID',
    message,
    file,
    line: line + 1,
    remedy:
      'Restore the comment from your history, or delete the whole section: new questions are then written for its chunk.',
  };
}

/** @param written SimHashes of all sections: people move lines from one to another */
function readSection(
  comment: SectionComment,
  lines: readonly string[],
  line: number,
  written: ReadonlySet<bigint>,
): Omit<QuestionSection, 'deleted'> {
  const endLine = sectionEnd(lines, line);
  const pageLine = lines.findIndex((each, at) => at > line && at < endLine && each.trim() === ABOUT_PAGE);
  const questions = new Map<bigint, SectionQuestion>();
  for (const item of readItems(lines, line + 1, endLine)) {
    const hash = simHash64(item.text);
    const isAboutPage = pageLine >= 0 && item.line > pageLine;
    if (!questions.has(hash)) questions.set(hash, { ...item, hash, isUnchanged: written.has(hash), isAboutPage });
  }
  const firstLine = headingAbove(lines, line);
  return {
    ...comment,
    questions: [...questions.values()],
    isPageAsked: lines.slice(line, endLine).some((each) => each.trim() === PAGE_ASKED),
    title: firstLine === line ? '' : lines[firstLine]!.replace(HEADING, '').trim(),
    line,
    pageLine: pageLine < 0 ? undefined : pageLine,
    firstLine,
    endLine,
  };
}

/** The next heading or comment ends a section. */
function sectionEnd(lines: readonly string[], comment: number): number {
  const end = lines.findIndex((line, at) => at > comment && (HEADING.test(line) || looksLikeComment(line)));
  return end < 0 ? lines.length : end;
}

function headingAbove(lines: readonly string[], comment: number): number {
  let at = comment - 1;
  while (at >= 0 && lines[at]!.trim() === '') at--;
  return at >= 0 && HEADING.test(lines[at]!) ? at : comment;
}

function readItems(
  lines: readonly string[],
  start: number,
  end: number,
): Pick<SectionQuestion, 'text' | 'line' | 'lineCount'>[] {
  const items: { text: string; line: number; lineCount: number }[] = [];
  for (let line = start; line < end; line++) {
    const first = ITEM.exec(lines[line]!)?.[1];
    if (first === undefined) continue;
    const parts = [first];
    while (line + parts.length < end) {
      const next = lines[line + parts.length]!;
      const more = ITEM.test(next) ? undefined : CONTINUATION.exec(next)?.[1];
      if (more === undefined) break;
      parts.push(more);
    }
    const text = oneLine(parts.join(' '));
    if (simHash64(text) !== 0n) items.push({ text, line, lineCount: parts.length });
    line += parts.length - 1;
  }
  return items;
}

/** A chunk as sections name it. */
export interface AskedChunk {
  /** Its id without that of its topic. */
  readonly key: string;
  /** Fingerprint of its own text, as a section that is written now has it. */
  readonly textHash: string;
}

/** The section of a chunk. */
interface MatchedSection {
  readonly section: QuestionSection;
  /** Whether it is about the text that the chunk has now. */
  readonly isCurrent: boolean;
}

/** Sections by the chunks that they are about. */
export interface MatchedSections {
  /** By index of the chunk. */
  readonly byChunk: readonly (MatchedSection | undefined)[];
  /** Sections whose chunk is gone. */
  readonly gone: readonly QuestionSection[];
}

/**
 * Finds the chunk of each section: that of its name with its text, else one with its text that was given another name or
 * heading, else that of its name, whose text has been edited since.
 */
export function matchSections(sections: readonly QuestionSection[], chunks: readonly AskedChunk[]): MatchedSections {
  const byChunk: (MatchedSection | undefined)[] = chunks.map(() => undefined);
  const left = new Set(sections);
  const take = (fits: (section: QuestionSection, chunk: AskedChunk) => boolean, isCurrent: boolean): void => {
    for (const section of left) {
      const at = chunks.findIndex((chunk, index) => byChunk[index] === undefined && fits(section, chunk));
      if (at < 0) continue;
      byChunk[at] = { section, isCurrent };
      left.delete(section);
    }
  };
  take((section, { key, textHash }) => section.chunk === key && section.text === textHash, true);
  take((section, { textHash }) => section.text === textHash, true);
  take((section, { key }) => section.chunk === key, false);
  return { byChunk, gone: [...left] };
}
