import { LineKind } from './line-scan.js';
import { scanLines } from './scan-lines.js';

/** Where a link or an image leads, as written. */
export interface WrittenLink {
  /** UTF-16 offsets of the destination, angle brackets and quotes left out. */
  readonly startOffset: number;
  readonly endOffset: number;
  readonly destination: string;
}

/**
 * A code span; or the destination of an inline link or image, of a definition at the start of a line, or of an HTML or
 * JSX attribute `href`.
 */
const LINK =
  /(?<!`)(?<ticks>`+)(?!`).*?(?<!`)\k<ticks>(?!`)|(?<before>\]\([ \t]*|^ {0,3}\[[^\]\n]+\]:[ \t]+)(?<destination><[^<>\n]*>|\{\{[<%][^\n{}]*[%>]\}\}|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)|(?<attribute>\shref=(?<quote>["']))(?<address>[^"'\n{}]+)\k<quote>/gm;

/**
 * The destinations of the links of a markdown text, in order: inline links and images, definitions, and `href` of tags.
 * Code, fenced and inline, has none.
 *
 * @param bodyOffset UTF-16 offset at which the body starts
 */
export function findLinks(text: string, bodyOffset = 0): WrittenLink[] {
  const { kinds, starts, lineCount } = scanLines(text, bodyOffset);
  const links: WrittenLink[] = [];
  for (let line = 0; line < lineCount; ) {
    const first = line;
    const isCode = kinds[line] === LineKind.Fence;
    while (line < lineCount && (kinds[line] === LineKind.Fence) === isCode) line++;
    if (!isCode) addLinks(text, starts[first]!, starts[line]!, links);
  }
  return links;
}

function addLinks(text: string, start: number, end: number, links: WrittenLink[]): void {
  for (const match of text.slice(start, end).matchAll(LINK)) {
    const { before, destination, attribute, address } = match.groups as Record<string, string | undefined>;
    const written = destination ?? address;
    if (written === undefined) continue;
    const isBracketed = destination?.startsWith('<') === true && destination.endsWith('>');
    const startOffset = start + match.index + (before ?? attribute)!.length + (isBracketed ? 1 : 0);
    const plain = isBracketed ? written.slice(1, -1) : written;
    links.push({ startOffset, endOffset: startOffset + plain.length, destination: plain });
  }
}
