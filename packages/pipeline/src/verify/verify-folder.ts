import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import { MANIFEST_FILE, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';
import { readSearchManifest } from '@topicmill/search/retrieval/node';
import {
  type ChunksManifest,
  haveSameFacts,
  isMadeOfNote,
  manifestChunkFacts,
  pageSpecEdit,
  readAuthorityFile,
  readChunksManifest,
  readRelatedJson,
  readTermsFile,
  readTopicSpec,
  readWordsFile,
  type ToolSections,
  type TopicIndex,
  type TopicIndexInput,
  type TopicSpec,
} from '@topicmill/topics/formats';
import { readChunkAmong } from '@topicmill/topics/formats/chunk-pack';
import { PAGE_NOTE_FILE, REFERENCE_FILE, RELATED_FILE, TOPIC_SPEC_FILE } from '@topicmill/topics/formats/file-names';
import type { Folder } from '../runner/index.js';
import {
  AUTHORITY_PATH,
  CHUNKS_DIRECTORY,
  type DocsNames,
  namesOf,
  refusedText,
  TERMS_PATH,
  TOPIC_SPEC,
  topicDocument,
  WORDS_PATH,
} from '../steps/index.js';
import { checkChunkFileNames, checkChunkTexts, checkCopy, checkCoverage, checkRanges } from './check-chunk-files.js';
import { checkIndex } from './check-index.js';
import { BUILD_AGAIN, type FolderSnapshot, fault, type SnapshotFile } from './folder-snapshot.js';

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
 * docs root: `authority.md` and `related.json`, and the manifest of a search index that is published.
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
    collect(() => checkPublishedSearch(snapshot));
    collect(() => checkRelated(snapshot, [...context.chunkedTopicIds].sort()));
  }
  return found;
}

/** A search of this workspace uses the index that builds keep, so that nobody else here meets what only others can read. */
function checkPublishedSearch(snapshot: FolderSnapshot): Diagnostic[] {
  const manifest = snapshot.read(`${SEARCH_DIRECTORY}/${MANIFEST_FILE}`);
  if (manifest !== undefined) readSearchManifest(manifest.text);
  return [];
}

/** What people say about a category counts; what a step once wrote there, when it was a topic, does not. */
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
  const check = { manifest, manifestText, source, snapshot, mayDropTail, sha256Hex };
  const found = [...checkCoverage(check), ...checkRanges(check), ...checkChunkTexts(manifest, source.text, snapshot)];
  return found.length > 0 ? found : checkCopy(manifest, source, snapshot);
}

function checkKeywords(snapshot: FolderSnapshot): Diagnostic[] {
  const words = [WORDS_PATH, readWordsFile] as const;
  const readers = snapshot.folder.page === undefined ? [[TERMS_PATH, readTermsFile] as const, words] : [words];
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

/** The docs root's `_keywords/authority.md` can be read. */
function checkAuthority(snapshot: FolderSnapshot): Diagnostic[] {
  const file = snapshot.displayPath(AUTHORITY_PATH);
  const text = snapshot.read(AUTHORITY_PATH)?.text;
  if (text === undefined) return [fault('OUTPUT_MISSING', 'The docs root has no authority.md.', file)];
  readAuthorityFile(text, file);
  return [];
}

/**
 * The docs root's `related.json` can be read and names exactly the existing topics.
 *
 * @param chunkedTopicIds the topics that have chunks
 */
function checkRelated(snapshot: FolderSnapshot, chunkedTopicIds: readonly string[]): Diagnostic[] {
  const file = snapshot.displayPath(RELATED_FILE);
  const text = snapshot.read(RELATED_FILE)?.text;
  if (text === undefined) return [fault('OUTPUT_MISSING', 'The docs root has no related.json.', file)];
  const { topics } = readRelatedJson(text, file);
  const known = new Set(chunkedTopicIds);
  const named = new Set(topics.map(({ id }) => id));
  const mentioned = new Set([...named, ...topics.flatMap(({ related }) => related.map(({ id }) => id))]);
  const strangers = [...mentioned].filter((id) => !known.has(id));
  const missing = chunkedTopicIds.filter((id) => !named.has(id));
  return [
    ...strangers.map((id) => fault('OUTPUT_OUTDATED', `It names "${id}", which is not a topic with chunks.`, file)),
    ...missing.map((id) => fault('OUTPUT_OUTDATED', `It does not list the topic "${id}".`, file)),
  ];
}

/** A topic's specification, and what is wrong with it. */
interface CheckedTopicSpec {
  /** `undefined` when it is missing or unsound. */
  readonly spec: TopicSpec | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** `topic-spec.md` can be read and its table of chunks says what the manifest says. */
function checkTopicSpec(snapshot: FolderSnapshot, manifest: ChunksManifest | undefined): CheckedTopicSpec {
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
  const compared = items.map(({ file, similarityConceptual }, at) => ({
    name: snapshot.displayPath(file),
    line: expected[at]!.start_line,
    similarity: similarityConceptual,
  }));
  const refused = refusedChunks(compared, snapshot.displayPath(REFERENCE_FILE));
  const different = expected.flatMap((chunk, index) => {
    const item = items[index]!;
    const path = `${CHUNKS_DIRECTORY}/${chunk.file}`;
    const byteCount = readChunkAmong(path, (file) => snapshot.read(file))?.byteCount ?? item.byteCount;
    const agrees =
      item.file === path &&
      haveSameFacts(item, manifestChunkFacts(chunk)) &&
      item.startByte === chunk.start_byte &&
      item.endByte === chunk.end_byte &&
      item.byteCount === byteCount;
    const differs = `What it says of chunk ${index} differs from the manifest or the chunk file.`;
    return agrees ? [] : outdated(differs);
  });
  return [...different, ...refused];
}

/** A chunk as messages name it, with its place in its source and its similarity to the first chunk. */
export interface ComparedChunk {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  readonly similarity: number | undefined;
}

/**
 * What a build said about the chunks of a topic that a model refused, for those who did not see it.
 *
 * @param file their source
 */
export function refusedChunks(chunks: readonly ComparedChunk[], file: string): Diagnostic[] {
  const [first] = chunks;
  if (first !== undefined && first.similarity === undefined) {
    const message = `The model refused ${first.name}, the first chunk: no chunk of the topic has a similarity.`;
    return [refusedText(message, file, first.line)];
  }
  return chunks
    .filter(({ similarity }) => similarity === undefined)
    .map(({ name, line }) => refusedText(`The model refused ${name}: the chunk has no vector.`, file, line));
}

function named(strategy: string | undefined): string {
  return strategy === undefined ? 'no chunks' : `chunks by ${strategy}`;
}
