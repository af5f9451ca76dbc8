import { posix } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';
import { type Dialect, readPageFrontMatter } from '@topicmill/text/markdown';
import { isOwnManifest, manifestNames, namesSource } from '@topicmill/topics/formats';
import { chunkIn, chunkPackFile, isOwnChunkPack, manifestOfChunk } from '@topicmill/topics/formats/chunk-pack';
import {
  chunkFile,
  chunksManifestFile,
  INDEX_FILE,
  LLMS_FILE,
  LLMS_FULL_FILE,
  MODEL_QUESTIONS_FILE,
  pathIn,
  QA_PAIRS_FILE,
  REFERENCE_FILE,
  TOPIC_SPEC_FILE,
} from '@topicmill/topics/formats/file-names';
import { type Folder, type OwnedFiles, ownedFile } from '../runner/index.js';
import { dialectKey, pageDialect, type TopicPage } from '../sources/index.js';

/** Folder of a topic that contains its chunks. */
export const CHUNKS_DIRECTORY = '_chunks';
/** Written by exports, into the folder of the docs root. */
const EXPORTED_NAMES: readonly string[] = [LLMS_FILE, LLMS_FULL_FILE];
/** Pages of these names would be taken for what a step or an export makes, and for questions. */
const TAKEN_NAMES = new Set([TOPIC_SPEC_FILE, QA_PAIRS_FILE, MODEL_QUESTIONS_FILE, ...EXPORTED_NAMES]);

/** What the files of a topic's document are called. */
interface DocumentNames {
  /** Name of the document among the topic's results. */
  readonly sourceName: string;
  /** What the names of its chunk files begin with. */
  readonly baseName: string;
  /** Path of the chunks manifest below the topic's folder. */
  readonly manifestPath: string;
  /** Paths below the topic's folder of the files that its first chunk may be in. */
  readonly firstChunkPaths: readonly string[];
}

/** The names of a topic's document, for those who do not read it. */
export function documentNames({ page }: Pick<Folder, 'page'>): DocumentNames {
  const sourceName = page === undefined ? REFERENCE_FILE : nameOfPage(posix.basename(page.path));
  const baseName = baseNameOf(sourceName);
  return {
    sourceName,
    baseName,
    manifestPath: chunksManifestPath(baseName),
    firstChunkPaths: [chunkFile(baseName, 0), ...(page === undefined ? [] : [chunkPackFile(baseName)])].map((name) =>
      pathIn(CHUNKS_DIRECTORY, name),
    ),
  };
}

function nameOfPage(fileName: string): string {
  // Where case makes no difference, Topic-Spec.md is one file with topic-spec.md.
  return TAKEN_NAMES.has(fileName.toLowerCase()) ? `page-${fileName}` : fileName;
}

/** A file name without its ending. */
function baseNameOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '');
}

/** Path of the manifest of a document's chunks below its topic's folder. */
function chunksManifestPath(baseName: string): string {
  return `${CHUNKS_DIRECTORY}/${chunksManifestFile(baseName)}`;
}

/** Names that copies of pages have. */
const PAGE_FILE = /\.(?:mdx?|markdown|qmd|mdoc|html?|txt|rst|adoc)$/i;

/** The document of a topic: what its files are called, and how it is read. */
export interface TopicDocument extends DocumentNames {
  /** Identifies how it is read, in addition to its text. */
  readonly readingKey: string;
  readonly dialect: Dialect | undefined;
  /** The document as its readers see it: without front matter and what else only a generator reads. */
  readable(text: string): string;
  /** The same for the text of a chunk file. */
  readableChunk(text: string): string;
  /** What is embedded and searched of a chunk file: its readable text below the title of its page. */
  embedded(chunkText: string): string;
  /** Key under which the vectors of its chunks are kept: its hash, or that with whatever else they are made from. */
  embeddingKey(sourceSha256: string): string;
}

/** The document of a topic. */
export function topicDocument({ page }: Pick<Folder, 'page'>): TopicDocument {
  return page === undefined ? REFERENCE : pageDocument(page);
}

const REFERENCE: TopicDocument = {
  ...documentNames({}),
  readingKey: '',
  dialect: undefined,
  readable: (text) => text,
  readableChunk: (text) => text,
  embedded: (text) => text,
  embeddingKey: (sourceSha256) => sourceSha256,
};

