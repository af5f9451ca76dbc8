import { oneLine } from '@topicmill/text/white-space';
import {
  ABOUT_PAGE,
  FORMAT_COMMENT,
  formatComment,
  linesOf,
  PAGE_ASKED,
  type QuestionSection,
  readModelQuestions,
  type SectionComment,
  type SectionQuestion,
} from './read-model-questions.js';

/** What is to become of the questions of one chunk. */
export interface SectionEdit extends SectionComment {
  /** The section that the text has of the chunk. */
  readonly present?: QuestionSection | undefined;
  /** Heading of a section that is new. */
  readonly title: string;
  /** Questions to write, each on one line. */
  readonly added: readonly string[];
  /** The same about the page as a whole. */
  readonly addedAboutPage?: readonly string[];
  /** Whether questions about the page as a whole were asked for. */
  readonly isPageAsked?: boolean;
  /** SimHashes of those to take out. */
  readonly removed: ReadonlySet<bigint>;
  /** Sections that go: their questions are among those to write, or are taken out. What people noted there stays. */
  readonly merged?: readonly QuestionSection[];
}

const HEAD = `# Questions that models wrote

Search counts these questions for the chunks that they are about. Delete or change them, or add your own: what you delete
is not written again, and what you write is kept. Each comment names a chunk and the version of its text that was asked
about, who wrote, and the fingerprints of what was written. To have a chunk asked about anew, delete its whole section.

${FORMAT_COMMENT}
`;

/**
 * Writes questions into a file, or makes the file. Lines that no edit is about stay as they are.
 *
 * @param text of the file; `undefined` where there is none
 * @param order what comments call the chunks of the document, in its order: the place of new sections
 * @throws FaultsError as `readModelQuestions`
 */
export function editModelQuestions(
  text: string | undefined,
  edits: readonly SectionEdit[],
  order: readonly string[],
  file: string,
): string {
  const before = text ?? HEAD;
  const { sections } = readModelQuestions(before, file);
  const lineEnd = /\r\n/.exec(before)?.[0] ?? '\n';
  const lines: (string | undefined)[] = linesOf(before);
  const inserted = new Map<number, string[]>();
  const insert = (at: number, added: readonly string[]): void => {
    inserted.set(at, [...(inserted.get(at) ?? []), ...added]);
  };
  for (const edit of [...edits].sort((a, b) => order.indexOf(a.chunk) - order.indexOf(b.chunk))) {
    if (edit.present === undefined) insert(placeFor(edit.chunk, sections, order, lines.length), newSection(edit));
    else editSection(edit.present, edit, lines, insert);
    for (const section of edit.merged ?? []) dropSection(section, lines);
  }
  return assemble(lines, inserted, lineEnd);
}

function editSection(
  section: QuestionSection,
  edit: SectionEdit,
  lines: (string | undefined)[],
  insert: (at: number, added: readonly string[]) => void,
): void {
  lines[section.line] = formatComment(edit);
  for (const { hash, line, lineCount } of section.questions) {
    if (edit.removed.has(hash)) lines.fill(undefined, line, line + lineCount);
  }
  if (edit.isPageAsked === true && !section.isPageAsked) insert(section.line + 1, [PAGE_ASKED]);
  const own = section.questions.filter(({ isAboutPage }) => !isAboutPage);
  const aboutPage = section.questions.filter(({ isAboutPage }) => isAboutPage);
  insertItems(itemsOf(edit.added), own.at(-1), section.line, insert);
  const items = itemsOf(edit.addedAboutPage);
  if (section.pageLine !== undefined) insertItems(items, aboutPage.at(-1), section.pageLine, insert);
  else if (items.length > 0) {
    const last = section.questions.at(-1);
    insert(last === undefined ? section.line + 1 : last.line + last.lineCount, ['', ABOUT_PAGE, '', ...items]);
  }
}

/** Takes out all that the tool wrote of a section, and its heading if there is nothing else below it. */
function dropSection(section: QuestionSection, lines: (string | undefined)[]): void {
  for (const { line, lineCount } of section.questions) lines.fill(undefined, line, line + lineCount);
  for (let at = section.line; at < section.endLine; at++) {
    const isTools = at === section.line || [PAGE_ASKED, ABOUT_PAGE].includes(lines[at]?.trim() ?? '');
    if (isTools) lines[at] = undefined;
  }
  const isLeft = lines.slice(section.line, section.endLine).some((line) => (line ?? '').trim() !== '');
  if (!isLeft) lines.fill(undefined, section.firstLine, section.endLine);
}

/** Below the last question of a list, or below the comment of one that is empty. */
function insertItems(
  items: readonly string[],
  last: SectionQuestion | undefined,
  comment: number,
  insert: (at: number, added: readonly string[]) => void,
): void {
  if (items.length === 0) return;
  if (last === undefined) insert(comment + 1, ['', ...items]);
  else insert(last.line + last.lineCount, items);
}

function itemsOf(questions: readonly string[] = []): string[] {
  return questions.map((question) => `- ${question}`);
}

function newSection({
  title,
  added,
  addedAboutPage,
  isPageAsked,
  present: _,
  removed: __,
  merged: ___,
  ...comment
}: SectionEdit): string[] {
  const heading = oneLine(title);
  const items = itemsOf(added);
  const aboutPage = itemsOf(addedAboutPage);
  return [
    ...(heading === '' ? [] : [`## ${heading}`, '']),
    formatComment(comment),
    ...(isPageAsked === true ? [PAGE_ASKED] : []),
    '',
    ...items,
    ...(items.length > 0 ? [''] : []),
    ...(aboutPage.length > 0 ? [ABOUT_PAGE, '', ...aboutPage, ''] : []),
  ];
}

/** Before the first section of a chunk that is later in the document, else at the end. */
function placeFor(
  chunk: string,
  sections: readonly QuestionSection[],
  order: readonly string[],
  lineCount: number,
): number {
  const rank = order.indexOf(chunk);
  return sections.find((section) => order.indexOf(section.chunk) > rank)?.firstLine ?? lineCount;
}

/** Joins lines with what is put before them; new sections are set apart by a blank line. */
function assemble(
  lines: readonly (string | undefined)[],
  inserted: ReadonlyMap<number, readonly string[]>,
  lineEnd: string,
): string {
  const result: string[] = [];
  const push = (line: string): void => {
    result.push(line);
  };
  for (let at = 0; at <= lines.length; at++) {
    const added = inserted.get(at) ?? [];
    const isSection = added.length > 0 && !/^(?:- |$)/.test(added[0]!) && added[0] !== PAGE_ASKED;
    // The last piece of a text that ends with a line end is empty.
    if (isSection && at === lines.length && result.at(-1) === '') result.pop();
    if (isSection && result.length > 0 && result.at(-1) !== '') push('');
    added.forEach(push);
    const line = lines[at];
    if (line !== undefined) push(line);
  }
  return `${result.join(lineEnd).replace(/(?<![\r\n])[\r\n]+$/, '')}${lineEnd}`;
}
