import type { Diagnostic } from '@topicmill/base/diagnostics';
import { splitFrontMatter } from '@topicmill/text/markdown';
import { conflictMarkers } from './conflict-markers.js';
import { isFenced, lineEndsBefore, type TextLines, textLines } from './text-lines.js';

/** A question of `qa-pairs.md` with its answer. */
export interface QaPair {
  /** One line of markdown. */
  readonly question: string;
  /** Markdown, without `A:` and blank lines at both ends; empty when nobody has answered. */
  readonly answer: string;
  /** 1-based line of the question. */
  readonly line: number;
}

/** The questions of a file in order, and what is wrong with it. */
export interface QaPairs {
  readonly pairs: readonly QaPair[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Question {
  readonly text: string;
  /** 0-based. */
  readonly line: number;
}

/** Questions on consecutive lines, and where the answer below them may be. */
interface QuestionGroup {
  readonly questions: readonly Question[];
  /** Index of the first line after the questions. */
  readonly answerLine: number;
  /** Headings of this level or above end the answer. */
  readonly endLevel: number;
}

const QUESTION =
  /^ {0,3}(#{1,6}[ \t]+)?(?:[-*+][ \t]+)?(\*\*|__)?Q\d*(?:(?:\*\*|__)[ \t]*:|:(?:\*\*|__)?)[ \t]*(?![ \t])(.*)$/;
const ANSWER = /^ {0,3}(?:[-*+][ \t]+)?(?:\*\*|__)?A\d*(?:(?:\*\*|__)[ \t]*:|:(?:\*\*|__)?)[ \t]*(?![ \t])(.*)$/;
const ATX_HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const TITLE = /^ {0,3}#(?:[ \t]|$)/;
const DASHES = /^-{3,}[ \t]*$/;
const YAML_LINE = /^(?:[ \t]*|[ \t]+\S.*|-[ \t].*|#.*|[\w-]+[ \t]*:(?:[ \t].*|))$/;
const SECTION_LEVEL = 2;
/** More than people write about one topic. */
const MAX_QUESTIONS = 100_000;
/** In UTF-16 units, of questions with their answers: an answer counts for each question that it belongs to. */
const MAX_LENGTH = 50_000_000;

/**
 * Reads the questions of `qa-pairs.md`: `## Q: …`, `Q: …` or `**Q:** …`, each followed by an answer, which may start
 * with `A:`. Questions on consecutive lines share the answer below them. YAML between `---` lines, separators and
 * section headings before a question belong to no answer. Nothing inside a fenced block is a question. Of over 100,000
 * questions, or over 50,000,000 characters of questions with their answers, the first are read.
 *
 * @param file path that the diagnostics name: a `QUESTION_UNANSWERED` warning for each answer that is missing, or
 *   `QUESTIONS_MISSING` for a text without a question; `QUESTIONS_TOO_MANY`; `CONFLICT_MARKERS`
 */
export function readQaPairs(text: string, file: string): QaPairs {
  const { bodyOffset } = splitFrontMatter(text);
  const source = textLines(text, bodyOffset);
  const firstLine = lineEndsBefore(text, bodyOffset) + 1;
  const written = allPairs(source, firstLine);
  const end = firstTooMany(written);
  const pairs = written.slice(0, end);
  const missing = pairs.length > 0 ? undefined : firstText(source);
  const diagnostics =
    missing === undefined
      ? pairs.filter((pair) => pair.answer === '').map((pair) => unansweredQuestion(pair, file))
      : [fileWithoutQuestions(missing + firstLine, file)];
  const left = end === undefined ? [] : [tooMany(written[end]!.line, file)];
  return { pairs, diagnostics: [...conflictMarkers(text, file), ...diagnostics, ...left] };
}

function allPairs(source: TextLines, firstLine: number): QaPair[] {
  const pairs: QaPair[] = [];
  let sectionLevel = SECTION_LEVEL;
  let at = 0;
  while (at < source.lines.length) {
    if (matchQuestion(source, at) === undefined) {
      sectionLevel = Math.max(SECTION_LEVEL, headingLevel(source, at) ?? sectionLevel);
      at++;
      continue;
    }
    const group = readQuestions(source, at, sectionLevel);
    at = answerEnd(source, group);
    // Not spread: questions on consecutive lines may be more than a call takes arguments.
    for (const pair of pairsOf(group, answerText(source, group.answerLine, at), firstLine)) pairs.push(pair);
  }
  return pairs;
}

/** Index of the first question that is not read. */
function firstTooMany(pairs: readonly QaPair[]): number | undefined {
  let length = 0;
  const found = pairs.findIndex(({ question, answer }, at) => {
    length += question.length + answer.length;
    return at >= MAX_QUESTIONS || (at > 0 && length > MAX_LENGTH);
  });
  return found < 0 ? undefined : found;
}

/** Index of the first heading that asks something, else of the first line that is more than a title. */
function firstText({ lines, scan }: TextLines): number | undefined {
  const asking = lines.findIndex((line, at) => !isFenced(scan, at) && ATX_HEADING.test(line) && /\?[\s#]*$/.test(line));
  const found = asking >= 0 ? asking : lines.findIndex((line) => line.trim() !== '' && !TITLE.test(line));
  return found < 0 ? undefined : found;
}

function matchQuestion(source: TextLines, line: number): RegExpExecArray | undefined {
  return isFenced(source.scan, line) ? undefined : (QUESTION.exec(source.lines[line]!) ?? undefined);
}

function headingLevel(source: TextLines, line: number): number | undefined {
  return isFenced(source.scan, line) ? undefined : ATX_HEADING.exec(source.lines[line]!)?.[1]?.length;
}

function readQuestions(source: TextLines, first: number, sectionLevel: number): QuestionGroup {
  const questions: Question[] = [];
  let endLevel = sectionLevel;
  let at = first;
  for (let match = matchQuestion(source, at); match !== undefined; match = matchQuestion(source, at)) {
    const line = at++;
    const isHeading = match[1] !== undefined;
    const parts = [match[3]!.trim()];
    while (!isHeading && continuesQuestion(source, at, parts.at(-1)!)) parts.push(source.lines[at++]!.trim());
    questions.push({ text: cleanQuestion(parts.join(' ').trim(), isHeading, match[2]), line });
    if (isHeading) endLevel = match[1]!.trim().length;
    if (at >= source.lines.length) break;
  }
  return { questions, answerLine: at, endLevel };
}

/** A question runs on over the lines of its paragraph until one ends with a question mark. */
function continuesQuestion(source: TextLines, line: number, before: string): boolean {
  if (line >= source.lines.length || isFenced(source.scan, line) || /\?[*_"')\]]*$/.test(before)) return false;
  const next = source.lines[line]!;
  return next.trim() !== '' && ![QUESTION, ANSWER, ATX_HEADING, DASHES].some((pattern) => pattern.test(next));
}

function cleanQuestion(text: string, isHeading: boolean, bold: string | undefined): string {
  const withoutHashes = isHeading ? text.replace(/(?<![ \t])[ \t]+#+$/, '') : text;
  const isOpen = bold !== undefined && withoutHashes.endsWith(bold) && withoutHashes.split(bold).length % 2 === 0;
  return isOpen ? withoutHashes.slice(0, -bold.length).trim() : withoutHashes;
}

function answerEnd(source: TextLines, { answerLine, endLevel }: QuestionGroup): number {
  for (let line = answerLine; line < source.lines.length; line++) {
    if (matchQuestion(source, line) !== undefined || (headingLevel(source, line) ?? Infinity) <= endLevel) return line;
  }
  return source.lines.length;
}

function answerText(source: TextLines, from: number, to: number): string {
  let start = from;
  while (start < to && source.lines[start]!.trim() === '') start++;
  const end = withoutTrailer(source, start, to);
  if (start >= end) return '';
  const lines = source.lines.slice(start, end);
  const marker = isFenced(source.scan, start) ? null : ANSWER.exec(lines[0]!);
  if (marker !== null) lines[0] = marker[1]!;
  return lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
}

/** The end of an answer without what leads in the next question: separators, section headings, YAML blocks. */
function withoutTrailer(source: TextLines, start: number, to: number): number {
  let end = to;
  while (end > start && !isFenced(source.scan, end - 1)) {
    const last = source.lines[end - 1]!;
    if (DASHES.test(last)) end = yamlBlockStart(source.lines, start, end - 1) ?? end - 1;
    else if (last.trim() === '' || ATX_HEADING.test(last)) end--;
    else break;
  }
  return end;
}

function yamlBlockStart(lines: readonly string[], start: number, closing: number): number | undefined {
  for (let line = closing - 1; line >= start; line--) {
    if (DASHES.test(lines[line]!)) return line < closing - 1 ? line : undefined;
    if (!YAML_LINE.test(lines[line]!)) return undefined;
  }
  return undefined;
}

function pairsOf({ questions }: QuestionGroup, answer: string, firstLine: number): QaPair[] {
  return questions
    .filter(({ text }) => text !== '')
    .map(({ text, line }) => ({ question: text, answer, line: line + firstLine }));
}

function unansweredQuestion(pair: QaPair, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'QUESTION_UNANSWERED',
    message: `No answer follows the question "${pair.question}".`,
    file,
    line: pair.line,
    remedy: 'Write a line that starts with `A:` below it, or remove the question.',
  };
}

function fileWithoutQuestions(line: number, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'QUESTIONS_MISSING',
    message: 'The file contains no question.',
    file,
    line,
    remedy: 'Begin each question with `Q:`, as in `## Q: How do I begin?`.',
  };
}

function tooMany(line: number, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'QUESTIONS_TOO_MANY',
    message:
      'The questions from here on are not read: ' +
      `there are over ${MAX_QUESTIONS}, or with their answers over ${MAX_LENGTH} characters.`,
    file,
    line,
    remedy: 'Split the topic, or remove some questions.',
  };
}
