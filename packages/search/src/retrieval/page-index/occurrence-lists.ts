import type { Counts, DocumentNumber, Occurrences, TermField, TermOccurrences } from './page-source.js';

/** A text that contains a term, as a row. */
export interface Occurrence {
  readonly field: TermField;
  readonly page: number;
  readonly place: number;
  readonly counts: Counts;
}

/** Rows as columns by field; `undefined` where there are none. */
export function occurrencesByField(rows: readonly Occurrence[], numberOf: DocumentNumber): TermOccurrences | undefined {
  if (rows.length === 0) return undefined;
  const ofField = (field: TermField): Occurrences => occurrencesOf(rows, field, numberOf);
  return {
    chunk: ofField('chunk'),
    title: ofField('title'),
    description: ofField('description'),
    question: ofField('question'),
  };
}

/** The rows of one field as columns. */
export function occurrencesOf(
  rows: readonly Occurrence[],
  field: TermField,
  documentNumber: DocumentNumber,
): Occurrences {
  const own = rows.filter((row) => row.field === field);
  return {
    documents: Uint32Array.from(own, ({ page, place }) => documentNumber(field, page, place)),
    first: Uint32Array.from(own, ({ counts }) => counts[0]),
    second: Uint32Array.from(own, ({ counts }) => counts[1]),
  };
}
