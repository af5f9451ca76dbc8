import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type BlockScan, bodyOffsetOf, scanBlocks } from '@topicmill/text/markdown';
import { singleSpaces } from '@topicmill/text/white-space';
import { type PageSource, readDefinitions } from './document-units.js';
import { joinPages, type PageReading, readPage } from './page-text.js';
import type { PlannedPage } from './plan-pages.js';

/** Pages, and what they were made from. */
export interface PagesToCheck {
  readonly source: PageSource;
  readonly plan: readonly PlannedPage[];
  readonly pages: readonly { readonly token: { readonly id: string }; readonly text: string }[];
  /** Path of the source, for the diagnostics. */
  readonly file: string;
}

/**
 * Parses pages again and compares them with their source. Joined, they must equal it byte for byte; each line must start
 * the same blocks, at every depth, on its page as in the source; each reference must have the same definition.
 *
 * @returns an error `PAGES_DIFFER` for each difference
 */
export function checkPages({ source, plan, pages, file }: PagesToCheck): Diagnostic[] {
  const readings = pages.map(({ text }) => readPage(text));
  const differ = (message: string): Diagnostic => ({
    severity: 'error',
    code: 'PAGES_DIFFER',
    message,
    file,
    remedy: 'Report this with the document that caused it; nothing was published.',
  });
  const found: Diagnostic[] = [];
  const whole = readings.filter((reading) => reading !== undefined);
  if (whole.length < pages.length || joinPages(whole) !== source.text) {
    found.push(differ('The joined pages differ from the document.'));
  }
  readings.forEach((reading, page) => {
    if (reading === undefined) return;
    const { text, token } = pages[page]!;
    const { id } = token;
    const scan = scanBlocks(text, bodyOffsetOf(text, source.dialect), source.dialect);
    if (!hasSameBlocks(source, plan[page]!, reading, scan)) {
      found.push(differ(`Page ${id} parses into other blocks than the document.`));
    }
    const missing = wrongDefinition(source, plan[page]!, text, scan);
    if (missing !== undefined) found.push(differ(`The reference "${missing}" has another definition on page ${id}.`));
  });
  return found;
}

function hasSameBlocks(source: PageSource, plan: PlannedPage, reading: PageReading, scan: BlockScan): boolean {
  const { units, scan: whole } = source;
  const start = units[plan.firstUnit]!.startOffset;
  const shift = reading.bodyOffset - start;
  const firstLine = lineAt(whole.starts, start);
  const endLine = lineAt(whole.starts, units[plan.endUnit - 1]!.endOffset);
  const lineShift = lineAt(scan.starts, reading.bodyOffset) - firstLine;
  for (let line = firstLine; line < endLine; line++) {
    if (whole.starts[line]! + shift !== scan.starts[line + lineShift]) return false;
    if (whole.kinds[line] !== scan.kinds[line + lineShift]) return false;
    // A definition after another one is marked as a continuation line; at the start of a page it is not.
    if (whole.marks[line] !== scan.marks[line + lineShift] && line !== firstLine) return false;
  }
  const first = scan.blocks.findIndex(({ startOffset }) => startOffset >= reading.bodyOffset);
  for (let unit = plan.firstUnit; unit < plan.endUnit; unit++) {
    const expected = units[unit]!.block;
    const actual = scan.blocks[first + unit - plan.firstUnit];
    if (actual?.type !== expected.type) return false;
    if (actual.startOffset !== expected.startOffset + shift || actual.endOffset !== expected.endOffset + shift) {
      return false;
    }
  }
  return true;
}

/** First line that starts at or after an offset. */
function lineAt(starts: Uint32Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A key that the page needs and whose first definition on the page has a different text than in the source. */
function wrongDefinition(source: PageSource, plan: PlannedPage, text: string, scan: BlockScan): string | undefined {
  if (source.definitions.size === 0) return undefined;
  const onPage = new Map<string, string>();
  for (const block of scan.blocks) {
    for (const { key, text: defined } of readDefinitions(text, block)) if (!onPage.has(key)) onPage.set(key, defined);
  }
  for (let unit = plan.firstUnit; unit < plan.endUnit; unit++) {
    for (const key of source.units[unit]!.needs) {
      const text = onPage.get(key);
      if (text === undefined || singleSpaces(text) !== singleSpaces(source.definitions.get(key)!.text)) return key;
    }
  }
  return undefined;
}
