import { oneLine } from '@topicmill/text/white-space';
import { type InlineNode, parseHeading } from '#heading-parser';
import { plainInlineText } from './plain-inline.js';

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
const MAY_MARK = /[\\*_`~\]<&]/;
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
    this.labels = new Set(definitions.flatMap((definition) => labelsOf(definition).slice(0, 1)));
  }

  /**
   * The text of a heading from which anchors are derived: without markers, link targets, images and tags, with white
   * space as written. A heading of over 4,000 UTF-16 units or 400 markers is read in parts of at most that size, of which
   * only the first four count; no markup spans two parts.
   */
  contentOf(markdown: string): string {
    if (markdown.length <= MAX_MARKERS) return this.contentOfPart(markdown);
    return partsOf(markdown)
      .map((part) => this.contentOfPart(part))
      .join('');
  }

  private contentOfPart(markdown: string): string {
    if (!MAY_MARK.test(markdown)) return markdown;
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
    return labelsOf(markdown).filter((label) => this.labels.has(label));
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
function partsOf(markdown: string): string[] {
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
function labelsOf(markdown: string): string[] {
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
