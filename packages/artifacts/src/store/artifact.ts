import { createHash } from 'node:crypto';

/** A value that JSON can express. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Further facts about an artifact, an email's headers for instance. */
export type Attributes = Readonly<Record<string, JsonValue>>;

/** What somebody hands in to be stored. A field that is left out keeps its former value, or gets its default. */
export interface ArtifactInput {
  /** The text, kept exactly as it is: line ends, NUL and lone surrogates too. It must contain more than white space. */
  readonly content: string;
  /** `email`, `doc`, `chat` or `code`; any other word is split like plain text. */
  readonly artifactType: string;
  /** Where it comes from: `gmail`, `drive`, `file`, … */
  readonly sourceSystem: string;
  /** Name within `sourceSystem`. With one, new content replaces the old; without, other content is another artifact. */
  readonly sourceId?: string | undefined;
  readonly title?: string | undefined;
  /** Default: `normal`. */
  readonly sensitivity?: string | undefined;
  /** Time of the artifact, in any form that `Date` reads. Default: the time of its first ingest. */
  readonly ts?: string | undefined;
  readonly attributes?: Attributes | undefined;
}

/** An artifact as the collection `artifacts` stores it. Names are those of the published format. */
export interface Artifact {
  /** `art_` and 8 hex digits, or 4, 8, … more where those were taken. */
  readonly id: string;
  /** The whole text; empty when the artifact is chunked. */
  readonly content: string;
  readonly metadata: ArtifactMetadata;
}

/** What is known about an artifact. */
export interface ArtifactMetadata {
  readonly artifact_type: string;
  readonly source_system: string;
  readonly source_id: string | null;
  readonly title: string | null;
  /** Tokens of the whole text, by cl100k_base. */
  readonly token_count: number;
  readonly is_chunked: boolean;
  /** 0 when the artifact is whole. */
  readonly num_chunks: number;
  /** SHA-256 of the text, in hex. */
  readonly content_hash: string;
  readonly sensitivity: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly ts: string;
  readonly attributes: Attributes;
}

/** A chunk as the collection `artifact_chunks` stores it. */
export interface ArtifactChunk {
  /** `art_9f2ca8b1::chunk::003::c0ffee12` */
  readonly id: string;
  /** The artifact's text from `start_char` to `end_char`. */
  readonly content: string;
  readonly metadata: ChunkMetadata;
}

/** What is known about a chunk. */
export interface ChunkMetadata {
  readonly artifact_id: string;
  /** 0-based. */
  readonly chunk_index: number;
  /** UTF-16 offset into the artifact's text. */
  readonly start_char: number;
  readonly end_char: number;
  readonly token_count: number;
  /**
   * What the chunk is a part of, on one line: headings above it, the head of its table, signatures around it, subject
   * and sender of its email. Embedded with the text, not in it.
   */
  readonly preface: string | null;
  /** SHA-256 of the chunk's text, in hex. */
  readonly content_hash: string;
  readonly sensitivity: string;
  readonly ts: string;
}

/** What makes an artifact the same as one before: its name at its source, or else its source and text. */
export interface ArtifactIdentity {
  readonly sourceSystem: string;
  readonly sourceId: string | null;
  readonly contentSha256: string;
}

const FIRST_DIGIT_COUNT = 8;
const FURTHER_DIGIT_COUNT = 4;

/**
 * Ids for an artifact, the shortest first: the first that nobody else has is the one. `art_` and the first 8 hex digits
 * of SHA-256 of `system:id`, or of the text where there is no source id; then 4 digits more at a time.
 */
export function* candidateIds(identity: ArtifactIdentity): Generator<string> {
  const { sourceSystem, sourceId, contentSha256 } = identity;
  const digits =
    (sourceId === null ? contentSha256 : contentHash(`${sourceSystem}:${sourceId}`)) +
    // `a:b` of `c` and `b` of `c:a` have the same digits; these distinguish them.
    contentHash(JSON.stringify([sourceSystem, sourceId, contentSha256]));
  for (let count = FIRST_DIGIT_COUNT; count <= digits.length; count += FURTHER_DIGIT_COUNT) {
    yield `art_${digits.slice(0, count)}`;
  }
}

/** Whether a text contains half of a surrogate pair, which UTF-8 has no bytes for. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** SHA-256, in hex, of a text's UTF-8; of its UTF-16 (little-endian) when UTF-8 cannot encode it. */
export function contentHash(text: string): string {
  const encoding = hasLoneSurrogate(text) ? 'utf16le' : 'utf8';
  return createHash('sha256').update(text, encoding).digest('hex');
}
