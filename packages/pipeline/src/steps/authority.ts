import { sha256Hex } from '@topicmill/base/files';
import { stopWordsOf } from '@topicmill/text/stop-words';
import { formatAuthorityFile, isOwnKeywordFile, readAuthorityFile } from '@topicmill/topics/formats';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { buildAuthority, readTerms } from '@topicmill/topics/keywords';
import type { TopicmillConfig } from '../config/index.js';
import { type Memo, ownedFile, type Step, type TopicFile } from '../runner/index.js';
import { KEYWORD_SHARES_FILE } from '../workspace/index.js';
import { driftDiagnostics, pinnedAuthority, shareDrift } from './pinned-shares.js';
import { type TopicDocument, topicDocument } from './topic-document.js';

/** Path of the term classes below the docs root. */
export const AUTHORITY_PATH = '_keywords/authority.md';

/**
 * Classes the terms that are found in many topics. It reads the references rather than the topics' `terms.md`, so that
 * no task of one topic has to wait for a task of every other. Where shares are pinned, the pin is the result, so that no
 * topic changes the keywords of another.
 */
export const authorityStep: Step = {
  name: 'authority',
  scope: 'docs-root',
  inputs: [
    { kind: 'every-topic', path: REFERENCE_FILE },
    { kind: 'source', path: KEYWORD_SHARES_FILE },
    { kind: 'config', key: 'keywords' },
  ],
  outputs: [{ ...ownedFile(AUTHORITY_PATH), recognizes: (_, text) => isOwnKeywordFile(text) }],
  async run({ topicFiles, config, file, displayPath }, services) {
    const memo = services.openMemo(TOPIC_TERMS_MEMO);
    const computed = makeAuthority(topicFiles, config.keywords, memo);
    memo.save();
    const pin = file(KEYWORD_SHARES_FILE);
    if (pin === undefined) return { files: new Map([[AUTHORITY_PATH, computed]]), diagnostics: [] };
    const pinPath = displayPath(KEYWORD_SHARES_FILE);
    const pinned = pinnedAuthority(pin.text, pinPath);
    const drift = shareDrift(readAuthorityFile(pinned, pinPath), readAuthorityFile(computed, AUTHORITY_PATH));
    return { files: new Map([[AUTHORITY_PATH, pinned]]), diagnostics: driftDiagnostics(drift, pinPath) };
  },
};

/** The terms of topics, a line each, by what they depend on. */
export const TOPIC_TERMS_MEMO = 'topic-terms';

/**
 * The text of `authority.md` for some topics. A reference whose terms are in the memo is not read.
 *
 * @throws TopicmillError `SOURCE_CHANGED`, `CONFIG_INVALID`
 */
export function makeAuthority(
  references: readonly Pick<TopicFile, 'folder' | 'hash' | 'read'>[],
  keywords: TopicmillConfig['keywords'],
  memo: Memo,
): string {
  const stopWords = stopWordsOf(keywords.languages, keywords.stopWords);
  const topics = references.flatMap(({ folder, hash, read }) => {
    const document = topicDocument(folder);
    const key = termsKey(keywords, document, hash);
    const known = memo.recall(key);
    if (known !== undefined) return [known];
    const file = read();
    if (file === undefined) return [];
    const terms = readTerms(document.readable(file.text), stopWords)
      .terms.map(({ term }) => term)
      .join('\n');
    memo.keep(key, terms);
    return [terms];
  });
  const key = `result ${sha256Hex(topics.join('\0'))}`;
  const text = memo.recall(key) ?? authorityOf(topics);
  memo.keep(key, text);
  return text;
}

/** What the terms of a reference depend on. */
function termsKey(
  { languages, stopWords }: TopicmillConfig['keywords'],
  { readingKey }: TopicDocument,
  hash: string,
): string {
  return `${[languages, stopWords].map((words) => words.join(',')).join(';')} ${readingKey}${hash}`;
}

function authorityOf(topics: readonly string[]): string {
  const terms = topics.map((text) => ({ terms: text === '' ? [] : text.split('\n').map((term) => ({ term })) }));
  return formatAuthorityFile(buildAuthority(terms).terms);
}
