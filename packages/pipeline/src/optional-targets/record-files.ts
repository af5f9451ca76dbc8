import type { OwnedFiles } from '../runner/index.js';

/** Folder that contains the records of a topic, or of a folder of markdown. */
export const RECORDS_DIRECTORY = '_records';

/** The records of each document of a folder. */
export const RECORD_FILES: OwnedFiles = {
  directory: RECORDS_DIRECTORY,
  glob: `${RECORDS_DIRECTORY}/*`,
  owns: (name) => /\.(?:records\.json|sections\.jsonl|snippets\.jsonl)$/.test(name),
  recognizes: (_, text) => /^(?:\[\]|\[\s*\{"id":"[^\n]*"parentId":|\{"id":"[^\n]*"doc_id":)/.test(text.trimStart()),
};
