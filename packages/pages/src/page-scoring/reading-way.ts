import { oneLine } from '@topicmill/text/white-space';
import { type ContinuityToken, readPage } from '../pagination/index.js';

/** A page as it was found. */
export interface FoundPage {
  readonly ct: ContinuityToken;
  /** The page as written; `undefined` when its file is missing. */
  readonly text: string | undefined;
  /** Whether the text has the hash of the manifest; true for a manifest without hashes. */
  readonly isWhole: boolean;
  /** Whether the page should have a comment with its token; false for pages of a plain manifest. */
  readonly hasComment: boolean;
}

/** An edge that does not point to an intact page. */
export interface MissedEdge {
  readonly from: string;
  readonly to: string;
  readonly reason: 'missing' | 'altered' | 'one-way';
}

/** The result of reading a document along its continuity tokens. */
export interface ReadingWay {
  /** Pages in the order of the document, without missing ones. */
  readonly pages: readonly FoundPage[];
  /** Edges that led to a page that exists, is unchanged and leads back. */
  readonly hits: number;
  readonly misses: readonly MissedEdge[];
  /** Required passages that are on none of the pages, nor across two consecutive ones. */
  readonly missingPassages: readonly string[];
}

/**
 * Reads from a page, next and previous page in turn, until all required passages are found or both ends are reached.
 *
 * @param pages in the order of the document; their graph is a chain
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

/** The text by which a page is found: the headings above it and its own part, without lead-in and lead-out. */
export function searchText(page: FoundPage): string {
  const reading = page.hasComment ? readPage(page.text ?? '') : undefined;
  return reading === undefined ? (page.text ?? '') : `${reading.comment.path.join(' ')}\n${reading.body}`;
}
