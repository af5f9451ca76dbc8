import { analyzeText, fuseRankings } from '@topicmill/search/retrieval/parts';
import type { Embedder } from '@topicmill/text/embedder';
import { characterStart } from '@topicmill/text/scripts';
import { fromColumn, type TextColumn } from './column-values.js';
import type { RankedPassages } from './engine.js';
import { findTerms, type TermMatch } from './parse-query.js';
import type { SearchHit } from './search-options.js';

/** A passage with what a hit says about its artifact. */
export interface PassageRow {
  readonly key: number;
  readonly artifact_key: number;
  readonly id: string;
  readonly chunk_index: number | null;
  readonly content: TextColumn;
  readonly content_hash: string;
  readonly start_char: number;
  readonly preface: string | null;
  readonly artifact_id: string;
  readonly artifact_type: string;
  readonly source_system: string;
  readonly source_id: string | null;
  readonly title: string | null;
  readonly sensitivity: string;
  readonly ts: string;
}

/** How much nearness counts, compared with words, where vectors are made from a table, which blurs passages of many words. */
const TABLE_WEIGHT = 0.25;

/** One ranking of passages from those by words and by vectors. */
export function fusedPassages(
  lexical: RankedPassages,
  dense: RankedPassages,
  { isTable }: Pick<Embedder, 'isTable'>,
): RankedPassages {
  return fuseRankings([lexical, dense], [1, isTable === true ? TABLE_WEIGHT : 1]);
}

/** Other places of one text that a hit names at most. */
export const MAX_PLACES = 20;

/** A hit without what is looked up for those that are shown. */
export interface ListedHit {
  readonly row: PassageRow;
  readonly hit: Omit<SearchHit, 'also_in' | 'context'>;
}

/** The best passages that say something new, offered best first. A text that is in several artifacts is one hit. */
export class HitList {
  readonly hits: ListedHit[] = [];
  /** Whether any of the hits has a word of the query in its text or title. */
  haveWords = false;
  readonly #terms: ReadonlySet<string>;
  readonly #limit: number;
  readonly #shown: PlacedHit[] = [];
  readonly #texts = new Set<string>();

  constructor(terms: readonly string[], limit: number) {
    this.#terms = new Set(terms);
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.hits.length === this.#limit;
  }

  /** Takes a passage as the next hit, unless it repeats what better ones say. */
  offer(row: PassageRow, score: number): ListedHit | undefined {
    if (this.isFull || this.#texts.has(row.content_hash)) return undefined;
    const content = fromColumn(row.content);
    const placed = placedHit(row, content, findTerms(content, this.#terms));
    if (isRepeated(placed, this.#shown)) return undefined;
    this.#shown.push(placed);
    this.#texts.add(row.content_hash);
    this.haveWords ||= placed.matches.length > 0 || analyzeText(row.title ?? '').some((term) => this.#terms.has(term));
    const listed = { row, hit: createHit(row, placed, content, score) };
    this.hits.push(listed);
    return listed;
  }
}

function placedHit(row: PassageRow, content: string, matches: readonly TermMatch[]): PlacedHit {
  return {
    artifactKey: row.artifact_key,
    startChar: row.start_char,
    endChar: row.start_char + content.length,
    matches,
  };
}

function createHit(
  row: PassageRow,
  { startChar, endChar, matches }: PlacedHit,
  content: string,
  score: number,
): ListedHit['hit'] {
  return {
    id: row.id,
    artifact_id: row.artifact_id,
    chunk_index: row.chunk_index,
    start_char: startChar,
    end_char: endChar,
    score,
    preface: row.preface,
    snippet: findSnippet(content, matches),
    title: row.title,
    artifact_type: row.artifact_type,
    source_system: row.source_system,
    source_id: row.source_id,
    sensitivity: row.sensitivity,
    ts: row.ts,
    content,
  };
}

/** A hit with the places that made it one, as offsets into its artifact. */
interface PlacedHit {
  readonly artifactKey: number;
  readonly startChar: number;
  readonly endChar: number;
  /** Relative to `startChar`. */
  readonly matches: readonly TermMatch[];
}

/**
 * Whether all that a hit says about the query has been said by a better hit: every match is in text that the two chunks
 * share. A hit without any word of the query is found by its meaning as a whole and repeats nothing.
 */
function isRepeated(hit: PlacedHit, better: readonly PlacedHit[]): boolean {
  if (hit.matches.length === 0) return false;
  return better.some(
    (other) =>
      other.artifactKey === hit.artifactKey &&
      hit.matches.every(
        ({ start, end }) => hit.startChar + start >= other.startChar && hit.startChar + end <= other.endChar,
      ),
  );
}

/** Length of a snippet, in UTF-16 units, before its ends are moved to words. */
const SNIPPET_LENGTH = 240;
/** How far an end may move. */
const MAX_WORD_EXTENSION = 24;

/** The part of a text with the most different terms, on one line; the beginning where there are none. */
function findSnippet(text: string, matches: readonly TermMatch[]): string {
  const [start, end] = bestWindow(text.length, matches);
  const from = start === 0 ? 0 : wordStart(text, start);
  const to = end === text.length ? end : wordEnd(text, end);
  const line = text
    .slice(from, to)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return `${from === 0 ? '' : '… '}${line}${to === text.length ? '' : ' …'}`;
}

function bestWindow(length: number, matches: readonly TermMatch[]): readonly [number, number] {
  if (length <= SNIPPET_LENGTH) return [0, length];
  let best = { first: 0, last: -1, kinds: 0 };
  const counts = new Map<string, number>();
  for (let first = 0, last = -1; first < matches.length; first++) {
    while (last + 1 < matches.length && matches[last + 1]!.end - matches[first]!.start <= SNIPPET_LENGTH) {
      const { term } = matches[++last]!;
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    if (counts.size > best.kinds) best = { first, last, kinds: counts.size };
    const { term } = matches[first]!;
    const left = (counts.get(term) ?? 0) - 1;
    if (left > 0) counts.set(term, left);
    else counts.delete(term);
    last = Math.max(last, first);
  }
  if (best.kinds === 0) return [0, SNIPPET_LENGTH];
  const middle = (matches[best.first]!.start + matches[best.last]!.end) >> 1;
  const start = Math.max(0, Math.min(length - SNIPPET_LENGTH, middle - SNIPPET_LENGTH / 2));
  return [start, start + SNIPPET_LENGTH];
}

/** Just after the next white space, if there is some near; else between two characters. */
function wordStart(text: string, start: number): number {
  const space = text.slice(start, start + MAX_WORD_EXTENSION).search(/\s/u);
  return space === -1 ? characterStart(text, start) : start + space + 1;
}

function wordEnd(text: string, end: number): number {
  const near = text.slice(end - MAX_WORD_EXTENSION, end);
  const space = /\s(?=\S*$)/u.exec(near)?.index;
  return space === undefined ? characterStart(text, end) : end - MAX_WORD_EXTENSION + space;
}
