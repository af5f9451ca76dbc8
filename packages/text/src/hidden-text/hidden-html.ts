import type { HiddenText } from './hidden-text.js';

/** More than names have. */
const MAX_NAME = 255;
/** An opening tag with whatever may hide an element. */
const OPENING_TAG = /<(template(?=[\s/>])|[a-z][a-z0-9-]*(?=[\s/]))((?:[^<>"']|"[^"]*"|'[^']*'){0,600})>/gi;
/** Vue and web components show these. */
const SHOWN_TEMPLATE = /(?:^|\s)(?:#|v-|slot\b|shadowrootmode\b)/i;
const HIDDEN_INPUT = /(?:^|\s)type\s*=\s*["']?hidden\b/i;
const VALUE = /(?:^|\s)value\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
/** Names, numbers and tokens of forms are not text. */
const WORDS = /\p{L}{2}[^\p{L}\p{N}]+\p{L}+[^\p{L}\p{N}]+\p{L}{2}/u;
const HIDING_STYLE =
  /(?:display\s*:\s*['"]?none|visibility\s*:\s*['"]?(?:hidden|collapse)|opacity\s*:\s*['"]?(?:0+(?:\.0*)?%?|0*\.0+[1-5]?)(?:['";,}\s]|$)|filter\s*:\s*['"]?opacity\(0(?:\.0+)?%?\)|(?:font-?size|max-?height|max-?width)\s*:\s*['"]?(?:0(?:\.0+)?(?:px|pt|em|rem|%)?|0?\.\d+(?:px|pt)|0?\.0\d*(?:em|rem)|1px)\s*(?:!important\s*)?(?:['";,}\s]|$)|(?:left|top|text-indent|textIndent|margin-left|marginLeft|right)\s*:\s*['"]?-\d{3,}|clip(?:-path)?\s*:\s*['"]?(?:rect\(0|inset\((?:50|100)%)|(?:^|[;{'"\s])(?:width|height)\s*:\s*['"]?0(?:px)?\s*(?:['";,}]|$)|(?:^|[;{'"\s])color\s*:\s*['"]?(?:transparent|(?:rgb|hsl)a?\((?:(?:[^(),/]{1,20},){3}|[^(),/]{1,60}\/)\s*0?\.?0+%?\s*\)|#[\da-f]{3}0\b|#[\da-f]{6}00\b)|(?:^|[;{'"\s])scale\s*:\s*['"]?0(?:\.0+)?%?\s*(?:['";,}]|$)|(?:^|[;{'"\s])font\s*:\s*['"]?0(?:px|pt|em|rem|%)?[\s/]|transform\s*:\s*['"]?scale\(0\))/i;
const HIDDEN_ATTRIBUTE = /(?:^|\s)hidden(?:\s*=\s*(?:"(?:hidden|true)?"|'(?:hidden|true)?'|\{true\}))?(?=[\s/]|$)/i;
const WHITE = '(?:white\\b|#fff(?:fff)?\\b|rgba?\\(\\s*255\\s*,\\s*255\\s*,\\s*255)';
const WHITE_STYLE = new RegExp(`(?:^|[;{'"\\s])color\\s*:\\s*['"]?${WHITE}`, 'i');
/** An attribute of no other element; components may have one that is no colour of text. */
const WHITE_FONT = new RegExp(`(?:^|\\s)color\\s*=\\s*['"]?${WHITE}`, 'i');
const TINY_FONT = /(?:^|\s)size\s*=\s*["']?0/i;
/** White text on a background that is said to be dark is seen; a class may say so, too. */
const BACKGROUND = /background|class(?:Name)?\s*=/i;
/** For people who listen, or who read another way; or a panel that its tab shows. */
const READ_ALOUD = /\b(?:sr-only|visually-?hidden|screen-?reader|skip-?link|a11y)|\brole\s*=\s*["']?tabpanel\b/i;
const NOT_TEXT = new Set([
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
const NEAR = 1000;
const MAX_CONTENT = 20_000;

/**
 * Elements that browsers do not show and that have text.
 *
 * @param text with spaces in place of code and comments
 */
export function findHiddenHtml(text: string): HiddenText[] {
  const found: HiddenText[] = [];
  let after = 0;
  for (const { 0: tag, 1: name, 2: attributes, index } of text.matchAll(OPENING_TAG)) {
    if (index < after) continue;
    if (isTextOfInput(name!, attributes!)) found.push({ kind: 'hidden-html', start: index, end: index + tag.length });
    if (
      NOT_TEXT.has(name!.toLowerCase()) ||
      !isHiding(name!, attributes!, text.slice(Math.max(0, index - NEAR), index))
    )
      continue;
    const end = elementEnd(text, name!, index + tag.length);
    const content = withoutTags(text.slice(index + tag.length, end));
    if (!/\p{L}{2,}/u.test(content)) continue;
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
  attributes = asBrowsersRead(attributes);
  const values = attributes.replace(/"[^"]*"|'[^']*'/g, (value) => (/\s/.test(value) ? '""' : value));
  if (HIDDEN_ATTRIBUTE.test(values) || TINY_FONT.test(attributes)) return true;
  if (!/(?:^|[\s:])(?:style|color)\s*=/i.test(attributes)) return false;
  return (
    HIDING_STYLE.test(attributes) ||
    (isWhite(name, attributes) && !BACKGROUND.test(attributes) && !before.includes('background'))
  );
}

function isWhite(name: string, attributes: string): boolean {
  return WHITE_STYLE.test(attributes) || (name.toLowerCase() === 'font' && WHITE_FONT.test(attributes));
}

/** Attributes without the spellings in which a rule can be written so that a search does not find it. */
function asBrowsersRead(attributes: string): string {
  if (!/&#|&colon;|\\|\/\*/.test(attributes)) return attributes;
  const characters = attributes
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) => characterOf(hex, decimal))
    .replace(/&colon;/g, ':');
  return withoutComments(characters)
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, hex: string) => characterOf(hex))
    .replaceAll('\\', '');
}

/** Beginnings of comments after the last end of one are no comments. */
function withoutComments(attributes: string): string {
  const end = attributes.lastIndexOf('*/') + 2;
  return attributes.slice(0, end).replace(/\/\*.*?\*\//gs, '') + attributes.slice(end);
}

function characterOf(hex: string | undefined, decimal?: string): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** Offset after the closing tag of an element, at most so far away; of the line where it is never closed. */
function elementEnd(text: string, name: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_CONTENT);
  // No pattern can be made of a name that is too long.
  const part = name.length > MAX_NAME ? '' : text.slice(from, limit);
  const tags = new RegExp(`<(/?)${name.slice(0, MAX_NAME)}\\b[^>]{0,600}>`, 'gi');
  let depth = 1;
  for (const { 0: tag, 1: slash, index } of part.matchAll(tags)) {
    if (tag.endsWith('/>')) continue;
    depth += slash === '' ? 1 : -1;
    if (depth === 0) return from + index + tag.length;
  }
  const lineEnd = text.indexOf('\n', from);
  return lineEnd === -1 || lineEnd > limit ? limit : lineEnd;
}
