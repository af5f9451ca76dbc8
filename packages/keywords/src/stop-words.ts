import { TopicmillError } from '@topicmill/diagnostics';
import * as lists from 'stopword';

/** Stop words of English, the default. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(lists.eng);

const LANGUAGE_CODE = /^[a-z]{3}$/;

/**
 * The stop words of these languages together, from the lists of the `stopword` library.
 *
 * @param languages ISO 639-3 codes, such as `eng` or `deu`
 * @throws TopicmillError `CONFIG_INVALID` for a language without a list
 */
export function stopWordsOf(languages: readonly string[]): ReadonlySet<string> {
  const known = lists as unknown as Readonly<Record<string, unknown>>;
  const words = new Set<string>();
  for (const language of languages) {
    const list = LANGUAGE_CODE.test(language) ? known[language] : undefined;
    if (!Array.isArray(list)) {
      throw new TopicmillError('CONFIG_INVALID', `There is no list of stop words for the language "${language}".`, {
        remedy: 'Use an ISO 639-3 code such as `eng`, `deu`, `fra`, `jpn` or `zho`.',
      });
    }
    for (const word of list) words.add(String(word).toLowerCase());
  }
  return words;
}
