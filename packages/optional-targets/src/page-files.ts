import type { OwnedFiles } from '@topicmill/pipeline';

/** Folder of a topic that holds its pages. */
export const PAGES_DIRECTORY = '_pages';
/** The pages of a topic, their manifest and its checksum. */
export const PAGE_FILES: OwnedFiles = {
  directory: PAGES_DIRECTORY,
  glob: `${PAGES_DIRECTORY}/*`,
  owns: (name) => /^chunk-\d+\.(?:md|html)$/.test(name) || /^chunks\.json(?:\.sha256)?$/.test(name),
};
