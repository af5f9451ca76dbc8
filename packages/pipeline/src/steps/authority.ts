import { type DocumentFile, sha256Hex } from '@topicmill/files';
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
  async run({ topicFiles, config }, services) {
    const { languages } = config.keywords;
    const stopWords = stopWordsOf(languages);
    const memo = services.openMemo('topic-terms');
    const topics = topicFiles.flatMap(({ hash, read }) => {
      const key = `${languages.join(',')} ${hash}`;
      const terms = memo.recall(key) ?? termsOf(read(), stopWords);
      if (terms === undefined) return [];
      memo.keep(key, terms);
      return [terms];
    });
    const key = `result ${sha256Hex(topics.join('\0'))}`;
    const text = memo.recall(key) ?? authorityOf(topics);
    memo.keep(key, text);
    memo.save();
    return { files: new Map([[AUTHORITY_PATH, text]]), diagnostics: [] };
  },
};

/** The terms of a topic, a line each. */
function termsOf(file: DocumentFile | undefined, stopWords: ReadonlySet<string>): string | undefined {
  if (file === undefined) return undefined;
  return extractTerms(file.text, stopWords)
    .map(({ term }) => term)
    .join('\n');
}

function authorityOf(topics: readonly string[]): string {
  const terms = topics.map((text) => ({ terms: text === '' ? [] : text.split('\n').map((term) => ({ term })) }));
  return formatAuthorityFile(buildAuthority(terms).terms);
}
