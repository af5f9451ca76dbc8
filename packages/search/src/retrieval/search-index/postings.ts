import { type ByteReader, ByteWriter } from '../bytes.js';

/** The documents that contain a term: their numbers, ascending, each with the term's impact there, 1 to 255. */
export interface Postings {
  readonly documents: Uint32Array;
  readonly impacts: Uint8Array;
}

/**
 * Where a term occurs: in the text of chunks, in the titles and the descriptions of topics, in questions with their answers.
 */
export interface TermPostings {
  readonly chunks: Postings;
  readonly titles: Postings;
  readonly descriptions: Postings;
  readonly questions: Postings;
}

/** Postings with what they count. */
export interface WeightedPostings {
  readonly postings: TermPostings;
  readonly weight: number;
}

/** Postings that are being gathered: each document's distance from the one before, and the impact there. */
export class OpenPostings {
  private readonly entries = new ByteWriter();
  private previous = 0;
  private documentCount = 0;

  /** @param document above all that were added before */
  add(document: number, impact: number): void {
    this.entries.varint(document - this.previous);
    this.entries.byte(impact);
    this.previous = document;
    this.documentCount++;
  }

  get count(): number {
    return this.documentCount;
  }

  write(writer: ByteWriter): void {
    writer.varint(this.documentCount);
    writer.raw(this.entries.finish());
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

/** Whether the postings list a document; a binary search. */
export function includesDocument({ documents }: Postings, document: number): boolean {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return documents[low] === document;
}

/** Postings without the documents that others list in the same field. */
export function otherDocuments(postings: TermPostings, others: TermPostings): TermPostings {
  const without = (field: keyof TermPostings): Postings => {
    const { documents, impacts } = postings[field];
    const kept = [...documents.keys()].filter((at) => !includesDocument(others[field], documents[at]!));
    return {
      documents: Uint32Array.from(kept, (at) => documents[at]!),
      impacts: Uint8Array.from(kept, (at) => impacts[at]!),
    };
  };
  return {
    chunks: without('chunks'),
    titles: without('titles'),
    descriptions: without('descriptions'),
    questions: without('questions'),
  };
}
