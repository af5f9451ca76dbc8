import { hasLoneSurrogate } from './artifact.js';

/** A text as SQLite can store it without loss: text, or UTF-16 bytes where it has lone surrogates. */
export type TextColumn = string | Buffer;

export function toColumn(text: string): TextColumn {
  return hasLoneSurrogate(text) ? Buffer.from(text, 'utf16le') : text;
}

export function fromColumn(column: TextColumn): string {
  return typeof column === 'string' ? column : column.toString('utf16le');
}

/** A vector as a database keeps it: float32, little-endian. */
export function vectorBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy, since the bytes may be where no float can be read. */
export function vectorFromBytes(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
