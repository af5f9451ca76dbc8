import { unescapeHtml } from '@topicmill/text/html';
import { oneLine } from '@topicmill/text/white-space';
import { type InlineNode, parseHeading } from '#heading-parser';

/** A heading with more is read part by part: the time of the parser grows with the square of these, or faster. */
const MAX_MARKERS = 400;
const MAX_PART_LENGTH = 4000;
/** Maximum number of parts. They nearly always contain more than a title or an anchor needs. */
const MAX_PARTS = 4;
/** A longer text would make every chunk under it long. */
const MAX_TEXT_LENGTH = 1000;

/** White space other than a single space between words. */
const UNEVEN_SPACE = /[^\S ]| {2}|^ | $/;
/** Characters that the parser remembers as possible delimiters. */
const MARKER = /[\\*_~`<![\]&]/;
/** One of these is part of every marker and reference. */
const MARKER_CHARACTER = /[\\*_`~\]<&]/;
/** Whether there may be a marker: one of emphasis at the edge of a word, of a link, of code, a tag or an entity. */
const HAS_MARKDOWN = /[\\*`~]|\](?:\(|\[)|<[A-Za-z/!?].*>|&#?\w+;|(?:^|[^\p{L}\p{N}])_|_(?:[^\p{L}\p{N}]|$)/u;
const LABEL = /\[((?:[^[\]\\]|\\.){1,999})\]/g;

/** The content of a heading as one line, at most 1,000 UTF-16 units. */
export function titleOfContent(content: string): string {
  const text = UNEVEN_SPACE.test(content) ? oneLine(content) : content;
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}

/** Turns the markdown of headings into their text. */
export class HeadingTexts {
  private readonly labels: ReadonlySet<string>;
  /** Contents of headings with markdown: a document repeats its headings. */
  private readonly known = new Map<string, string>();

  /** @param definitions the document's link reference definitions, by which `[a][b]` is a link */
  constructor(definitions: readonly string[]) {
    this.labels = new Set(definitions.flatMap((definition) => bracketLabels(definition).slice(0, 1)));
  }

  /**
   * The text of a heading from which anchors are derived: without markers, link targets, images and tags, with white
   * space as written. A heading of over 4,000 UTF-16 units or 400 markers is read in parts of at most that size, of which
   * only the first four count; no markup spans two parts.
   */
  headingContent(markdown: string): string {
    if (markdown.length <= MAX_MARKERS) return this.contentOfPart(markdown);
    return readableParts(markdown)
      .map((part) => this.contentOfPart(part))
      .join('');
  }

  private contentOfPart(markdown: string): string {
    if (!MARKER_CHARACTER.test(markdown)) return markdown;
    if (!HAS_MARKDOWN.test(markdown) && !this.mayRefer(markdown)) return markdown;
    const plain = plainInlineText(markdown, (label) => this.labels.has(normalizedLabel(label)));
    if (plain !== undefined) return plain;
    const content = this.known.get(markdown) ?? this.parse(markdown);
    this.known.set(markdown, content);
    return content;
  }

  private mayRefer(markdown: string): boolean {
    return this.labels.size > 0 && this.definedLabels(markdown).length > 0;
  }

  private definedLabels(markdown: string): string[] {
    return bracketLabels(markdown).filter((label) => this.labels.has(label));
  }

  private parse(markdown: string): string {
    const definitions = this.definedLabels(markdown)
      .map((label) => `\n\n[${label}]: x`)
      .join('');
    // The word at the start keeps the content from starting a block of its own, the mark at the end keeps its end from
    // closing the heading. Content of several lines must be underlined, which takes the parser twice as long.
    const block = markdown.includes('\n') ? `x ${markdown}\n===` : `# x ${markdown} #`;
    return inlineText(parseHeading(block + definitions)).slice(2);
  }
}

/** The first parts of a heading that can be read in bounded time, cut at white space, which is a part of its own. */
function readableParts(markdown: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < markdown.length && parts.length < 2 * MAX_PARTS; ) {
    const end = partEnd(markdown, at);
    const spaces = /\s*/y;
    spaces.lastIndex = end;
    const space = spaces.exec(markdown)![0];
    parts.push(markdown.slice(at, end), space);
    at = end + space.length;
  }
  return parts;
}

/** The last white space before the limit of markers or characters that are parsed at once; without one, the limit itself. */
function partEnd(markdown: string, start: number): number {
  const limit = Math.min(markdown.length, start + MAX_PART_LENGTH);
  let markerCount = 0;
  let lastSpace = -1;
  for (let at = start; at < limit; at++) {
    if (MARKER.test(markdown[at]!) && ++markerCount > MAX_MARKERS) return lastSpace > start ? lastSpace : at;
    if (/\s/.test(markdown[at]!)) lastSpace = at;
  }
  return limit === markdown.length || lastSpace <= start ? limit : lastSpace;
}

