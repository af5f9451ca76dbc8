import type { Diagnostic } from '@topicmill/base/diagnostics';
import {
  type ChunkEntry,
  type ChunksManifest,
  haveSameFacts,
  isMadeOfNote,
  manifestChunkFacts,
  pageSpecEdit,
  readTopicSpec,
  type ToolSections,
  type TopicSpec,
} from '@topicmill/topics/formats';
import { PAGE_NOTE_FILE, REFERENCE_FILE, TOPIC_SPEC_FILE } from '@topicmill/topics/formats/file-names';
import { CHUNKS_DIRECTORY } from '../steps/index.js';
import { BUILD_AGAIN, fault } from './fault.js';
import type { FolderSnapshot } from './folder-snapshot.js';

/** A topic's specification, and what is wrong with it. */
export interface CheckedTopicSpec {
  /** `undefined` when it is missing or unsound. */
  readonly spec: TopicSpec | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** `topic-spec.md` can be read and its table of chunks says what the manifest says. */
export function checkTopicSpec(snapshot: FolderSnapshot, manifest: ChunksManifest | undefined): CheckedTopicSpec {
  const file = snapshot.displayPath(TOPIC_SPEC_FILE);
  const present = snapshot.read(TOPIC_SPEC_FILE);
  if (present === undefined) {
    return { spec: undefined, diagnostics: [fault('OUTPUT_MISSING', 'The topic has no topic-spec.md.', file)] };
  }
  const spec = readTopicSpec(present.text, file);
  const errors = spec.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { spec: undefined, diagnostics: spec.diagnostics };
  if (spec.sections === undefined) {
    const message = 'The file lacks the sections Keywords and Chunks.';
    return { spec: undefined, diagnostics: [...spec.diagnostics, fault('TOPIC_SPEC_INVALID', message, file)] };
  }
  const differences = chunkDifferences(spec.sections, manifest, snapshot);
  return { spec, diagnostics: [...spec.diagnostics, ...pageEdits(present.text, snapshot), ...differences] };
}

/** The file of a page is generated of its note, and nobody has written there. */
function pageEdits(text: string, snapshot: FolderSnapshot): Diagnostic[] {
  if (snapshot.folder.page === undefined) return [];
  const [file, note] = [TOPIC_SPEC_FILE, PAGE_NOTE_FILE].map((path) => snapshot.displayPath(path)) as [string, string];
  if (pageSpecEdit(text) !== undefined) {
    const remedy = `${BUILD_AGAIN} It moves what was written there to ${note}.`;
    return [fault('OUTPUT_OUTDATED', 'It is generated, and was edited by hand.', file, { remedy })];
  }
  const isCurrent = isMadeOfNote(text, snapshot.read(PAGE_NOTE_FILE)?.text ?? '');
  return isCurrent
    ? []
    : [fault('OUTPUT_OUTDATED', `It was made before ${note} was as it is now, or by an earlier release.`, file)];
}

function chunkDifferences(
  { chunks }: ToolSections,
  manifest: ChunksManifest | undefined,
  snapshot: FolderSnapshot,
): Diagnostic[] {
  const outdated = (message: string): Diagnostic[] => [
    fault('OUTPUT_OUTDATED', message, snapshot.displayPath(TOPIC_SPEC_FILE)),
  ];
  if (chunks?.strategy !== manifest?.strategy) {
    return outdated(`It was made from ${named(chunks?.strategy)}, and the manifest says ${named(manifest?.strategy)}.`);
  }
  const items = chunks?.items ?? [];
  const expected = manifest?.chunks ?? [];
  if (items.length !== expected.length) {
    return outdated(`It lists ${items.length} chunks, and the manifest has ${expected.length}.`);
  }
  return expected.flatMap((chunk, index) => {
    const item = items[index]!;
    const path = `${CHUNKS_DIRECTORY}/${chunk.file}`;
    const byteCount = snapshot.read(path)?.bytes.length ?? item.byteCount;
    const agrees =
      item.file === path &&
      haveSameFacts(item, manifestChunkFacts(chunk)) &&
      item.startByte === chunk.start_byte &&
      item.endByte === chunk.end_byte &&
      item.byteCount === byteCount;
    const differs = `What it says of chunk ${index} differs from the manifest or the chunk file.`;
    return [...(agrees ? [] : outdated(differs)), ...withoutVector(item, chunk.start_line, snapshot)];
  });
}

/** A build that could not embed a chunk said so; whoever did not see it learns it here. */
function withoutVector(item: ChunkEntry, line: number, snapshot: FolderSnapshot): Diagnostic[] {
  if (item.similarityConceptual !== undefined) return [];
  const message = `The chunk ${item.file} has no similarity: the model refused it, or the first chunk.`;
  return [fault('EMBEDDER_TEXT_REFUSED', message, snapshot.displayPath(REFERENCE_FILE), { line, remedy: ASK_AGAIN })];
}

const ASK_AGAIN = 'Build again, which asks the model again; else change the text, or use another model.';

function named(strategy: string | undefined): string {
  return strategy === undefined ? 'no chunks' : `chunks by ${strategy}`;
}
