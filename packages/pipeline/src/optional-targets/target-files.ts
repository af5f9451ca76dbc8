import { type OwnedFiles, ownedFile } from '../runner/index.js';

/** Folder of a topic that contains its pages. */
export const PAGES_DIRECTORY = '_pages';
const MANIFEST = 'chunks.json';

/** The pages of a topic, their manifest and its checksum. */
export const PAGE_FILES: OwnedFiles = {
  directory: PAGES_DIRECTORY,
  glob: `${PAGES_DIRECTORY}/*`,
  owns: (name) => /^chunk-\d+\.(?:md|html)$/.test(name) || /^chunks\.json(?:\.sha256)?$/.test(name),
  recognizes: (name, text, read) => {
    if (name === MANIFEST) return isOwnPagesManifest(text);
    if (name.endsWith('.sha256')) return /^[0-9a-f]{64} [ *]chunks\.json\s*$/.test(text);
    const manifest = read(`${PAGES_DIRECTORY}/${MANIFEST}`) ?? '';
    return isOwnPagesManifest(manifest) && manifest.includes(JSON.stringify(name));
  },
  isUnmarked: true,
};

function isOwnPagesManifest(text: string): boolean {
  return ['"source_sha256"', '"set"', '"n_max"', '"chunks"'].every((key) => text.includes(`${key}:`));
}

/** Questions about the pages of a topic; people write them. */
export const PAGE_QUERIES_FILE = 'page-queries.yaml';

/** How well the questions were answered from the pages. */
export const SCORES_PATH = `${PAGES_DIRECTORY}/scores.json`;
export const SCORES_FILE: OwnedFiles = {
  ...ownedFile(SCORES_PATH),
  recognizes: (_, text) => ['"set"', '"page_count"', '"metrics"'].every((key) => text.includes(`${key}:`)),
};

/** Folder that contains the records of a topic, or of a folder of markdown. */
export const RECORDS_DIRECTORY = '_records';

/** The records of each document of a folder. */
export const RECORD_FILES: OwnedFiles = {
  directory: RECORDS_DIRECTORY,
  glob: `${RECORDS_DIRECTORY}/*`,
  owns: (name) => /\.(?:records\.json|sections\.jsonl|snippets\.jsonl)$/.test(name),
  recognizes: (_, text) => /^(?:\[\]|\[\s*\{"id":"[^\n]*"parentId":|\{"id":"[^\n]*"doc_id":)/.test(text.trimStart()),
};
