import { readFileSync } from 'node:fs';
import { TopicmillError } from '@topicmill/base/diagnostics';

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
