import {
  type AuthorityRow,
  formatPageWordsFile,
  formatWordsFile,
  isOwnKeywordFile,
  readAuthorityFile,
  readTermsFile,
  type TermRow,
} from '@topicmill/topics/formats';
import { authorityOf, scoreKeywords } from '@topicmill/topics/keywords';
import {
  type OwnedFiles,
  ownedFile,
  type Step,
  type StepInput,
  type StepInputs,
  type StepResult,
} from '../runner/index.js';
import { AUTHORITY_PATH, termsOfTopic } from './authority.js';
import { countTerms, keywordsCommand, TERM_INPUTS, TERMS, TERMS_PATH } from './terms.js';

/** Path of a topic's scored keywords below its folder. */
export const WORDS_PATH = '_keywords/words.md';
export const WORDS: OwnedFiles = {
  ...ownedFile(WORDS_PATH),
  command: keywordsCommand,
  recognizes: (_, text) => isOwnKeywordFile(text),
};

/** What the authority says about the terms that a topic has. */
const AUTHORITY_INPUT = { kind: 'docs-root', path: AUTHORITY_PATH, command: keywordsCommand } as const;
const OF_TOPIC: StepInput = {
  ...AUTHORITY_INPUT,
  partFor: (text, { files }) => {
    const file = files.read(TERMS_PATH);
    const terms = file === undefined ? [] : readTermsFile(file.text, files.displayPath(TERMS_PATH));
    return sharesOf(
      terms.map(({ term }) => term),
      text,
    );
  },
};
const OF_PAGE: StepInput = { ...AUTHORITY_INPUT, partFor: (text, page) => sharesOf(termsOfTopic(page), text) };

function sharesOf(terms: readonly string[], authority: string): string {
  return JSON.stringify(authorityOf(terms, readAuthority(authority)));
}

/** Scores the topic's terms by what sets it apart from the other topics. */
export const keywordsStep: Step = {
  name: 'keywords',
  scope: 'topic',
  isTask: true,
  inputs: [{ kind: 'made', files: TERMS }, OF_TOPIC],
  outputs: [WORDS],
  async run(inputs) {
    const terms = readTermsFile(inputs.required(TERMS_PATH).text, inputs.displayPath(TERMS_PATH));
    return { files: scoredWords(terms, inputs, formatWordsFile), diagnostics: [] };
  },
};

/** The same for a page, whose terms are counted again at less cost than a file of them has. Owns those of earlier releases. */
export const pageKeywordsStep: Step = {
  ...keywordsStep,
  inputs: [...TERM_INPUTS, { kind: 'page' }, OF_PAGE],
  outputs: [TERMS, WORDS],
  async run(inputs) {
    const { terms, diagnostics } = countTerms(inputs);
    return { files: scoredWords(terms, inputs, formatPageWordsFile), diagnostics };
  },
};

function scoredWords(
  terms: readonly TermRow[],
  { required, folder }: StepInputs,
  format: typeof formatWordsFile,
): StepResult['files'] {
  const authority = JSON.parse(required(AUTHORITY_PATH).text) as AuthorityRow[];
  return new Map([[WORDS_PATH, format(folder.id, scoreKeywords(terms, authority))]]);
}

/** The topics of a run read the same file. */
let lastAuthority: { readonly text: string; readonly rows: readonly AuthorityRow[] } | undefined;

function readAuthority(text: string): readonly AuthorityRow[] {
  if (lastAuthority?.text !== text) lastAuthority = { text, rows: readAuthorityFile(text, AUTHORITY_PATH) };
  return lastAuthority.rows;
}
