import type { Counts, FieldOccurrences, TermField, TermOccurrences } from './page-source.js';

/** A text that contains a term, as a row. */
export interface Occurrence {
  readonly field: TermField;
  readonly page: number;
  readonly place: number;
  readonly counts: Counts;
}

/** Rows as columns by field; `undefined` where there are none. */
export function occurrencesByField(rows: readonly Occurrence[]): TermOccurrences | undefined {
  if (rows.length === 0) return undefined;
  const ofField = (field: TermField): FieldOccurrences => occurrenceColumns(rows.filter((row) => row.field === field));
  return {
    chunk: ofField('chunk'),
    title: ofField('title'),
    description: ofField('description'),
    question: ofField('question'),
  };
}

export function occurrenceColumns(rows: readonly Omit<Occurrence, 'field'>[]): FieldOccurrences {
  return {
    pages: rows.map(({ page }) => page),
    places: rows.map(({ place }) => place),
    first: rows.map(({ counts }) => counts[0]),
    second: rows.map(({ counts }) => counts[1]),
  };
}
