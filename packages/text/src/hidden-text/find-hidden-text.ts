import { type Dialect, LineKind, scanMarkdown, startsIndentedCode, VainReads } from '../markdown/index.js';

/** What makes a piece of text one that people do not see. */
export const HIDDEN_TEXT_KINDS = ['invisible-characters', 'hidden-html', 'comment'] as const;

/**
 * `invisible-characters`: characters without a shape, where no script or emoji needs them. `hidden-html`: text of
 * elements that browsers do not show. `comment`: a comment of HTML, MDX, Hugo or Markdown.
 */
export type HiddenTextKind = (typeof HIDDEN_TEXT_KINDS)[number];

/** A piece of text that readers do not see, in UTF-16 offsets. */
export interface HiddenText {
  readonly kind: HiddenTextKind;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether text of such kinds is still there when a chunk's markup is reduced to what readers see, which has no comments.
 */
export function isInShownText(kinds: readonly HiddenTextKind[]): boolean {
  return kinds.some((kind) => kind !== 'comment');
}

/** A comment, in UTF-16 offsets from its first mark to after its last. */
interface Comment {
  readonly hasWords: boolean;
  readonly start: number;
  readonly end: number;
}

/** Of HTML, except for what VitePress takes for the name of a file; of MDX and Hugo; in the form of a link definition. */
const COMMENT_OPENING =
  /(<!--(?!\s{0,9}@include\b))|(\{\s*\/\*)|^ {0,3}\[(?:\/\/|comment|#|_)\]:\s*(?:#|<>)\s*[("'](.*)[)"']\s*$/gim;
const WORD = /\p{L}{2}/u;
const CLOSING_OF_HTML = /-->/g;
const CLOSING_OF_MDX = /\*\/\s*\}/g;

/**
 * The comments of a text whose code is blanked, in order. Time is linear, however many are never closed.
 *
 * @param hasBraces whether `{/*` is a comment
 */
function findComments(text: string, hasBraces: boolean): Comment[] {
  const comments: Comment[] = [];
  const unclosed = new Set<RegExp>(hasBraces ? [] : [CLOSING_OF_MDX]);
  COMMENT_OPENING.lastIndex = 0;
  for (let found = COMMENT_OPENING.exec(text); found !== null; found = COMMENT_OPENING.exec(text)) {
    const [opening, html, mdx, definition] = found;
    const start = found.index;
    if (definition !== undefined) {
      comments.push({ hasWords: WORD.test(definition), start, end: start + opening.length });
      continue;
    }
    const closing = html === undefined ? CLOSING_OF_MDX : CLOSING_OF_HTML;
    const from = start + (html ?? mdx)!.length;
    closing.lastIndex = from;
    const closed = unclosed.has(closing) ? null : closing.exec(text);
    if (closed === null) {
      // None of this kind is closed after here; what is inside may be a comment of another kind.
      unclosed.add(closing);
      COMMENT_OPENING.lastIndex = start + 1;
      continue;
    }
    comments.push({ hasWords: WORD.test(text.slice(from, closed.index)), start, end: closing.lastIndex });
    COMMENT_OPENING.lastIndex = closing.lastIndex;
  }
  return comments;
}

/** More than names have. */
const MAX_NAME = 255;
/** An opening tag with whatever may hide an element. */
const OPENING_TAG = /<(template(?=[\s/>])|[a-z][a-z0-9-]*(?=[\s/]))((?:[^<>"']|"[^"]*"|'[^']*'){0,600})>/gi;
/** Vue, web components and islands show a template that has attributes for their scripts. */
const SHOWN_TEMPLATE = /(?:^|\s)(?:#|v-|data-|slot\b|shadowrootmode\b)/i;
const HIDDEN_INPUT = /(?:^|\s)type\s*=\s*["']?hidden\b/i;
const VALUE = /(?:^|\s)value\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
/** Names, numbers and tokens of forms are not text. */
const WORDS = /\p{L}{2}[^\p{L}\p{N}]+\p{L}+[^\p{L}\p{N}]+\p{L}{2}/u;
const HIDING_STYLE =
  /(?:display\s*:\s*['"]?none|visibility\s*:\s*['"]?(?:hidden|collapse)|opacity\s*:\s*['"]?(?:0+(?:\.0*)?%?|0*\.0+[1-5]?)(?:['";,}\s]|$)|filter\s*:\s*['"]?opacity\(0(?:\.0+)?%?\)|(?:font-?size|max-?height|max-?width)\s*:\s*['"]?(?:0(?:\.0+)?(?:px|pt|em|rem|%)?|0?\.\d+(?:px|pt)|0?\.0\d*(?:em|rem)|1px)\s*(?:!important\s*)?(?:['";,}\s]|$)|(?:left|top|text-indent|textIndent|margin-left|marginLeft|right)\s*:\s*['"]?-\d{3,}|clip(?:-path)?\s*:\s*['"]?(?:rect\(0|inset\((?:50|100)%)|(?:^|[;{'"\s])(?:width|height)\s*:\s*['"]?0(?:px)?\s*(?:['";,}]|$)|(?:^|[;{'"\s])color\s*:\s*['"]?(?:transparent|(?:rgb|hsl)a?\((?:(?:[^(),/]{1,20},){3}|[^(),/]{1,60}\/)\s*0?\.?0+%?\s*\)|#[\da-f]{3}0\b|#[\da-f]{6}00\b)|(?:^|[;{'"\s])scale\s*:\s*['"]?0(?:\.0+)?%?\s*(?:['";,}]|$)|(?:^|[;{'"\s])font\s*:\s*['"]?0(?:px|pt|em|rem|%)?[\s/]|transform\s*:\s*['"]?scale\(0\))/i;
const HIDDEN_ATTRIBUTE = /(?:^|\s)hidden(?:\s*=\s*(?:"(?:hidden|true)?"|'(?:hidden|true)?'|\{true\}))?(?=[\s/]|$)/i;
const WHITE = '(?:white\\b|#fff(?:fff)?\\b|rgba?\\(\\s*255\\s*,\\s*255\\s*,\\s*255)';
const WHITE_STYLE = new RegExp(`(?:^|[;{'"\\s])color\\s*:\\s*['"]?${WHITE}`, 'i');
/** An attribute of no other element; components may have one that is not a colour of text. */
const WHITE_FONT = new RegExp(`(?:^|\\s)color\\s*=\\s*['"]?${WHITE}`, 'i');
const TINY_FONT = /(?:^|\s)size\s*=\s*["']?0/i;
/** White text on a background that is said to be dark is seen; a class may say so, too. */
const BACKGROUND = /background|class(?:Name)?\s*=/i;
/** For people who listen, or who read another way; or a panel that its tab shows. */
const READ_ALOUD = /\b(?:sr-only|visually-?hidden|screen-?reader|skip-?link|a11y)|\brole\s*=\s*["']?tabpanel\b/i;
const NON_TEXT_ELEMENTS = new Set([
  'script',
  'style',
  'svg',
  'path',
  'g',
  'symbol',
  'defs',
  'input',
  'img',
  'iframe',
  'br',
  'hr',
  'link',
  'meta',
  'source',
  'noscript',
]);
const MAX_DISTANCE = 1000;
const MAX_CONTENT = 20_000;

/**
 * Elements that browsers do not show and that have text.
 *
 * @param text with spaces in place of code and comments
 */
function findHiddenHtml(text: string): HiddenText[] {
  const found: HiddenText[] = [];
  const vainReads = new VainReads(text);
  let after = 0;
  for (const { 0: tag, 1: name, 2: attributes, index } of text.matchAll(OPENING_TAG)) {
    if (index < after) continue;
    if (isTextOfInput(name!, attributes!)) found.push({ kind: 'hidden-html', start: index, end: index + tag.length });
    if (
      NON_TEXT_ELEMENTS.has(name!.toLowerCase()) ||
      !isHiding(name!, attributes!, text.slice(Math.max(0, index - MAX_DISTANCE), index))
    )
      continue;
    const end = elementEnd(text, name!, index + tag.length, vainReads);
    const content = withoutTags(text.slice(index + tag.length, end));
    if (!WORD.test(content)) continue;
    found.push({ kind: 'hidden-html', start: index, end });
    after = end;
  }
  return found;
}

/** What is after the last `>` is not searched, since each `<` there would be followed to the end. */
function withoutTags(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replace(/<[^>]*>/g, ' ') + html.slice(end);
}

function isTextOfInput(name: string, attributes: string): boolean {
  if (name.toLowerCase() !== 'input' || !HIDDEN_INPUT.test(attributes)) return false;
  const value = VALUE.exec(attributes);
  return WORDS.test(value?.[1] ?? value?.[2] ?? '');
}

/** @param before what is before the tag: a background may be set around it */
function isHiding(name: string, attributes: string, before: string): boolean {
  if (name.toLowerCase() === 'template') return !SHOWN_TEMPLATE.test(attributes);
  if (READ_ALOUD.test(attributes)) return false;
  attributes = normalizedAttributes(attributes);
  const values = attributes.replace(/"[^"]*"|'[^']*'/g, (value) => (/\s/.test(value) ? '""' : value));
  if (HIDDEN_ATTRIBUTE.test(values) || (isFont(name) && TINY_FONT.test(attributes))) return true;
  if (!/(?:^|[\s:])(?:style|color)\s*=/i.test(attributes)) return false;
  return (
    HIDING_STYLE.test(attributes) ||
    (isWhite(name, attributes) && !BACKGROUND.test(attributes) && !before.includes('background'))
  );
}

function isWhite(name: string, attributes: string): boolean {
  return WHITE_STYLE.test(attributes) || (isFont(name) && WHITE_FONT.test(attributes));
}

function isFont(name: string): boolean {
  return name.toLowerCase() === 'font';
}

/** Attributes without the spellings in which a rule can be written so that a search does not find it. */
function normalizedAttributes(attributes: string): string {
  if (!/&#|&colon;|\\|\/\*/.test(attributes)) return attributes;
  const characters = attributes
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) =>
      decodedCharacter(hex, decimal),
    )
    .replace(/&colon;/g, ':');
  return withoutComments(characters)
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, hex: string) => decodedCharacter(hex))
    .replaceAll('\\', '');
}

/** Beginnings of comments after the last end of one are not comments. */
function withoutComments(attributes: string): string {
  const end = attributes.lastIndexOf('*/') + 2;
  return attributes.slice(0, end).replace(/\/\*.*?\*\//gs, '') + attributes.slice(end);
}

function decodedCharacter(hex: string | undefined, decimal?: string): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** Offset after the closing tag of an element, at most so far away; of the line where it is never closed. */
function elementEnd(text: string, name: string, from: number, vainReads: VainReads): number {
  const limit = vainReads.lookaheadEnd(from, Math.min(text.length, from + MAX_CONTENT));
  // No pattern can be made of a name that is too long.
  const part = name.length > MAX_NAME ? '' : text.slice(from, limit);
  const tags = new RegExp(`<(/?)${name.slice(0, MAX_NAME)}\\b[^>]{0,600}>`, 'gi');
  let depth = 1;
  for (const { 0: tag, 1: slash, index } of part.matchAll(tags)) {
    if (tag.endsWith('/>')) continue;
    depth += slash === '' ? 1 : -1;
    if (depth === 0) return from + index + tag.length;
  }
  vainReads.add(from, limit);
  const lineEnd = text.indexOf('\n', from);
  return lineEnd === -1 || lineEnd > limit ? limit : lineEnd;
}

/**
 * Any character that can be invisible, in a text that is worth a closer look; tags and further selectors by the first
 * half that they have in common.
 */
const MAY_BE_INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: code units are meant
  /[\u034f\u17b4\u17b5\u00ad\u115f\u1160\u180e\u200b-\u200d\u202a-\u202e\u2060-\u2069\u3164\ufe00-\ufe0f\ufeff\uffa0\udb40]/;

const TAGS = /(\u{1f3f4})?[\u{e0000}-\u{e007f}]+/gu;
/** Flags of regions, such as Scotland: tags that spell a code, and the tag that ends it. */
const REGION_FLAG = /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u;
const OVERRIDE = /[\u202d\u202e]/g;
const DIRECTION = /[\u202a\u202b\u202c\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Several of them in a row spell something; one is a place where a line may break, or joins letters. */
const RUN = /[\u034f\u17b4\u17b5\u00ad\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff\uffa0]{4,}/g;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;
/** Editors put the one of emojis twice; once more says nothing. */
const EMOJI_TWICE = '\ufe0f\ufe0f';
/** A word of letters that need no joiner, with invisible characters inside. */
const SPLIT_WORD =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+(?:[\u200b-\u200d\u2060-\u2064\ufeff]+[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+)+/gu;
const INVISIBLE = /[\u200b-\u200d\u2060-\u2064\ufeff]+/g;
/** Letters between two invisible characters of a word that is split to escape a search. */
const MAX_PART_LETTERS = 3;
/** Invisible characters where no script or emoji needs them. */
function findInvisibleCharacters(text: string): HiddenText[] {
  if (!MAY_BE_INVISIBLE.test(text)) return [];
  return [
    ...matches(text, TAGS).filter(({ 0: tags }) => !REGION_FLAG.test(tags)),
    ...matches(text, OVERRIDE),
    ...matches(text, DIRECTION).filter(({ index }) => !RIGHT_TO_LEFT.test(lineAt(text, index))),
    ...matches(text, RUN).filter(({ 0: run, index }) => !areBreaks(run, text, index)),
    ...matches(text, SELECTORS).filter(({ 0: selectors }) => selectors !== EMOJI_TWICE),
    ...matches(text, SPLIT_WORD).filter(({ 0: word }) => isEvading(word)),
  ].map(({ 0: found, index }) => ({ kind: 'invisible-characters', start: index, end: index + found.length }));
}

/** Khmer, Thai, Lao and Burmese have no spaces: their words end at such a break, and several in a row say nothing more. */
function areBreaks(run: string, text: string, index: number): boolean {
  if (/[^\u200b]/.test(run)) return false;
  const around = text.slice(Math.max(0, index - 1), index) + text.slice(index + run.length, index + run.length + 1);
  return /[\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}]/u.test(around);
}

function matches(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.matchAll(pattern)];
}

function lineAt(text: string, index: number): string {
  const end = text.indexOf('\n', index);
  return text.slice(text.lastIndexOf('\n', index) + 1, end === -1 ? text.length : end);
}

function isEvading(word: string): boolean {
  const parts = word.split(INVISIBLE);
  const letters = parts.reduce((sum, part) => sum + part.length, 0);
  return parts.length > 2 && letters / parts.length <= MAX_PART_LETTERS;
}

const HIDING_CANDIDATE = /(?:style\s*=|\bhidden\b|<font|<template|<!--|\{\s*\/\*|^ {0,3}\[(?:\/\/|comment|#|_)\]:)/im;
const COMMENT_CANDIDATE = /<!--|\/\*|\]:/;
const CODE_SPAN = /(?<!`)(`{1,3})(?!`)[^\n]{1,500}?(?<!`)\1(?!`)/g;

/**
 * Text that people do not see, in the order of the text, whatever it says. What is in code is shown as it is, and so is
 * only looked at for invisible characters.
 *
 * @param bodyOffset UTF-16 offset after byte order mark and front matter
 */
export function findHiddenText(source: string, bodyOffset: number, dialect?: Dialect): HiddenText[] {
  const text = source.startsWith('\ufeff') ? ` ${source.slice(1)}` : source;
  const found = findInvisibleCharacters(text);
  if (HIDING_CANDIDATE.test(text)) {
    const { shown, comments } = withoutCode(text, bodyOffset, dialect);
    const withWords = comments.filter(({ hasWords }) => hasWords);
    found.push(...withWords.map(({ start, end }): HiddenText => ({ kind: 'comment', start, end })));
    found.push(...findHiddenHtml(shown));
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The text with spaces in place of code and comments, and its comments. */
function withoutCode(
  text: string,
  bodyOffset: number,
  dialect: Dialect | undefined,
): { shown: string; comments: Comment[] } {
  const { kinds, marks, starts, lineCount } = scanMarkdown(text, { bodyOffset, dialect });
  let withSpans = replacedBySpaces(text.slice(0, bodyOffset));
  let copied = bodyOffset;
  let isIndented = false;
  for (let line = 0; line < lineCount; line++) {
    if (marks[line] !== 0) isIndented = startsIndentedCode(marks[line]!);
    const [start, end] = [starts[line]!, starts[line + 1] ?? text.length];
    if (start < bodyOffset || (kinds[line] !== LineKind.Fence && !isIndented)) continue;
    withSpans += text.slice(copied, start) + replacedBySpaces(text.slice(start, end));
    copied = end;
  }
  withSpans += text.slice(copied);
  const code = withSpans.replace(CODE_SPAN, replacedBySpaces);
  if (!COMMENT_CANDIDATE.test(code)) return { shown: code, comments: [] };
  const comments = findComments(code, dialect?.tags === 'jsx' || dialect?.template === 'hugo');
  let shown = '';
  copied = 0;
  for (const { start, end } of comments) {
    shown += code.slice(copied, start) + replacedBySpaces(code.slice(start, end));
    copied = end;
  }
  return { shown: shown + code.slice(copied), comments };
}

function replacedBySpaces(text: string): string {
  if (!/[\n\r]/.test(text)) return ' '.repeat(text.length);
  return text.replace(/[^\n\r]+/g, (run) => ' '.repeat(run.length));
}
