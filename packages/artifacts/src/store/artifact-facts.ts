import type { ArtifactRow } from './artifact-rows.js';
import type { CheckedInput } from './check-input.js';
import type { TextWriting } from './engine.js';
import { toColumn } from './text-column.js';

/** What is known of an artifact besides its text. */
type Facts = Pick<ArtifactRow, 'title' | 'sensitivity' | 'ts' | 'attributes'>;

/** Whether an artifact has this text, split for this type, already. */
export function hasText(artifact: ArtifactRow | undefined, input: CheckedInput, contentSha256: string): boolean {
  return artifact?.content_hash === contentSha256 && artifact.artifact_type === input.artifactType;
}

/** Whether writing these facts would change nothing. */
export function factsAreKnown(old: ArtifactRow, input: CheckedInput): boolean {
  const facts = factsOf(input, old, old.ts);
  return Object.entries(facts).every(([name, value]) => value === old[name as keyof ArtifactRow]);
}

/** The row of an artifact whose text stays. */
export function withFacts(old: ArtifactRow, input: CheckedInput): ArtifactRow {
  return { ...old, ...factsOf(input, old, old.ts) };
}

/** The row of an artifact with a new text. */
export function artifactRow(
  { input, contentSha256, text, now }: Pick<TextWriting, 'input' | 'contentSha256' | 'text' | 'now'>,
  { key, id, old }: { readonly key: number; readonly id: string; readonly old: ArtifactRow | undefined },
): ArtifactRow {
  return {
    key,
    id,
    content: toColumn(text.isChunked ? '' : input.content),
    artifact_type: input.artifactType,
    source_system: input.sourceSystem,
    source_id: input.sourceId,
    token_count: text.tokenCount,
    is_chunked: text.isChunked ? 1 : 0,
    num_chunks: text.isChunked ? text.passages.length : 0,
    content_hash: contentSha256,
    ...factsOf(input, old, now),
  };
}

/** What is given for an artifact now; else what was given before; else the default. */
function factsOf(input: CheckedInput, old: ArtifactRow | undefined, now: string): Facts {
  return {
    title: input.title === undefined ? (old?.title ?? null) : input.title,
    sensitivity: input.sensitivity ?? old?.sensitivity ?? 'normal',
    ts: input.ts ?? old?.ts ?? now,
    attributes: input.attributes ?? old?.attributes ?? '{}',
  };
}
