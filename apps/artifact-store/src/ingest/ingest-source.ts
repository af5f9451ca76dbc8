import type { ArtifactInput } from '@topicmill/artifacts/store';
import { artifactTypeOf, readArtifactText } from '@topicmill/artifacts/text';
import { TopicmillError } from '@topicmill/base/diagnostics';

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
  /** Names of people by the ids that a chat has instead. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/** An artifact, or why it is left out of those of a folder. */
export function unlessEmpty(read: ReadSource): ReadSource | SkippedSource {
  const { content, artifactType } = read.artifact;
  // What has the headers of a mail is one, whatever a program has let into its text.
  if (artifactType !== 'email' && content.includes('\0')) return { skipped: 'It has NUL characters.' };
  return /\S/u.test(content) ? read : { skipped: 'It has no text.' };
}

const SLACK_DAY = /(?:^|[/\\])\d{4}-\d{2}-\d{2}\.json$/;

/** Whether a file has the messages of one day of a Slack channel, going by its name. */
export function isSlackDay(path: string): boolean {
  return SLACK_DAY.test(path);
}

/** What the command line says, or else name and content. */
export function detectArtifactType(path: string, bytes: Uint8Array, { type, names }: SharedFields): string {
  return type ?? (names !== undefined && isSlackDay(path) ? 'chat' : artifactTypeOf(path, bytes));
}

/** Whether a file is left out of those of a folder because it is not text. */
export function isNoText(thrown: unknown): thrown is TopicmillError {
  return thrown instanceof TopicmillError && thrown.code === 'NOT_TEXT';
}

/** An artifact with what its text says about itself, and over that what the command line says. */
export async function readArtifact(
  source: string | Uint8Array,
  type: string,
  fields: SharedFields & { readonly sourceSystem: string },
  fileName: string | undefined,
): Promise<ReadSource> {
  const read = await readArtifactText(source, type, { encoding: fields.encoding, fileName, names: fields.names });
  const { sourceSystem, sourceId, sensitivity } = fields;
  return {
    artifact: {
      content: read.content,
      artifactType: type,
      sourceSystem,
      sourceId,
      title: fields.title ?? read.title ?? fileName,
      sensitivity,
      ts: fields.ts ?? read.ts,
      attributes: { ...read.attributes, ...fields.attributes },
    },
    warnings: read.warnings ?? [],
  };
}
