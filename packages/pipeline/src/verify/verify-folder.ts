import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import {
  type ChunksManifest,
  readChunksManifest,
  readTermsFile,
  readTopicSpec,
  readWordsFile,
  type TopicIndex,
  type TopicIndexInput,
} from '@topicmill/topics/formats';
import { REFERENCE_FILE, TOPIC_SPEC_FILE } from '@topicmill/topics/formats/file-names';
import type { Folder } from '../runner/index.js';
import { type DocsNames, namesOf, TERMS_PATH, TOPIC_SPEC, topicDocument, WORDS_PATH } from '../steps/index.js';
import { checkChunkFileNames, checkChunkTexts } from './check-chunk-files.js';
import { checkAuthority, checkRelated } from './check-docs-root.js';
import { checkIndex } from './check-index.js';
import { checkCoverage, checkRanges } from './check-ranges.js';
import { type CheckedTopicSpec, checkTopicSpec } from './check-topic-spec.js';
import { fault } from './fault.js';
import type { FolderSnapshot, SnapshotFile } from './folder-snapshot.js';

/** What folders are verified against, besides their own files. */
export interface VerifyContext {
  /** Ids of all topics that are cut into chunks. */
  readonly chunkedTopicIds: ReadonlySet<string>;
  /** Whether text at the end of a folder's document may be in no chunk. */
  mayDropTail(folder: Folder): boolean;
  readonly stripeRounding: TopicIndexInput['stripeRounding'];
  readonly baseHref: string | undefined;
  /** What the configuration calls the docs. */
  readonly names: DocsNames;
  sha256Hex(content: string | Uint8Array): string;
  /** The index of any folder; `undefined` when it is missing or unsound. */
  indexOf(folderId: string): TopicIndex | undefined;
  /** Whether there is a file, by its path below the docs root. */
  fileExists(path: string): boolean;
}

/**
 * Proves that the outputs of one folder belong to its sources and to each other, for a topic: the manifest is that of
 * the reference; its ranges cover the reference and cut out the texts whose hashes it contains; each chunk file
 * contains its parents and its text; the keyword files can be read; `topic-spec.md` says what the manifest says. For
 * every folder: `index.json` is what `topic-spec.md` and the indexes below make, and its links point to files. For the
 * docs root: `authority.md` and `related.json`.
 *
 * @returns what is wrong, empty for a sound folder; warnings of the readers are among it. Nothing is thrown.
 */
export function verifyFolder(snapshot: FolderSnapshot, context: VerifyContext): Diagnostic[] {
  const found: Diagnostic[] = [];
  const attempt = <T>(check: () => T, otherwise: T): T => {
    try {
      return check();
    } catch (thrown) {
      found.push(...diagnosticsOf(thrown, snapshot.displayPath('')));
      return otherwise;
    }
  };
  const collect = (check: () => readonly Diagnostic[]): void => {
    found.push(...attempt(check, []));
  };
  const { folder } = snapshot;
  let checked: CheckedTopicSpec = { spec: undefined, diagnostics: [] };
  if (folder.isTopic) {
    const manifest = attempt(() => readManifest(snapshot, context, collect), undefined);
    if (manifest !== undefined) {
      collect(() => checkKeywords(snapshot));
      checked = attempt(() => checkTopicSpec(snapshot, manifest.value), checked);
      found.push(...checked.diagnostics);
    }
  }
  if (!folder.isTopic) checked = attempt(() => categorySpec(snapshot), checked);
  collect(() =>
    checkIndex({
      snapshot,
      spec: checked.spec,
      isSpecSound: !folder.isTopic || checked.spec !== undefined,
      stripeRounding: context.stripeRounding,
      baseHref: context.baseHref,
      names: namesOf(context.names, folder.id),
      childIndex: (id) => context.indexOf(id),
      fileExists: (path) => context.fileExists(path),
    }),
  );
  if (folder.id === '') {
    collect(() => checkAuthority(snapshot));
    collect(() => checkRelated(snapshot, [...context.chunkedTopicIds].sort()));
  }
  return found;
}

