import { oneLine } from '@topicmill/text/white-space';
import { type ContinuityToken, readPage } from '../pagination/index.js';
import type { Quoter } from './quoting.js';

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
export interface ReadingPath {
  /** Pages in the order of the document, without missing ones. */
  readonly pages: readonly FoundPage[];
  /** What is quoted from them. */
  readonly answer: string;
  /** Indexes of the pages from and to which it led, in the order of reading. */
  readonly edges: readonly (readonly [from: number, to: number])[];
}

/** What is true of the edges that a reading followed. */
export interface CheckedEdges {
  /** Edges that led to a page that exists, is unchanged and leads back. */
  readonly hits: number;
  readonly misses: readonly MissedEdge[];
}

/** Reading ends at this confidence of the quotes: see `Quote`. */
const SUFFICIENT_CONFIDENCE = 0.85;
/** It also ends when so many pages in a row changed nothing of them. */
const UNCHANGED_PAGES = 32;

/**
 * Reads from a page, next and previous page in turn, until what it quotes is sure enough or no longer changes, or both
 * ends are reached. Only the pages and the question decide.
 *
 * @param pages in the order of the document; their graph is a chain
 * @param start index of the first page read
 * @param quoter for the question, without texts
 */
export function walkPages(pages: readonly FoundPage[], start: number, quoter: Quoter): ReadingPath {
  const edges: [number, number][] = [];
  let first = start;
  let last = start;
  let answer = '';
  let looked = 0;
  let quotedAt = 0;
  let changedAt = 0;
  let isSettled = false;
  const mayStayUnchanged = pages.length > UNCHANGED_PAGES;
  const quote = (): void => {
    const { answer: quoted, confidence } = quoter.quote();
    quotedAt = looked;
    if (quoted !== answer) changedAt = looked;
    answer = quoted;
    isSettled = confidence >= SUFFICIENT_CONFIDENCE || (answer !== '' && looked - changedAt >= UNCHANGED_PAGES);
  };
  const look = (index: number): void => {
    const { text } = pages[index]!;
    if (text !== undefined) quoter.add(text, index);
    looked++;
    // To choose statements takes longer than to read a page.
    const isDue = mayStayUnchanged && (answer === '' || looked - quotedAt >= UNCHANGED_PAGES);
    if (isDue || quoter.greatestConfidence() >= SUFFICIENT_CONFIDENCE) quote();
  };
  const follow = (from: number, to: number): void => {
    edges.push([from, to]);
    first = Math.min(first, to);
    last = Math.max(last, to);
    look(to);
  };
  look(start);
  while (!isSettled && (last + 1 < pages.length || first > 0)) {
    if (last + 1 < pages.length) follow(last, last + 1);
    if (!isSettled && first > 0) follow(first, first - 1);
  }
  if (quotedAt < looked) quote();
  const read = pages.slice(first, last + 1).filter(({ text }) => text !== undefined);
  return { pages: read, answer, edges };
}

/** Checks the edges of a reading. @param pages as they were read */
export function checkEdges(pages: readonly FoundPage[], { edges }: Pick<ReadingPath, 'edges'>): CheckedEdges {
  const misses = edges.flatMap(([from, to]): MissedEdge[] => {
    const reason = missedEdgeReason(pages[from]!, pages[to]!, to > from ? 'prev' : 'next');
    return reason === undefined ? [] : [{ from: pages[from]!.ct.id, to: pages[to]!.ct.id, reason }];
  });
  return { hits: edges.length - misses.length, misses };
}

/** Required passages that are on none of the pages read, nor across two consecutive ones. */
export function missingPassages({ pages }: Pick<ReadingPath, 'pages'>, required: readonly string[]): string[] {
  const texts = pages.map(({ text = '' }) => oneLine(text));
  const runs = pages.map((page, index) => {
    const after = pages[index + 1];
    return oneLine(ownText(page) + (after !== undefined && page.ct.next === after.ct.id ? ownText(after) : ''));
  });
  return required.filter((passage) => ![...texts, ...runs].some((text) => text.includes(oneLine(passage))));
}

function missedEdgeReason(from: FoundPage, to: FoundPage, back: 'prev' | 'next'): MissedEdge['reason'] | undefined {
  if (to.text === undefined) return 'missing';
  if (!to.isWhole) return 'altered';
  const written = to.hasComment ? readPage(to.text)?.comment : to.ct;
  return written?.[back] === from.ct.id ? undefined : 'one-way';
}

/** The page's own part of the document. */
function ownText({ text = '', hasComment }: FoundPage): string {
  return hasComment ? (readPage(text)?.body ?? '') : text;
}

/** The text by which a page is found: the headings above it and its own part, without lead-in and lead-out. */
export function searchText(page: FoundPage): string {
  const reading = page.hasComment ? readPage(page.text ?? '') : undefined;
  return reading === undefined ? (page.text ?? '') : `${reading.comment.path.join(' ')}\n${reading.body}`;
}
