import { unescapeHtml } from '@topicmill/text/html';

/** Text in which no character means anything. */
const TEXT = '[^\\\\*_`~[\\]<&!\\n\\r]';
const TARGET = '\\([^\\s\\\\`<>()"\'[\\]]+\\)';
const LABEL = `${TEXT}{1,999}`;
/** Emphasis at the edge of words, where it can only open and only close. */
const WORDS = '[A-Za-z0-9](?:[A-Za-z0-9 .,:-]*[A-Za-z0-9])?';
const BEFORE_WORDS = '(?<=^|[ [])';
const BEHIND_WORDS = '(?=$|[ \\]])';
const CODE = '[^`\\n\\r]+';
const TAG = '</[A-Za-z][A-Za-z0-9-]* ?>|<[A-Za-z][A-Za-z0-9-]*(?: [A-Za-z_:][\\w.:-]*(?:="[^"<>`\\n\\r]*")?)* ?/?>';
const ENTITY = '&(?:amp|lt|gt|quot);';

const IMAGE = `!\\[${TEXT}*\\](?:${TARGET}|\\[(?<imageLabel>${LABEL})\\])`;
const EMPHASIS = `${BEFORE_WORDS}(?<mark>\\*\\*|\\*|_)(?<words>${WORDS})\\k<mark>${BEHIND_WORDS}`;
const REST = `(?<!\`)\`(?<code>${CODE})\`(?!\`)|(?<entity>${ENTITY})|${TAG}`;
const INNER = [
  withoutNames(IMAGE),
  ...['\\*\\*', '\\*', '_'].map((mark) => `${BEFORE_WORDS}${mark}${WORDS}${mark}${BEHIND_WORDS}`),
  withoutNames(REST),
].join('|');
const LINK = `\\[(?<linkText>(?:${TEXT}|${INNER})*)\\](?:${TARGET}|\\[(?<linkLabel>${LABEL})\\])`;
const SHORTCUT = `\\[(?<label>${LABEL})\\](?![[(])`;

const INNER_PARTS = new RegExp(`${IMAGE}|${EMPHASIS}|${REST}`, 'g');
const PARTS = new RegExp(`${IMAGE}|${LINK}|${SHORTCUT}|${EMPHASIS}|${REST}`, 'g');

/** What may mean something outside of these parts. */
const MAY_MEAN_SOMETHING = /[\\*_`~[\]\n\r]|!(?=\[)|<(?=[A-Za-z/!?])|&(?=[#\w])/;
/** Where a bare address may be, which takes in markers that follow it. */
const MAY_HOLD_ADDRESS = /:\/\/|www\.|@/i;

/**
 * The text of inline markdown that can be read in only one way: links, images and emphasis that contain nothing else, code
 * of one backtick, tags and the commonest entities. A parser takes far longer.
 *
 * @param markdown one line
 * @param isDefined whether the document defines a label
 * @returns undefined where only a parser can tell
 */
export function plainInlineText(markdown: string, isDefined: (label: string) => boolean): string | undefined {
  return textOfParts(markdown, PARTS, isDefined);
}

function textOfParts(markdown: string, parts: RegExp, isDefined: (label: string) => boolean): string | undefined {
  let text = '';
  let at = 0;
  for (const match of markdown.matchAll(parts)) {
    const before = markdown.slice(at, match.index);
    if (!isPlain(before) || (before.endsWith('!') && match[0].startsWith('['))) return undefined;
    const content = textOfPart(match.groups!, isDefined);
    if (content === undefined) return undefined;
    text += before + content;
    at = match.index + match[0].length;
  }
  const rest = markdown.slice(at);
  return isPlain(rest) ? text + rest : undefined;
}

function textOfPart(
  { imageLabel, linkText, linkLabel, label, words, code, entity }: Readonly<Record<string, string | undefined>>,
  isDefined: (label: string) => boolean,
): string | undefined {
  for (const used of [imageLabel, linkLabel, label]) if (used !== undefined && !isDefined(used)) return undefined;
  if (linkText !== undefined) return textOfParts(linkText, INNER_PARTS, isDefined);
  if (code !== undefined) return codeText(code);
  if (entity !== undefined) return unescapeHtml(entity);
  const content = label ?? words ?? '';
  return MAY_HOLD_ADDRESS.test(content) ? undefined : content;
}

function isPlain(text: string): boolean {
  return !MAY_MEAN_SOMETHING.test(text) && !MAY_HOLD_ADDRESS.test(text);
}

/** One space at both ends of a code span belongs to its markers, unless there is nothing else. */
function codeText(code: string): string {
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;
}

/** The same pattern once more, where each name may occur only once. */
function withoutNames(pattern: string): string {
  return pattern.replace(/\(\?<\w+>/g, '(?:');
}
