import { hashTerm } from '@topicmill/text/hashes';

/** The sections of topic-spec.md that the tool writes, by the names it has for them. */
export type ToolSectionName = 'keywords' | 'chunks';

/** In the order in which missing ones are appended. */
export const SECTION_NAMES = ['keywords', 'chunks'] as const satisfies readonly ToolSectionName[];
export const SECTION_TITLES: Readonly<Record<ToolSectionName, string>> = { keywords: 'Keywords', chunks: 'Chunks' };
export const SECTION_LEVEL = 2;

/** Written below the heading up to format 1, without codes and without a mark at the end of the section. */
export const MARK_OF_FORMAT_1 = '<!-- topicmill writes this section; what is changed in it by hand is lost. -->';

const NOTE = 'Topicmill writes this section. Lines added to it by hand are moved below it.';
const NOTE_OF_PAGES = 'Topicmill writes this file: see its beginning.';
const CODE_LENGTH = 5;
const CODE_BASE = 36;
const BEGIN =
  /^<!-- topicmill:begin (keywords|chunks)\. (.*?)(?:(?<=\. )|(?<![ \t]))[ \t]*Lines: ([0-9a-z]*) -->[ \t]*$/;
const END = /^<!-- topicmill:end (keywords|chunks) -->[ \t]*$/;
const ANY = /^[ \t]*<!-- topicmill:(?:begin|end) /;

/** The first lines of a section, up to its tables. */
export interface BeginMark {
  readonly name: ToolSectionName;
  /** Codes of the lines between the marks, blank lines excluded; see `lineCode`. */
  readonly codes: readonly string[];
  /** What the mark says to people, where somebody has changed it. */
  readonly changedNote?: string | undefined;
}

/**
 * A section of the tool with its marks. The mark at the beginning lists the lines of the section, so that a reader can
 * tell lines that people add to it from those that it was written with.
 *
 * @param body markdown with LF line ends; ends with a newline
 */
export function markSection(name: ToolSectionName, body: string): string {
  const codes = body.split('\n').flatMap((line) => (line.trim() === '' ? [] : [lineCode(line)]));
  const begin = `<!-- topicmill:begin ${name}. ${NOTE} Lines: ${codes.join('')} -->`;
  return `## ${SECTION_TITLES[name]}\n\n${begin}\n\n${body}\n<!-- topicmill:end ${name} -->\n`;
}

/** A text whose marks do not speak of lines that are added by hand. */
export function withoutInvitation(text: string): string {
  return text.replace(
    /^(<!-- topicmill:begin (?:keywords|chunks)\. ).*?( Lines: [0-9a-z]* -->)/gm,
    `$1${NOTE_OF_PAGES}$2`,
  );
}

/** `undefined` for a line that is not a mark at the beginning of a section. */
export function readBeginMark(line: string): BeginMark | undefined {
  const found = BEGIN.exec(line);
  if (found === null || found[3]!.length % CODE_LENGTH !== 0) return undefined;
  const codes = found[3]!.match(new RegExp(`.{${CODE_LENGTH}}`, 'g')) ?? [];
  const note = found[2]!;
  const isOurs = note === NOTE || note === NOTE_OF_PAGES;
  return { name: found[1] as ToolSectionName, codes, changedNote: isOurs ? undefined : note };
}

/** The section that a line is the end mark of. */
export function readEndMark(line: string): ToolSectionName | undefined {
  return END.exec(line)?.[1] as ToolSectionName | undefined;
}

/** Whether a line is, or was, a mark of either format. */
export function isMark(line: string): boolean {
  return ANY.test(line) || line.trim() === MARK_OF_FORMAT_1;
}

/**
 * Five base-36 digits that identify a line of a table or a heading. Formatters that realign tables or escape characters
 * do not change it.
 */
export function lineCode(line: string): string {
  // Single spaces are not matched, and cells not cut: this runs for every line of every file.
  const spaced = line
    .replaceAll('\\', '')
    .trim()
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .replace(/ ?\| ?/g, '|');
  const normal = spaced.includes('-') ? spaced.replace(/(?<=^|\|):?-+:?(?=\||$)/g, '-') : spaced;
  return (hashTerm(normal) % CODE_BASE ** CODE_LENGTH).toString(CODE_BASE).padStart(CODE_LENGTH, '0');
}

/** Whether a line has the form of those that the tool writes between its marks. */
export function isToolLine(line: string): boolean {
  return /^\s*(?:\||### )/.test(line);
}
