import type { ArtifactInput } from '@topicmill/artifacts/store';
import { readArtifactText } from '@topicmill/artifacts/text';
import type { SharedFields, SkippedSource } from './ingest-source.js';

/** An artifact, or why it is left out of those of a folder. */
export function unlessEmpty(artifact: ArtifactInput): ArtifactInput | SkippedSource {
  if (artifact.content.includes('\0')) return { skipped: 'It has NUL characters.' };
  return /\S/u.test(artifact.content) ? artifact : { skipped: 'It has no text.' };
}

/** An artifact with what its text says of itself, and over that what the command line says. */
export async function artifactOf(
  source: string | Uint8Array,
  type: string,
  fields: SharedFields & { readonly sourceSystem: string },
  fallbackTitle: string | undefined,
): Promise<ArtifactInput> {
  const read = await readArtifactText(source, type, fields.encoding);
  const { sourceSystem, sourceId, sensitivity } = fields;
  return {
    content: read.content,
    artifactType: type,
    sourceSystem,
    sourceId,
    title: fields.title ?? read.title ?? fallbackTitle,
    sensitivity,
    ts: fields.ts ?? read.ts,
    attributes: { ...read.attributes, ...fields.attributes },
  };
}
