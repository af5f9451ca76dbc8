import { type OwnedFiles, ownedFile } from '../runner/index.js';

/** Folder of a topic that holds its pages. */
export const PAGES_DIRECTORY = '_pages';
/** The pages of a topic, their manifest and its checksum. */
export const PAGE_FILES: OwnedFiles = {
  directory: PAGES_DIRECTORY,
  glob: `${PAGES_DIRECTORY}/*`,
  owns: (name) => /^chunk-\d+\.(?:md|html)$/.test(name) || /^chunks\.json(?:\.sha256)?$/.test(name),
};

/** Questions about the pages of a topic; people write them. */
export const PAGE_QUERIES_FILE = 'page-queries.yaml';

/** How well the questions were answered from the pages. */
export const SCORES_PATH = `${PAGES_DIRECTORY}/scores.json`;
export const SCORES_FILE: OwnedFiles = ownedFile(SCORES_PATH);
