import type { ByteReader } from '../byte-reader.js';
import type { ByteWriter } from '../byte-writer.js';

/** Who holds a term: document numbers, rising, each with the term's impact there, 1 to 255. */
export interface Postings {
  readonly documents: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Where a term occurs: in the text of chunks, in the titles of topics. */
export interface TermPostings {
  readonly chunks: Postings;
  readonly titles: Postings;
}

/** Postings that are being gathered; documents are added in rising order. */
export interface OpenPostings {
  readonly documents: number[];
  readonly impacts: number[];
}

/** Their number, then for each the distance from the one before and the impact. */
export function writePostings({ documents, impacts }: OpenPostings, writer: ByteWriter): void {
  writer.varint(documents.length);
  let previous = 0;
  for (const [at, document] of documents.entries()) {
    writer.varint(document - previous);
    writer.byte(impacts[at]!);
    previous = document;
  }
}

export function readPostings(reader: ByteReader): Postings {
  const length = reader.varint();
  const documents = new Uint32Array(length);
  const impacts = new Uint8Array(length);
  let document = 0;
  for (let at = 0; at < length; at++) {
    document += reader.varint();
    documents[at] = document;
    impacts[at] = reader.byte();
  }
  return { documents, impacts };
}

/** Whether a document is among the holders. */
export function holds({ documents }: Postings, document: number): boolean {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return documents[low] === document;
}
