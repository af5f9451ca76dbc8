import {
  type AuthorityRow,
  formatWordsFile,
  isOwnKeywordFile,
  readAuthorityFile,
  readTermsFile,
} from '@topicmill/topics/formats';
import { scoreKeywords } from '@topicmill/topics/keywords';
import { type OwnedFiles, ownedFile, type Step } from '../runner/index.js';
import { AUTHORITY_PATH } from './authority.js';
import { keywordsCommand, TERMS, TERMS_PATH } from './terms.js';

/** Path of a topic's scored keywords below its folder. */
export const WORDS_PATH = '_keywords/words.md';
export const WORDS: OwnedFiles = {
  ...ownedFile(WORDS_PATH),
  command: keywordsCommand,
  recognizes: (_, text) => isOwnKeywordFile(text),
};

/** Scores the topic's terms by what sets it apart from the other topics. */
export const keywordsStep: Step = {
  name: 'keywords',
  scope: 'topic',
  isTask: true,
  inputs: [
    { kind: 'made', files: TERMS },
    { kind: 'docs-root', path: AUTHORITY_PATH, command: keywordsCommand },
  ],
  outputs: [WORDS],
  async run({ required, folder, displayPath }) {
    const terms = readTermsFile(required(TERMS_PATH).text, displayPath(TERMS_PATH));
    const authority = readAuthority(required(AUTHORITY_PATH).text);
    return {
      files: new Map([[WORDS_PATH, formatWordsFile(folder.id, scoreKeywords(terms, authority))]]),
      diagnostics: [],
    };
  },
};

/** The topics of a run read the same file. */
let lastAuthority: { readonly text: string; readonly rows: readonly AuthorityRow[] } | undefined;

function readAuthority(text: string): readonly AuthorityRow[] {
  if (lastAuthority?.text !== text) lastAuthority = { text, rows: readAuthorityFile(text, AUTHORITY_PATH) };
  return lastAuthority.rows;
}
