import type { TextColumn } from '../text-column.js';

/** A text in the two columns that keep it: as it is, or as UTF-16 where PostgreSQL has no text for it. */
export interface TextColumns {
  readonly content: string;
  readonly content_utf16: Buffer | null;
}

/** @param column a text, or its UTF-16 when it has lone surrogates */
export function toColumns(column: TextColumn): TextColumns {
  if (typeof column !== 'string') return { content: '', content_utf16: column };
  if (!column.includes('\0')) return { content: column, content_utf16: null };
  return { content: '', content_utf16: Buffer.from(column, 'utf16le') };
}

/** Replaces the two columns of a row by the one that it is read from. */
export function withContent<Row extends TextColumns>(
  row: Row,
): Omit<Row, 'content' | 'content_utf16'> & { content: TextColumn } {
  const { content, content_utf16, ...others } = row;
  return { ...others, content: content_utf16 ?? content };
}

/** A name or title without NUL, which PostgreSQL does not keep; `fromField` brings it back. */
export function toField(text: string): string {
  return text.replace(/[\0\u001b]/g, (character) => (character === '\0' ? '\u001b0' : '\u001b1'));
}

export function fromField(text: string): string {
  return text.replace(/\u001b([01])/g, (_, digit: string) => (digit === '0' ? '\0' : '\u001b'));
}

/** The parameters of a statement, numbered as they are added. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns what marks the place of the value */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
