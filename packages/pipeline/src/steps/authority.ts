import { buildAuthority, extractTerms, stopWordsOf } from '@topicmill/keywords';
import { formatAuthorityFile } from '@topicmill/topics';
import { ownedFile } from '../folder-files.js';
import { REFERENCE_FILE } from '../folder-tree.js';
import type { Step } from '../step.js';

/** Path of the term classes below the docs root. */
export const AUTHORITY_PATH = '_keywords/authority.md';

/**
 * Classes the terms that are found in many topics. It reads the references rather than the topics' `terms.md`, so that
 * no task of one topic has to wait for a task of every other.
 */
export const authorityStep: Step = {
  name: 'authority',
  scope: 'docs-root',
  inputs: [
    { kind: 'every-topic', path: REFERENCE_FILE },
    { kind: 'config', key: 'keywords' },
  ],
  outputs: [ownedFile(AUTHORITY_PATH)],
  async run({ others, config }) {
    const stopWords = stopWordsOf(config.keywords.languages);
    const topics = others.map(({ file }) => ({ terms: extractTerms(file.text, stopWords) }));
    return { files: new Map([[AUTHORITY_PATH, formatAuthorityFile(buildAuthority(topics).terms)]]), diagnostics: [] };
  },
};