/** What people say of a category counts; what a step once wrote there, when it was a topic, does not. */
function categorySpec(snapshot: FolderSnapshot): CheckedTopicSpec {
  const text = snapshot.read(TOPIC_SPEC_FILE)?.text ?? '';
  const authored = TOPIC_SPEC.shared.authoredPart(text);
  if (authored === '') return { spec: undefined, diagnostics: [] };
  return { spec: readTopicSpec(authored, snapshot.displayPath(TOPIC_SPEC_FILE), snapshot.folder.id), diagnostics: [] };
}

/** A manifest that could be read, or that a topic rightly lacks. */
interface FoundManifest {
  readonly value: ChunksManifest | undefined;
}

/** Reads and checks the manifest; `undefined` when there should be one and it is unsound. */
function readManifest(
  snapshot: FolderSnapshot,
  context: VerifyContext,
  collect: (check: () => readonly Diagnostic[]) => void,
): FoundManifest | undefined {
  const { manifestPath } = topicDocument(snapshot.folder);
  const file = snapshot.displayPath(manifestPath);
  const present = snapshot.read(manifestPath);
  const isChunked = context.chunkedTopicIds.has(snapshot.folder.id);
  if (!isChunked && present === undefined) {
    collect(() => checkChunkFileNames(undefined, snapshot));
    return { value: undefined };
  }
  if (!isChunked || present === undefined) {
    const message = isChunked ? 'The topic has no chunks manifest.' : 'The topic should have no chunks.';
    collect(() => [fault(isChunked ? 'OUTPUT_MISSING' : 'OUTPUT_OUTDATED', message, file)]);
    return undefined;
  }
  const manifest = readChunksManifest(present.text, file);
  collect(() => checkChunkFileNames(manifest, snapshot));
  const source = snapshot.read(REFERENCE_FILE)!;
  collect(() => checkAgainstSource(manifest, present, source, snapshot, context));
  return { value: manifest };
}

function checkAgainstSource(
  manifest: ChunksManifest,
  { text: manifestText }: SnapshotFile,
  source: SnapshotFile,
  snapshot: FolderSnapshot,
  context: VerifyContext,
): Diagnostic[] {
  const { sha256Hex } = context;
  const mayDropTail = context.mayDropTail(snapshot.folder);
  const { sourceName, manifestPath } = topicDocument(snapshot.folder);
  if (manifest.source !== sourceName || manifest.source_sha256 !== sha256Hex(source.bytes)) {
    const message = `It was made from a different ${sourceName}.`;
    return [fault('OUTPUT_OUTDATED', message, snapshot.displayPath(manifestPath))];
  }
  if (snapshot.folder.page !== undefined && snapshot.read(sourceName)?.text !== source.text) {
    const message = 'It is not a copy of the page.';
    return [fault('OUTPUT_OUTDATED', message, `${snapshot.displayPath('')}/${sourceName}`)];
  }
  const check = { manifest, manifestText, source, snapshot, mayDropTail, sha256Hex };
  return [...checkCoverage(check), ...checkRanges(check), ...checkChunkTexts(manifest, source.text, snapshot)];
}

function checkKeywords(snapshot: FolderSnapshot): Diagnostic[] {
  const readers = [
    [TERMS_PATH, readTermsFile],
    [WORDS_PATH, readWordsFile],
  ] as const;
  return readers.flatMap(([path, readFile]) => {
    const file = snapshot.displayPath(path);
    const text = snapshot.read(path)?.text;
    if (text === undefined) return [fault('OUTPUT_MISSING', 'The topic lacks this file.', file)];
    try {
      readFile(text, file);
      return [];
    } catch (thrown) {
      return diagnosticsOf(thrown, file);
    }
  });
}
