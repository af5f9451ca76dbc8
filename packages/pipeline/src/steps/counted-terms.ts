import type { LocalTerm, ReadTerms } from '@topicmill/topics/keywords';
import type { TopicmillConfig } from '../config/index.js';
import type { Memo } from '../runner/index.js';
import type { TopicDocument } from './topic-document.js';

/**
 * The terms of the references that were counted when a run was planned last, so that the step that writes them does not
 * count them again.
 */
export const COUNTED_TERMS_MEMO = 'counted-terms';

/** What the terms of a reference depend on: the key that memos have them under. */
export function termsKey(
  { languages, stopWords }: TopicmillConfig['keywords'],
  { readingKey }: TopicDocument,
  hash: string,
): string {
  return `${[languages, stopWords].map((words) => words.join(',')).join(';')} ${readingKey}${hash}`;
}

/** Collects terms while they are counted. Where none are, the memo is neither read nor written. */
export class CountedTerms {
  private memo: Memo | undefined;

  constructor(private readonly open: () => Memo) {}

  keep(key: string, terms: ReadTerms): void {
    this.memo ??= this.open();
    this.memo.keep(key, formatCounted(terms));
  }

  saveIfWritable(): void {
    this.memo?.saveIfWritable();
  }
}

/** Rows without names: the memo of a large docs root is read by every thread of its first build. */
type Row = readonly [
  term: string,
  type: LocalTerm['type'],
  count: number,
  headerMultiplier: number,
  localScore: number,
];

function formatCounted({ terms, stopWordShare }: ReadTerms): string {
  const rows = terms.map(({ term, type, count, headerMultiplier, localScore }): Row => {
    return [term, type, count, headerMultiplier, localScore];
  });
  return JSON.stringify([stopWordShare, rows]);
}

/** What `CountedTerms` kept. */
export function readCounted(text: string): ReadTerms {
  const [stopWordShare, rows] = JSON.parse(text) as [number, Row[]];
  const terms = rows.map(([term, type, count, headerMultiplier, localScore]): LocalTerm => {
    return { term, type, count, headerMultiplier, localScore };
  });
  return { terms, stopWordShare };
}