function pageDocument(page: TopicPage): TopicDocument {
  const { path, title } = page;
  const { dialect, readable } = pageDialect(page, path);
  const key = dialectKey(page, path);
  return {
    ...documentNames({ page }),
    readingKey: key,
    dialect,
    readable: (text) => readable(text.slice(readPageFrontMatter(text, path).bodyOffset)),
    readableChunk: readable,
    embedded: (text) => belowTitle(title, readable(text)),
    embeddingKey: (sourceSha256) => sha256Hex([sourceSha256, key, title].join('\0')),
  };
}

function belowTitle(title: string, text: string): string {
  return /^\s*#\s/.test(text) ? text : `# ${title}\n\n${text}`;
}

/** The files that the steps make of the documents of topics. */
export interface DocumentOutputs {
  readonly chunks: OwnedFiles;
  readonly manifest: OwnedFiles;
}

function chunkCommand(displayFolder: string): string {
  return `chunking-tool ${displayFolder}/${REFERENCE_FILE}`;
}

/** Of golden references: other documents may have chunks in the same folder. */
export const REFERENCE_OUTPUTS: DocumentOutputs = {
  chunks: {
    ...chunkFilesOf(REFERENCE.baseName, CHUNKS_DIRECTORY),
    command: chunkCommand,
    recognizes: (name, _, read) => manifestNames(read(REFERENCE.manifestPath) ?? '', name),
    isUnmarked: true,
  },
  manifest: {
    directory: CHUNKS_DIRECTORY,
    glob: REFERENCE.manifestPath,
    owns: (name) => `${CHUNKS_DIRECTORY}/${name}` === REFERENCE.manifestPath,
    command: chunkCommand,
    recognizes: (_, text) => isOwnManifest(text),
  },
};

/** Of pages, whose results are in a folder of their own, whatever the page is called. */
export const PAGE_OUTPUTS: DocumentOutputs & { readonly source: OwnedFiles } = {
  chunks: {
    directory: CHUNKS_DIRECTORY,
    glob: `${CHUNKS_DIRECTORY}/*.md`,
    owns: (name) => /(?:-\d+|\.chunks)\.md$/.test(name),
    recognizes: (name, text, read) =>
      isOwnChunkPack(text) || manifestNames(read(manifestOfChunk(pathIn(CHUNKS_DIRECTORY, name))) ?? '', name),
    isUnmarked: true,
  },
  manifest: {
    directory: CHUNKS_DIRECTORY,
    glob: `${CHUNKS_DIRECTORY}/*.chunks.json`,
    owns: (name) => name.endsWith('.chunks.json'),
    recognizes: (_, text) => isOwnManifest(text),
  },
  source: {
    directory: '',
    glob: '*',
    owns: (name) => PAGE_FILE.test(name) && name !== TOPIC_SPEC_FILE && !EXPORTED_NAMES.includes(name),
    recognizes: (name, _, read) =>
      [chunksManifestPath(baseNameOf(name)), INDEX_FILE].some((path) => namesSource(read(path) ?? '', name)),
    sharesNamesWithFolders: true,
    isUnmarked: true,
  },
};

/** The first chunk of a golden reference. */
export const FIRST_REFERENCE_CHUNK: OwnedFiles = ownedFile(REFERENCE.firstChunkPaths[0]!);
/** The first chunk of a page. */
export const FIRST_PAGE_CHUNK: OwnedFiles = {
  directory: CHUNKS_DIRECTORY,
  glob: `${CHUNKS_DIRECTORY}/*{-0,.chunks}.md`,
  owns: (name) => /(?:-0|\.chunks)\.md$/.test(name),
  part: (name, bytes) => chunkIn(bytes, { at: name.endsWith('.chunks.md') ? 0 : undefined }),
};

/** The chunk files that a source named `baseName` owns in a folder. */
export function chunkFilesOf(baseName: string, directory: string): OwnedFiles {
  const prefix = `${baseName}-`;
  return {
    directory,
    glob: directory === '' ? `${prefix}*.md` : `${directory}/${prefix}*.md`,
    owns: (name) => name.startsWith(prefix) && /^\d+\.md$/.test(name.slice(prefix.length)),
  };
}
