import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type BlockScan, scanBlocks, splitFrontMatter } from '@topicmill/text/markdown';
import { definitionsOf } from './definitions.js';
import type { PageSource } from './page-source.js';
import { joinPages, type PageReading, readPage } from './page-text.js';
import type { PlannedPage } from './plan-pages.js';

interface WrittenPage {
  readonly token: { readonly id: string };
  readonly text: string;
}

/**
 * Parses pages again and compares them with their source: joined they are it byte for byte; each line starts the same
 * blocks, at every depth, on its page as in the source; each page defines what it refers to as the source does.
 *
 * @param file path of the source, for the diagnostics
 * @returns an error for each page that differs, `PAGES_DIFFER`; none when all is well
 */
export function checkPages(
  source: PageSource,
  plan: readonly PlannedPage[],
  pages: readonly WrittenPage[],
  file: string,
): Diagnostic[] {
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
    found.push(differ('The pages, joined again, are not the document.'));
  }
  readings.forEach((reading, page) => {
    if (reading === undefined) return;
    const { id } = pages[page]!.token;
    const scan = scanBlocks(pages[page]!.text, splitFrontMatter(pages[page]!.text).bodyOffset);
    if (!hasSameBlocks(source, plan[page]!, reading, scan)) {
      found.push(differ(`Blocks of page ${id} are read otherwise than in the document.`));
    }
    const missing = wrongDefinition(source, plan[page]!, pages[page]!.text, scan);
    if (missing !== undefined) found.push(differ(`The reference "${missing}" leads elsewhere on page ${id}.`));
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
    // A definition behind another one is marked as a line that goes on; at the start of a page it is not.
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

/** First line that starts at or behind an offset. */
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

/** A key that the page's text needs and that its first definition on the page gives another text. */
function wrongDefinition(source: PageSource, plan: PlannedPage, text: string, scan: BlockScan): string | undefined {
  if (source.definitions.size === 0) return undefined;
  const onPage = new Map<string, string>();
  for (const block of scan.blocks) {
    for (const { key, text: defined } of definitionsOf(text, block)) if (!onPage.has(key)) onPage.set(key, defined);
  }
  for (let unit = plan.firstUnit; unit < plan.endUnit; unit++) {
    for (const key of source.units[unit]!.needs) {
      if (oneLine(onPage.get(key)) !== oneLine(source.definitions.get(key)!.text)) return key;
    }
  }
  return undefined;
}

function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, ' ');
}
