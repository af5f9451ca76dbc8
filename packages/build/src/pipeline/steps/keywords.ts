import { formatWordsFile, readAuthorityFile, readTermsFile } from '@topicmill/topics/formats';
import { scoreKeywords } from '@topicmill/topics/keywords';
import { ownedFile } from '../folder-files.js';
import type { Step } from '../step.js';
import { AUTHORITY_PATH } from './authority.js';
import { TERMS_PATH } from './terms.js';

/** Path of a topic's scored keywords below its folder. */
export const WORDS_PATH = '_keywords/words.md';

/** Scores the topic's terms by what sets it apart from the other topics. */
export const keywordsStep: Step = {
  name: 'keywords',
  scope: 'topic',
  inputs: [
    { kind: 'made', files: ownedFile(TERMS_PATH) },
    { kind: 'docs-root', path: AUTHORITY_PATH },
  ],
  outputs: [ownedFile(WORDS_PATH)],
  async run({ required, folder, shownPath }) {
    const terms = readTermsFile(required(TERMS_PATH).text, shownPath(TERMS_PATH));
    const authority = readAuthorityFile(required(AUTHORITY_PATH).text, AUTHORITY_PATH);
    return {
      files: new Map([[WORDS_PATH, formatWordsFile(folder.id, scoreKeywords(terms, authority))]]),
      diagnostics: [],
    };
  },
};
