import type { ChunkFacts } from '@topicmill/topics/formats';

/** A docs root as it is exported. */
export interface ExportedDocs {
  /** Title of the docs root. */
  readonly title: string;
  readonly description: string | undefined;
  /** Exact name of the model that made the vectors; `undefined` when there are none. */
  readonly model: string | undefined;
  /** Of pages, what their site calls the folders directly below the docs root, by id. */
  readonly categoryTitles?: ReadonlyMap<string, string> | undefined;
  /** By id; pages in the order of their site. */
  readonly topics: readonly ExportedTopic[];
}

/** A topic as it is exported. */
export interface ExportedTopic {
  /** Path below the docs root, with `/`. */
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Of the docs that it belongs to, where there are several. */
  readonly version?: string | undefined;
  readonly locale?: string | undefined;
  /** Path of the reference below the docs root, and its text as read. */
  readonly referencePath: string;
  readonly text: string;
  /** Of a page: address at which people read it, and where its links lead, by their destinations as written. */
  readonly url?: string | undefined;
  readonly links?: ReadonlyMap<string, string> | undefined;
  /** Path of the questions below the docs root, where there are some. */
  readonly questionsPath: string | undefined;
  /** By index; none for a topic that is not chunked. */
  readonly chunks: readonly ExportedChunk[];
}

/** A chunk as it is exported. */
export interface ExportedChunk extends ChunkFacts {
  readonly index: number;
  readonly title: string;
  /** Path of the chunk file below the docs root. */
  readonly path: string;
  /** Of the chunk file, parent headings included. */
  readonly text: string;
  /** Bytes of the reference that it was cut from; the end is after the last one. */
  readonly startByte: number;
  readonly endByte: number;
  /** 1-based first and last line in the reference. */
  readonly lines: readonly [first: number, last: number];
  /** Terms of the topic that occur in it, best first. */
  readonly keywords: readonly string[];
  /** The questions that it answers. */
  readonly questions: readonly ExportedQuestion[];
  readonly similarityConceptual: number;
  readonly similarityTechnical: number | undefined;
  readonly vector: Float32Array | undefined;
}

/** A question as it is exported. */
export interface ExportedQuestion {
  readonly question: string;
  /** `model` for one that a language model wrote and nobody changed. */
  readonly origin?: 'model' | undefined;
}

/** Address of a file of the docs root, given its path below it. */
export type HrefOf = (path: string) => string;

/** A file of an export, made piece by piece. */
export interface ExportFile {
  readonly name: string;
  /** Text in order; each piece ends with a line. */
  pieces(): Iterable<string>;
}
