import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import { oneLine } from '@topicmill/text/white-space';
import { simHash64 } from '../../similarity/index.js';
import { conflictMarkers } from '../conflict-markers.js';
import {
  ABOUT_PAGE,
  looksLikeComment,
  PAGE_ASKED,
  type QuestionFingerprint,
  readComment,
  type SectionComment,
} from './section-comment.js';

/** Version of the form of `model-questions.md`. */
export const MODEL_QUESTIONS_FORMAT = 1;

/** A question of a section. */
export interface SectionQuestion {
  /** On one line. */
  readonly text: string;
  /** Its SimHash. */
  readonly hash: bigint;
  /** Whether it has the words that a model wrote, for this chunk or another; else a person wrote or changed it. */
  readonly isUnchanged: boolean;
  /** Whether it is noted to be about the page as a whole; earlier releases did not note that. */
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
export interface ModelQuestions {
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
    remedy: 'Restore the comment from your history, or delete the whole section: its chunk is then asked about anew.',
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
