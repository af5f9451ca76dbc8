/** The document of a topic: a folder that contains it is a topic. */
export const REFERENCE_FILE = 'golden-reference.md';
/** Questions with answers, which people write about a topic. */
export const QA_PAIRS_FILE = 'qa-pairs.md';
/** Questions that models wrote, with edits by people. */
export const MODEL_QUESTIONS_FILE = 'model-questions.md';
/** What people and the tool write about a topic. */
export const TOPIC_SPEC_FILE = 'topic-spec.md';
/** What people write about a page, as steps name it: its note, which becomes a part of its topic-spec.md. */
export const PAGE_NOTE_FILE = 'page-note.md';
/** Lists of all topics for language models, which people have written into the docs root when they want them. */
export const LLMS_FILE = 'llms.txt';
export const LLMS_FULL_FILE = 'llms-full.txt';
/** Name of the file with all references of a category, where they are too large for one file; `''` for those without one. */
export function llmsSectionFile(category: string): string {
  return `llms-full-${category === '' ? 'topics' : category}.txt`;
}
/** File of every folder that agents and browsers start from. */
export const INDEX_FILE = 'index.json';
/** File of the docs root that lists each topic's nearest others. */
export const RELATED_FILE = 'related.json';

/** Path of a file in a folder of the docs root, which itself is `''`. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Path of the folder that contains a path; `''` for one in the docs root, and for the docs root itself. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Name of the file of a chunk, by the name of its document without ending. */
export function chunkFile(baseName: string, index: number): string {
  return `${baseName}-${index}.md`;
}

/** Name of the manifest of a document's chunks, which is next to their files. */
export function chunksManifestFile(baseName: string): string {
  return `${baseName}.chunks.json`;
}
