import { hasLoneSurrogate } from './content-hash.js';

/** A text as SQLite can store it without loss: text, or UTF-16 bytes where it has lone surrogates. */
export type TextColumn = string | Buffer;

export function toColumn(text: string): TextColumn {
  return hasLoneSurrogate(text) ? Buffer.from(text, 'utf16le') : text;
}

export function fromColumn(column: TextColumn): string {
  return typeof column === 'string' ? column : column.toString('utf16le');
}
