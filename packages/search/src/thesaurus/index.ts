import { readFileSync } from 'node:fs';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  type NearWords,
  readTermDescriptions,
  readThesaurus,
  type TermDescriptions,
  type Thesaurus,
} from '../retrieval/index.js';

let thesaurus: Thesaurus | undefined;

/** The thesaurus of software docs that this package brings, for readers who do not know their terms; read on first use. */
function bundledThesaurus(stem: string): ReturnType<Thesaurus> {
  thesaurus ??= readThesaurus(bundledThesaurusLines());
  return thesaurus(stem);
}

let descriptions: TermDescriptions | undefined;

/** The descriptions of terms that this package brings; read on first use. */
const bundledDescriptions: TermDescriptions = (asked) => {
  descriptions ??= readTermDescriptions(bundledDescriptionLines());
  return descriptions(asked);
};

/** The same knowledge of words, with what docs call everyday phrases and the things that people describe. */
export function withThesaurus(nearWords: NearWords): NearWords {
  const find: NearWords = (word, among) => nearWords(word, among);
  return Object.assign(find, nearWords, { thesaurus: bundledThesaurus, descriptions: bundledDescriptions });
}

/**
 * Everyday phrases, a line each, with terms of docs after a tab: for `buildSearchIndex`. Read from disk on every call.
 *
 * @throws TopicmillError `FILE_UNREADABLE` when the file of this package is missing
 */
export function bundledThesaurusLines(): string {
  return readLines(new URL('../../data/thesaurus.txt', import.meta.url));
}

/** What everyday descriptions say, as sets of terms, with the terms of docs that they describe after a tab. */
export function bundledDescriptionLines(): string {
  return readLines(new URL('../../data/descriptions.txt', import.meta.url));
}

function readLines(file: URL): string {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch (cause) {
    throw new TopicmillError('FILE_UNREADABLE', 'The thesaurus of @topicmill/search cannot be read.', {
      remedy: 'Reinstall @topicmill/search, or the package that contains it.',
      file: file.pathname,
      cause,
    });
  }
}
