import { type ContinuityToken, readPage } from '../pagination/index.js';
import { oneLine } from './metrics.js';

/** A page as it was found. */
export interface FoundPage {
  readonly ct: ContinuityToken;
  /** The page as written; `undefined` when its file is not there. */
  readonly text: string | undefined;
  /** Whether the text is the one that the manifest's hash is of; true where the manifest has no hash. */
  readonly isWhole: boolean;
  /** Whether the page should carry its token in a comment, as pages of a plain manifest do not. */
  readonly hasComment: boolean;
}

/** An edge that did not lead to where it should. */
export interface MissedEdge {
  readonly from: string;
  readonly to: string;
  readonly reason: 'missing' | 'altered' | 'one-way';
}

/** What a reader saw of a document who followed the continuity tokens. */
export interface ReadingWay {
  /** Pages in the order of the document; those that are not there are left out. */
  readonly pages: readonly FoundPage[];
  /** Edges that led to a page that is there, whole, and leads back. */
  readonly hits: number;
  readonly misses: readonly MissedEdge[];
  /** Required passages that are on none of the pages, nor on two that follow each other. */
  readonly missingPassages: readonly string[];
}

/**
 * Reads from a page on, next and previous page in turn, until all required passages are held or both ends are reached.
 *
 * @param pages in the order of the document, their graph being a chain
 * @param start index of the first page read
 */
export function walkPages(pages: readonly FoundPage[], start: number, required: readonly string[]): ReadingWay {
  const left = new Map(required.map((passage) => [passage, oneLine(passage)]));
  const misses: MissedEdge[] = [];
  let hits = 0;
  let first = start;
  let last = start;
  const look = (index: number): void => {
    const lines = [index - 1, index, index + 1].filter((at) => at >= first && at <= last).map((at) => pages[at]!);
    const texts = [oneLine(pages[index]!.text ?? ''), oneLine(lines.map(ownText).join(''))];
    for (const [passage, line] of left) if (texts.some((text) => text.includes(line))) left.delete(passage);
  };
  const follow = (from: number, to: number): void => {
    const reason = faultOf(pages[from]!, pages[to]!, to > from ? 'prev' : 'next');
    if (reason === undefined) hits++;
    else misses.push({ from: pages[from]!.ct.id, to: pages[to]!.ct.id, reason });
    first = Math.min(first, to);
    last = Math.max(last, to);
    look(to);
  };
  look(start);
  while (left.size > 0 && (last + 1 < pages.length || first > 0)) {
    if (last + 1 < pages.length) follow(last, last + 1);
    if (left.size > 0 && first > 0) follow(first, first - 1);
  }
  const read = pages.slice(first, last + 1).filter(({ text }) => text !== undefined);
  return { pages: read, hits, misses, missingPassages: [...left.keys()] };
}

function faultOf(from: FoundPage, to: FoundPage, back: 'prev' | 'next'): MissedEdge['reason'] | undefined {
  if (to.text === undefined) return 'missing';
  if (!to.isWhole) return 'altered';
  const written = to.hasComment ? readPage(to.text)?.comment : to.ct;
  return written?.[back] === from.ct.id ? undefined : 'one-way';
}

/** The page's own part of the document. */
export function ownText({ text = '', hasComment }: FoundPage): string {
  return hasComment ? (readPage(text)?.body ?? '') : text;
}

/** What a page is found by: its own part of the document and the headings above it, not what leads to its neighbours. */
export function searchText(page: FoundPage): string {
  const reading = page.hasComment ? readPage(page.text ?? '') : undefined;
  return reading === undefined ? (page.text ?? '') : `${reading.comment.path.join(' ')}\n${reading.body}`;
}
