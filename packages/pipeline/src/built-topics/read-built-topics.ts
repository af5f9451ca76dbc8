import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import type { SearchTopic } from '@topicmill/search/retrieval';
import { readChunksManifest, readIndexJson, type TopicIndex } from '@topicmill/topics/formats';
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
  hashOverFiles,
  openFolder,
  type Workspace,
} from '../runner/index.js';
import { CHUNKS_DIRECTORY, documentNames, INDEX, topicDocument } from '../steps/index.js';

/** Where built topics are. */
type BuiltWorkspace = Pick<Workspace, 'root' | 'config' | 'tree'>;

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
  /** Text of a chunk file. */
  chunkText(index: number): string;
  /** The topic without vectors; it reads the chunk files. */
  topic(): SearchTopic;
}

/**
 * The topics of a docs root that have been built and have chunks.
 *
 * @throws TopicmillError `INDEX_INVALID`, `CHUNK_MANIFEST_INVALID`, `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`
 */
export function readBuiltTopics(workspace: BuiltWorkspace): BuiltTopic[] {
  const folders = [...workspace.tree.values()].filter(({ isTopic }) => isTopic);
  return folders.flatMap((folder) => readBuiltTopic(folder, workspace) ?? []);
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
  const textOf = (path: string): string => made.read(path)?.text ?? '';
  return {
    sha256,
    strategy: manifest.strategy,
    chunkCount: manifest.chunks.length,
    sourceSha256: document.embeddingKey(manifest.source_sha256),
    made: () => [hashOver([...chunkPaths, document.manifestPath]), hashOver([INDEX_FILE])],
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
type MadeFiles = Pick<FolderFiles, 'read' | 'hash' | 'displayPath'>;

function publishedFiles({ id }: Folder, workspace: BuiltWorkspace): MadeFiles {
  return new FolderFiles(folderPath(workspace, id), displayPath(workspace.config, id));
}

/**
 * A topic as its state has it, which is one file: while another process publishes, the files of a topic are of two builds.
 *
 * @returns the topic with the inputs of its `topic-spec.md`; `undefined` where there is no such state
 * @throws TopicmillError as `readBuiltTopics`
 */
export function readTopicOfState(
  folder: Folder,
  workspace: BuiltWorkspace,
): { readonly built: BuiltTopic; readonly specInputs: string } | undefined {
  const directory = displayPath(workspace.config, folder.id);
  const state = new FolderState(workspace.root, INDEX.name, directory);
  const [chunk, index, spec] = ['chunk', 'index', 'topic-spec'].map((name) => state.get(name));
  if (chunk === undefined || index === undefined || spec === undefined) return undefined;
  const files = new Map([...filesOfState(chunk), ...filesOfState(index)]);
  const read = (path: string): DocumentFile | undefined => {
    const text = files.get(path);
    return typeof text === 'string' ? { text, bytes: Buffer.from(text, 'utf8') } : undefined;
  };
  const built = readBuiltTopic(folder, workspace, {
    read,
    hash: (path) => fileHash(read(path)?.bytes),
    displayPath: (path) => `${directory}/${path}`,
  });
  return built && { built, specInputs: spec.inputs };
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
export function readBuiltIndex(files: FolderFiles): TopicIndex | undefined {
  const file = files.read(INDEX_FILE);
  return file && readIndexJson(file.text, files.displayPath(INDEX_FILE));
}
