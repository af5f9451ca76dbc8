import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import type { SearchTopic } from '@topicmill/search/retrieval';
import { readChunksManifest, readIndexJson, type TopicIndex } from '@topicmill/topics/formats';
import { chunkPlace, readChunkAmong } from '@topicmill/topics/formats/chunk-pack';
import { INDEX_FILE, QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';
import { editionOf, searchTopicOf } from '../optional-targets/index.js';
import {
  displayPath,
  type Folder,
  FolderFiles,
  FolderState,
  fileHash,
  filesOfState,
  folderPath,
  folderWork,
  hashOverFiles,
  openFolder,
  recordKey,
  type Workspace,
} from '../runner/index.js';
import { CHUNKS_DIRECTORY, documentNames, INDEX, topicDocument } from '../steps/index.js';

/** Where built topics are. */
type BuiltWorkspace = Pick<Workspace, 'root' | 'config' | 'tree'>;

/** With what is remembered of its builds. */
type RecordedWorkspace = BuiltWorkspace & Pick<Workspace, 'record'>;

/** The output of a build for one topic, as far as a search needs it. */
export interface BuiltTopic {
  /** Hash over all that `topic` is made from. */
  readonly sha256: string;
  /** Chunking strategy, as it is written in the keys of the embedding cache. */
  readonly strategy: string;
  readonly sourceSha256: string;
  readonly chunkCount: number;
  /** Hashes over the chunk files with their manifest, and over `index.json`, as the record of builds has them. */
  made(): readonly [chunks: string, index: string];
  /** Text of a chunk. */
  chunkText(index: number): string;
  /** The topic without vectors; it reads the chunk files. */
  topic(): SearchTopic;
}

/**
 * The topics of a docs root that have been built and have chunks, each as one build has made it.
 *
 * @throws TopicmillError `INDEX_INVALID`, `CHUNK_MANIFEST_INVALID`, `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`
 */
export function readBuiltTopics(workspace: RecordedWorkspace): BuiltTopic[] {
  const folders = [...workspace.tree.values()].filter(({ isTopic }) => isTopic);
  return folders.flatMap((folder) => readBuiltTopic(folder, workspace, filesOfOneBuild(folder, workspace)) ?? []);
}

/**
 * One topic; `undefined` when it is not built or has no chunks.
 *
 * @throws TopicmillError as `readBuiltTopics`
 */
export function readBuiltTopic(
  folder: Folder,
  workspace: BuiltWorkspace,
  source: MadeFiles = publishedFiles(folder, workspace),
): BuiltTopic | undefined {
  const files = readBuiltFiles(folder, workspace, source);
  if (files === undefined) return undefined;
  const { sha256, index, questions, made } = files;
  const hashOver = (paths: readonly string[]): string =>
    hashOverFiles([...paths].sort().map((path) => [path, made.hash(path)]));
  const document = topicDocument(folder);
  const manifest = readChunksManifest(files.manifest.text, made.displayPath(document.manifestPath));
  const chunkPaths = manifest.chunks.map(({ file }) => `${CHUNKS_DIRECTORY}/${file}`);
  const chunkFiles = [...new Set(chunkPaths.map((path) => chunkPlace(path).file))];
  const textOf = (path: string): string => readChunkAmong(path, (file) => made.read(file))?.text ?? '';
  return {
    sha256,
    strategy: manifest.strategy,
    chunkCount: manifest.chunks.length,
    sourceSha256: document.embeddingKey(manifest.source_sha256),
    made: () => [hashOver([...chunkFiles, document.manifestPath]), hashOver([INDEX_FILE])],
    chunkText: (at) => textOf(chunkPaths[at]!),
    topic: () =>
      searchTopicOf({
        id: folder.id,
        index,
        displayIndexPath: made.displayPath(INDEX_FILE),
        manifest,
        document,
        edition: editionOf(folder, workspace.config),
        questions,
        chunkText: textOf,
      }),
  };
}

/** What the build has made of a topic: the published files, or those of its state. */
export type MadeFiles = Pick<FolderFiles, 'read' | 'hash' | 'displayPath'>;

function publishedFiles({ id }: Folder, workspace: BuiltWorkspace): MadeFiles {
  return new FolderFiles(folderPath(workspace, id), displayPath(workspace.config, id));
}

/**
 * What one build has made of a topic. While another process publishes, the files of a topic are of two builds, and those of its state
 * are taken: it is one file. Chunks are published before the index, so that an index on record with other chunks shows it.
 *
 * @throws TopicmillError as `readBuiltTopics`
 */
export function filesOfOneBuild(folder: Folder, workspace: RecordedWorkspace): MadeFiles {
  const published = publishedFiles(folder, workspace);
  const made = readBuiltTopic(folder, workspace, published)?.made();
  if (made === undefined) return published;
  const steps = workspace.record.folder(recordKey(folderWork(INDEX, folder), workspace))?.steps;
  const isRecorded = isMade(made, [steps?.['chunk']?.made, steps?.['index']?.made]);
  if (isRecorded === true) return published;
  const state = readTopicOfState(folder, workspace);
  if (state === undefined) return published;
  const isOfState = isMade(made, state.built.made());
  return isOfState === true || (isOfState ?? isRecorded) === undefined ? published : state.files;
}

/** Whether chunks and index are those of one build; `undefined` where the index is not of that build. */
function isMade(
  [chunks, index]: readonly [chunks: string, index: string],
  [knownChunks, knownIndex]: readonly [chunks: string | undefined, index: string | undefined],
): boolean | undefined {
  return index === knownIndex ? chunks === knownChunks : undefined;
}

/** A topic as its state has it, with the inputs of its `topic-spec.md`. */
interface TopicOfState {
  readonly built: BuiltTopic;
  readonly files: MadeFiles;
  readonly specInputs: string;
}

/**
 * A topic as its state has it; `undefined` where there is no such state.
 *
 * @throws TopicmillError as `readBuiltTopics`
 */
export function readTopicOfState(folder: Folder, workspace: BuiltWorkspace): TopicOfState | undefined {
  const directory = displayPath(workspace.config, folder.id);
  const state = new FolderState(workspace.root, INDEX.name, directory);
  const [chunk, index, spec, source] = ['chunk', 'index', 'topic-spec', 'source'].map((name) => state.get(name));
  if (chunk === undefined || index === undefined || spec === undefined) return undefined;
  const made = new Map(
    [chunk, index, ...(source === undefined ? [] : [source])].flatMap((step) => [...filesOfState(step)]),
  );
  const read = (path: string): DocumentFile | undefined => {
    const content = made.get(path);
    if (content === undefined) return undefined;
    const bytes = Buffer.from(content);
    return { text: bytes.toString('utf8'), bytes };
  };
  const files: MadeFiles = {
    read,
    hash: (path) => fileHash(read(path)?.bytes),
    displayPath: (path) => `${directory}/${path}`,
  };
  const built = readBuiltTopic(folder, workspace, files);
  return built && { built, files, specInputs: spec.inputs };
}

/** The files of a topic that was built, as far as a search needs them. */
interface BuiltFiles {
  /** Hash over all of them; those of the chunks are in the manifest. */
  readonly sha256: string;
  readonly index: DocumentFile;
  readonly manifest: DocumentFile;
  /** Questions that people wrote. */
  readonly questions: DocumentFile | undefined;
  /** All that the build has made. */
  readonly made: MadeFiles;
}

/**
 * The files of one topic; `undefined` when it is not built or has no chunks.
 *
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`
 */
export function readBuiltFiles(
  folder: Folder,
  workspace: BuiltWorkspace,
  made: MadeFiles = publishedFiles(folder, workspace),
): BuiltFiles | undefined {
  const { manifestPath } = documentNames(folder);
  const people = openFolder(workspace, folder);
  const index = made.read(INDEX_FILE);
  const manifest = made.read(manifestPath);
  if (index === undefined || manifest === undefined) return undefined;
  const hashes = [made.hash(INDEX_FILE), made.hash(manifestPath), people.hash(QA_PAIRS_FILE)];
  return { sha256: sha256Hex(hashes.join(' ')), index, manifest, questions: people.read(QA_PAIRS_FILE), made };
}

/**
 * The index that a folder of the docs has; `undefined` where it is not built.
 *
 * @throws TopicmillError `INDEX_INVALID`, `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`
 */
export function readBuiltIndex(files: MadeFiles): TopicIndex | undefined {
  const file = files.read(INDEX_FILE);
  return file && readIndexJson(file.text, files.displayPath(INDEX_FILE));
}