/** The texts in brackets, as references are compared: without regard to case and white space. */
function bracketLabels(markdown: string): string[] {
  return [...markdown.matchAll(LABEL)].map(([, label = '']) => normalizedLabel(label));
}

function normalizedLabel(label: string): string {
  return oneLine(label).toLowerCase().toUpperCase();
}

function inlineText(node: InlineNode): string {
  if (node.type === 'text') return node.value ?? '';
  if (node.type === 'inlineCode') return (node.value ?? '').replaceAll('\n', ' ');
  if (node.type === 'break') return '\n';
  return node.children?.map(inlineText).join('') ?? '';
}

/** Text in which no character means anything. */
const TEXT = '[^\\\\*_`~[\\]<&!\\n\\r]';
const TARGET = '\\([^\\s\\\\`<>()"\'[\\]]+\\)';
const LABEL_TEXT = `${TEXT}{1,999}`;
/** Emphasis at the edge of words, where it can only open and only close. */
const WORDS = '[A-Za-z0-9](?:[A-Za-z0-9 .,:-]*[A-Za-z0-9])?';
const BEFORE_WORDS = '(?<=^|[ [])';
const BEHIND_WORDS = '(?=$|[ \\]])';
const CODE = '[^`\\n\\r]+';
const TAG = '</[A-Za-z][A-Za-z0-9-]* ?>|<[A-Za-z][A-Za-z0-9-]*(?: [A-Za-z_:][\\w.:-]*(?:="[^"<>`\\n\\r]*")?)* ?/?>';
const ENTITY = '&(?:amp|lt|gt|quot);';

const IMAGE = `!\\[${TEXT}*\\](?:${TARGET}|\\[(?<imageLabel>${LABEL_TEXT})\\])`;
const EMPHASIS = `${BEFORE_WORDS}(?<mark>\\*\\*|\\*|_)(?<words>${WORDS})\\k<mark>${BEHIND_WORDS}`;
const REST = `(?<!\`)\`(?<code>${CODE})\`(?!\`)|(?<entity>${ENTITY})|${TAG}`;
const INNER = [
  withoutNames(IMAGE),
  ...['\\*\\*', '\\*', '_'].map((mark) => `${BEFORE_WORDS}${mark}${WORDS}${mark}${BEHIND_WORDS}`),
  withoutNames(REST),
].join('|');
const LINK = `\\[(?<linkText>(?:${TEXT}|${INNER})*)\\](?:${TARGET}|\\[(?<linkLabel>${LABEL_TEXT})\\])`;
const SHORTCUT = `\\[(?<label>${LABEL_TEXT})\\](?![[(])`;

const INNER_PARTS = new RegExp(`${IMAGE}|${EMPHASIS}|${REST}`, 'g');
const HEADING_PARTS = new RegExp(`${IMAGE}|${LINK}|${SHORTCUT}|${EMPHASIS}|${REST}`, 'g');

/** What may mean something outside of these parts. */
const MARKUP_CANDIDATE = /[\\*_`~[\]\n\r]|!(?=\[)|<(?=[A-Za-z/!?])|&(?=[#\w])/;
/** Where a bare address may be, which takes in markers that follow it. */
const BARE_ADDRESS_CANDIDATE = /:\/\/|www\.|@/i;

/**
 * The text of inline markdown that can be read in only one way: links, images and emphasis that contain nothing else, code
 * of one backtick, tags and the commonest entities. A parser takes far longer.
 *
 * @param markdown one line
 * @param isDefined whether the document defines a label
 * @returns undefined where only a parser can tell
 */
function plainInlineText(markdown: string, isDefined: (label: string) => boolean): string | undefined {
  return textOfParts(markdown, HEADING_PARTS, isDefined);
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
  return BARE_ADDRESS_CANDIDATE.test(content) ? undefined : content;
}

function isPlain(text: string): boolean {
  return !MARKUP_CANDIDATE.test(text) && !BARE_ADDRESS_CANDIDATE.test(text);
}

/** One space at both ends of a code span belongs to its markers, unless there is nothing else. */
function codeText(code: string): string {
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;
}

/** The same pattern once more, where each name may occur only once. */
function withoutNames(pattern: string): string {
  return pattern.replace(/\(\?<\w+>/g, '(?:');
}
