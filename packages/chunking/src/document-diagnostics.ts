import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { type Heading, isDialectScan, LineKind, type LineScan, pairTags, type Region } from '@topicmill/text/markdown';

/** A scanned text. */
export interface ScannedText {
  readonly text: string;
  readonly scan: LineScan;
}

/** @param remedy what the author can do; by default for the reference of a topic */
export function emptyDocumentError(
  file: string | undefined,
  line: number,
  remedy = 'Add text, or delete the file so that its folder is not a topic.',
): TopicmillError {
  return new TopicmillError('EMPTY_DOCUMENT', 'The document has no text after its front matter.', {
    ...(file === undefined ? {} : { file }),
    line,
    remedy,
  });
}

/**
 * Warnings about a document's structure, in line order: headings that skip a level, fences that are never closed.
 *
 * @param bodyLine 1-based line of the file at which line 0 of the scan is
 */
export function structureDiagnostics(document: ScannedText, bodyLine: number, file: string): Diagnostic[] {
  return [...headingJumps(document, bodyLine, file), ...unclosedFences(document.scan, bodyLine, file)].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0),
  );
}

function headingJumps(document: ScannedText, bodyLine: number, file: string): Diagnostic[] {
  const parts = commentedParts(document);
  const headings = document.scan.headings.filter((heading) => !isNameOfPart(heading, document.scan.headings, parts));
  const jumps: Diagnostic[] = [];
  headings.forEach((heading, i) => {
    const before = headings[i - 1];
    if (before === undefined || heading.level <= before.level + 1) return;
    const level = levelAbove(document, headings, parts, i);
    if (level === undefined || heading.level <= level + 1) return;
    jumps.push({
      severity: 'warning',
      code: 'HEADING_LEVEL_JUMP',
      message: `An H${heading.level} follows an H${level}.`,
      file,
      line: heading.line + bodyLine,
      remedy: `Make it an H${level + 1}, or add the heading that is missing above it.`,
    });
  });
  return jumps;
}

/**
 * The level of what readers see as the heading before one that seems to skip a level: an HTML heading in between, or
 * the heading before it in the same tab, box or other element. The first one in an element is its title.
 *
 * @returns `undefined` where readers see none
 */
function levelAbove(
  document: ScannedText,
  headings: readonly Heading[],
  parts: readonly Lines[],
  index: number,
): number | undefined {
  const { line } = headings[index]!;
  const before = headings[index - 1]!;
  const written = htmlLevelBetween(document, before.line, line);
  if (written !== undefined) return written;
  const elements = isDialectScan(document.scan) ? document.scan.regions : elementsOnLines(document);
  return headings.slice(0, index).findLast((each) => {
    const isInSame = elements.every((element) => contains(element, each.line) === contains(element, line));
    return isInSame && parts.every((part) => !contains(part, each.line) || contains(part, line));
  })?.level;
}

/** A tag alone on its line, `:::name` or `:::`: elements and boxes of texts whose dialect is not known. */
const TAG_LINE = /^ {0,3}(?:<(\/?)([A-Za-z][\w.-]*)(?:\s[^<>]*)?(?<!\/)>[ \t]*|(:{3,})[ \t]*(\w.*)?)\r?\n?$/;

function elementsOnLines({ text, scan }: ScannedText): Lines[] {
  const tags: { readonly name: string; readonly kind: 'open' | 'close'; readonly line: number }[] = [];
  for (let line = 0; line < scan.lineCount; line++) {
    if (scan.kinds[line] === LineKind.Fence) continue;
    const [, slash, tag, colons, word] = TAG_LINE.exec(text.slice(scan.starts[line], scan.starts[line + 1])) ?? [];
    const name = tag ?? colons;
    if (name === undefined) continue;
    const isClosing = colons === undefined ? slash === '/' : word === undefined;
    tags.push({ name, kind: isClosing ? 'close' : 'open', line });
  }
  return pairTags(tags).map(([opening, closing]) => ({ firstLine: opening.line, lastLine: closing.line }));
}

type Lines = Pick<Region, 'firstLine' | 'lastLine'>;

function contains({ firstLine, lastLine }: Lines, line: number): boolean {
  return firstLine <= line && line <= lastLine;
}

/** `<!-- tabs:start -->` of Docsify, `<!-- ::start:tabs -->` of others, and their ends. */
const PART_MARK = /^[ \t]*<!--[ \t]*(?:(?:::)?(start|end):([\w-]+)|([\w-]+):(start|end))\b[^>]*-->[ \t]*\r?\n?$/;

/** What comments mark as tabs or other parts of a page. */
function commentedParts({ text, scan }: ScannedText): Lines[] {
  if (!text.includes(':start')) return [];
  const parts: Lines[] = [];
  const open: { readonly name: string; readonly firstLine: number }[] = [];
  for (let line = 0; line < scan.lineCount; line++) {
    if (scan.kinds[line] === LineKind.Fence) continue;
    const [, first, nameAfter, nameBefore, last] =
      PART_MARK.exec(text.slice(scan.starts[line], scan.starts[line + 1])) ?? [];
    const name = nameAfter ?? nameBefore;
    if (name === undefined) continue;
    if ((first ?? last) === 'start') open.push({ name, firstLine: line });
    else if (open.at(-1)?.name === name) parts.push({ firstLine: open.pop()!.firstLine, lastLine: line });
  }
  return parts;
}

/** The first heading of such a part, and those of its level, are what readers see on its tabs. */
function isNameOfPart({ line, level }: Heading, headings: readonly Heading[], parts: readonly Lines[]): boolean {
  return parts.some(
    (part) => contains(part, line) && headings.find((each) => contains(part, each.line))!.level === level,
  );
}

const HTML_HEADING = /^[ \t]*<h([1-6])[\s>]/i;

/** The level of the last heading in HTML between two lines, outside of code. */
function htmlLevelBetween({ text, scan }: ScannedText, after: number, before: number): number | undefined {
  for (let line = before - 1; line > after; line--) {
    if (scan.kinds[line] === LineKind.Fence) continue;
    const level = HTML_HEADING.exec(text.slice(scan.starts[line], scan.starts[line + 1]))?.[1];
    if (level !== undefined) return Number(level);
  }
  return undefined;
}

function unclosedFences(scan: LineScan, bodyLine: number, file: string): Diagnostic[] {
  return scan.fences
    .filter((fence) => !fence.closed && fence.lastLine === scan.lineCount - 1)
    .map((fence) => ({
      severity: 'warning',
      code: 'UNCLOSED_FENCE',
      message: 'This code block is never closed, so it includes the rest of the document.',
      file,
      line: fence.firstLine + bodyLine,
      remedy: 'Add its closing fence.',
    }));
}
