import { extractTerms, stopWordsOf } from '@topicmill/keywords';
import { formatTermsFile } from '@topicmill/topics';
import { ownedFile } from '../folder-files.js';
import { REFERENCE_FILE } from '../folder-tree.js';
import type { Step } from '../step.js';

/** Path of a topic's own term counts below its folder. */
export const TERMS_PATH = '_keywords/terms.md';

/** Counts the terms of the reference. */
export const termsStep: Step = {
  name: 'terms',
  scope: 'topic',
  inputs: [
    { kind: 'source', path: REFERENCE_FILE },
    { kind: 'config', key: 'keywords' },
  ],
  outputs: [ownedFile(TERMS_PATH)],
  async run({ required, config, folder }) {
    const terms = extractTerms(required(REFERENCE_FILE).text, stopWordsOf(config.keywords.languages));
    return { files: new Map([[TERMS_PATH, formatTermsFile(folder.id, terms)]]), diagnostics: [] };
  },
};
