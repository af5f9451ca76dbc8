import { CodeSpans } from './code-spans.js';
import type { Dialect } from './dialects/dialect.js';
import { linkParts } from './dialects/inline-forms.js';
import { LineKind } from './line-scan.js';
import { scanLines } from './scan-lines.js';

/** Where a link or an image leads, as written. */
interface WrittenLink {
  /** UTF-16 offsets of the destination, angle brackets and quotes left out. */
  readonly startOffset: number;
  readonly endOffset: number;
  readonly destination: string;
}

/**
 * Backticks; or the destination of an inline link or image, of a definition at the start of a line, or of an HTML or JSX
 * attribute `href`.
 */
const LINK =
  /(?<ticks>`)|(?<before>\]\([ \t]*|^ {0,3}\[[^\]\n]+\]:[ \t]+)(?<destination><[^<>\n]*>|\{\{[<%][^\n{}]*[%>]\}\}|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)|(?<attribute>\shref=(?<quote>["']))(?<address>[^"'\n{}]+)\k<quote>/gm;

const LINE_END = /[\n\r\u2028\u2029]/g;

/** The same, or a link of Obsidian. */
const LINK_OR_VAULT_LINK = new RegExp(`${LINK.source}|\\[\\[(?<inner>[^[\\]\\r\\n]{1,500})\\]\\]`, LINK.flags);

/**
 * The destinations of the links of a markdown text, in order: inline links and images, definitions, `href` of tags, and
 * `[[Page]]` where the dialect has it. Code, fenced and inline, has none.
 *
 * @param bodyOffset UTF-16 offset at which the body starts
 */
export function findLinks(text: string, bodyOffset = 0, dialect?: Dialect): WrittenLink[] {
  const pattern = dialect?.inline === 'vault' ? LINK_OR_VAULT_LINK : LINK;
  const { kinds, starts, lineCount } = scanLines(text, bodyOffset);
  const links: WrittenLink[] = [];
  for (let line = 0; line < lineCount; ) {
    const first = line;
    const isCode = kinds[line] === LineKind.Fence;
    while (line < lineCount && (kinds[line] === LineKind.Fence) === isCode) line++;
    if (!isCode) addLinks(pattern, text, { start: starts[first]!, end: starts[line]! }, links);
  }
  return links;
}

function addLinks(
  pattern: RegExp,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  links: WrittenLink[],
): void {
  const part = text.slice(start, end);
  const codeSpans = new CodeSpans(part);
  let lineEnd = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(part); match !== null; match = pattern.exec(part)) {
    const { ticks, before, destination, attribute, address, inner } = match.groups as Record<
      string,
      string | undefined
    >;
    if (ticks !== undefined) {
      if (match.index >= lineEnd) {
        lineEnd = lineEndFrom(part, match.index);
        codeSpans.enterBlock(lineEnd);
      }
      pattern.lastIndex = codeSpans.endAt(match.index);
      continue;
    }
    if (inner !== undefined) {
      const { path } = linkParts(inner);
      const from = start + match.index + 2;
      links.push({ startOffset: from, endOffset: from + path.length, destination: path });
      continue;
    }
    const written = destination ?? address;
    if (written === undefined) continue;
    const isBracketed = destination?.startsWith('<') === true && destination.endsWith('>');
    const startOffset = start + match.index + (before ?? attribute)!.length + (isBracketed ? 1 : 0);
    const plain = isBracketed ? written.slice(1, -1) : written;
    links.push({ startOffset, endOffset: startOffset + plain.length, destination: plain });
  }
}

/** Of a code span that is written on one line. */
function lineEndFrom(text: string, at: number): number {
  LINE_END.lastIndex = at;
  return LINE_END.exec(text)?.index ?? text.length;
}

/**
 * Markdown with other destinations in its links; code, fenced and inline, has none.
 *
 * @param destinationOf the new destination of a link by the one that is written; `undefined` leaves it as it is
 */
export function rewriteLinks(text: string, destinationOf: (written: string) => string | undefined): string {
  let result = '';
  let at = 0;
  for (const { startOffset, endOffset, destination } of findLinks(text)) {
    const rewritten = destinationOf(destination);
    if (rewritten === undefined) continue;
    result += text.slice(at, startOffset) + rewritten;
    at = endOffset;
  }
  return result + text.slice(at);
}
