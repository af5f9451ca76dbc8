import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { stopWordsOf } from '@topicmill/text/stop-words';
import { formatTermsFile, isOwnKeywordFile, type TermRow } from '@topicmill/topics/formats';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { COMMON_STOP_WORD_SHARE, findOtherLanguage, type ReadTerms, readTerms } from '@topicmill/topics/keywords';
import type { TopicmillConfig } from '../config/index.js';
import {
  type Folder,
  type OwnedFiles,
  ownedFile,
  type Step,
  type StepInput,
  type StepInputs,
} from '../runner/index.js';
import { topicDocument } from './topic-document.js';

/** Path of a topic's own term counts below its folder. */
export const TERMS_PATH = '_keywords/terms.md';
export const TERMS: OwnedFiles = {
  ...ownedFile(TERMS_PATH),
  command: keywordsCommand,
  recognizes: (_, text) => isOwnKeywordFile(text),
};

/** The command line that makes all files of keywords for a topic. */
export function keywordsCommand(displayFolder: string): string {
  return `keyword-extractor ${displayFolder}`;
}

/** What the terms of a document are made from. */
export const TERM_INPUTS: readonly StepInput[] = [
  { kind: 'source', path: REFERENCE_FILE },
  { kind: 'config', key: 'keywords' },
];

/** Counts the terms of the reference. */
export const termsStep: Step = {
  name: 'terms',
  scope: 'topic',
  inputs: TERM_INPUTS,
  outputs: [TERMS],
  async run(inputs) {
    const { terms, diagnostics } = countTerms(inputs);
    return { files: new Map([[TERMS_PATH, formatTermsFile(inputs.folder.id, terms)]]), diagnostics };
  },
};

/** The terms of a topic's document, with a warning where its language is not among those of the configuration. */
export function countTerms({ required, config, folder, displayPath }: StepInputs): {
  readonly terms: readonly TermRow[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const { text } = required(REFERENCE_FILE);
  const { languages } = config.keywords;
  const { terms, stopWordShare } = readTermsOf(folder, text, config.keywords);
  if (stopWordShare >= COMMON_STOP_WORD_SHARE) return { terms, diagnostics: [] };
  const readable = topicDocument(folder).readable(text);
  return { terms, diagnostics: languageHint(readable, languages, displayPath(REFERENCE_FILE)) };
}

/** The terms of a document, and what its words say about its language. */
export function readTermsOf(
  folder: Folder,
  text: string,
  { languages, stopWords }: TopicmillConfig['keywords'],
): ReadTerms {
  const document = topicDocument(folder);
  const key = [document.readingKey, languages, stopWords].join('\n');
  if (lastRead?.text !== text || lastRead.key !== key) {
    lastRead = { text, key, terms: readTerms(document.readable(text), stopWordsOf(languages, stopWords)) };
  }
  return lastRead.terms;
}

/** Whether a topic's terms are to be counted depends on them, too. */
let lastRead: { readonly text: string; readonly key: string; readonly terms: ReadTerms } | undefined;

function languageHint(text: string, languages: readonly string[], file: string): Diagnostic[] {
  const other = findOtherLanguage(text, languages, STOP_WORD_LANGUAGES);
  if (other === undefined) return [];
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  const found = other.languages.join(' or ');
  const evidence =
    other.by === 'script'
      ? `its script is that of ${found}`
      : `${percent(other.share)} of its words are stop words of ${found}, ${percent(other.ownShare)} of ${languages.join(', ')}`;
  return [
    {
      severity: 'warning',
      code: 'LANGUAGE_UNEXPECTED',
      message: `Its language does not seem to be listed in keywords.languages: ${evidence}.`,
      file,
      remedy: `Name its language in topicmill.yaml, so that its stop words are no keywords: \`keywords: { languages: [${[other.languages[0], ...languages].join(', ')}] }\`.`,
    },
  ];
}
