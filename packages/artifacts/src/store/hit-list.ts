import { analyzeText } from '@topicmill/search/retrieval';
import { findSnippet } from './find-snippet.js';
import { findTerms, type TermMatch } from './query-terms.js';
import type { SearchHit } from './search-types.js';
import { isRepeated, type PlacedHit } from './show-once.js';
import { fromColumn, type TextColumn } from './text-column.js';

/** A passage with what a hit says of its artifact. */
export interface PassageRow {
  readonly key: number;
  readonly artifact_key: number;
  readonly id: string;
  readonly chunk_index: number | null;
  readonly content: TextColumn;
  readonly content_hash: string;
  readonly start_char: number;
  readonly artifact_id: string;
  readonly artifact_type: string;
  readonly source_system: string;
  readonly source_id: string | null;
  readonly title: string | null;
  readonly sensitivity: string;
  readonly ts: string;
}

/** Other places of one text that a hit names at most. */
export const MOST_PLACES = 20;

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
    const listed = { row, hit: hitOf(row, placed, content, score) };
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

function hitOf(
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
