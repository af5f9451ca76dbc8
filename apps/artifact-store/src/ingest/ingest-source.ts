import type { ArtifactInput } from '@topicmill/artifacts/store';
import { readArtifactText } from '@topicmill/artifacts/text';

/** Something to ingest, read when its turn comes. */
export interface IngestSource {
  /** What reports call it: a path, `stdin`, or a line of it. */
  readonly name: string;
  /** Its id as a source, where that is known before it is read. */
  readonly sourceId?: string | undefined;
  /**
   * @returns the artifact, or why it is left out
   * @throws TopicmillError when it cannot be read
   */
  read(): Promise<ReadSource | SkippedSource>;
}

/** An artifact as it was read. */
export interface ReadSource {
  readonly artifact: ArtifactInput;
  /** What could not be read of it, a sentence each. */
  readonly warnings: readonly string[];
}

/** A file of a folder that is not text. */
export interface SkippedSource {
  readonly skipped: string;
}

/** What the command line says of all artifacts. */
export interface SharedFields {
  readonly type?: string | undefined;
  readonly sourceSystem?: string | undefined;
  readonly sourceId?: string | undefined;
  readonly title?: string | undefined;
  readonly sensitivity?: string | undefined;
  readonly ts?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /** Encoding of the bytes; `undefined` to tell it by them. */
  readonly encoding?: string | undefined;
}

/** An artifact, or why it is left out of those of a folder. */
export function unlessEmpty(read: ReadSource): ReadSource | SkippedSource {
  const { content } = read.artifact;
  if (content.includes('\0')) return { skipped: 'It has NUL characters.' };
  return /\S/u.test(content) ? read : { skipped: 'It has no text.' };
}

/** An artifact with what its text says of itself, and over that what the command line says. */
export async function artifactOf(
  source: string | Uint8Array,
  type: string,
  fields: SharedFields & { readonly sourceSystem: string },
  fallbackTitle: string | undefined,
): Promise<ReadSource> {
  const read = await readArtifactText(source, type, fields.encoding);
  const { sourceSystem, sourceId, sensitivity } = fields;
  return {
    artifact: {
      content: read.content,
      artifactType: type,
      sourceSystem,
      sourceId,
      title: fields.title ?? read.title ?? fallbackTitle,
      sensitivity,
      ts: fields.ts ?? read.ts,
      attributes: { ...read.attributes, ...fields.attributes },
    },
    warnings: read.warnings ?? [],
  };
}
