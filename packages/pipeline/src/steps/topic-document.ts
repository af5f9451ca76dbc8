import { sha256Hex } from '@topicmill/base/files';
import { type Dialect, readPageFrontMatter } from '@topicmill/text/markdown';
import { isOwnManifest, manifestNames, namesSource } from '@topicmill/topics/formats';
import { INDEX_FILE, REFERENCE_FILE, TOPIC_SPEC_FILE } from '@topicmill/topics/formats/file-names';
import { type Folder, type OwnedFiles, ownedFile } from '../runner/index.js';
import { dialectKey, pageDialect, type TopicPage } from '../sources/index.js';
import {
  baseNameOf,
  CHUNKS_DIRECTORY,
  type DocumentNames,
  documentNames,
  EXPORTED_NAMES,
  manifestOf,
} from './document-names.js';

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
    owns: (name) => /-\d+\.md$/.test(name),
    recognizes: (name, _, read) => manifestNames(read(manifestOf(name.replace(/-\d+\.md$/, ''))) ?? '', name),
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
      [manifestOf(baseNameOf(name)), INDEX_FILE].some((path) => namesSource(read(path) ?? '', name)),
    sharesNamesWithFolders: true,
    isUnmarked: true,
  },
};

/** The first chunk of a golden reference. */
export const FIRST_REFERENCE_CHUNK: OwnedFiles = ownedFile(REFERENCE.chunkPath(0));
/** The first chunk of a page. */
export const FIRST_PAGE_CHUNK: OwnedFiles = {
  directory: CHUNKS_DIRECTORY,
  glob: `${CHUNKS_DIRECTORY}/*-0.md`,
  owns: (name) => name.endsWith('-0.md'),
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
