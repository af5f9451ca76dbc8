import { TopicmillError } from '@topicmill/diagnostics';
import * as lists from 'stopword';

/** Pronouns, auxiliaries, negations, conjunctions and adverbs that the library's short English list leaves out. */
const MORE_ENGLISH = `above again against already always among anything around away below cannot does doing done down
either else enough even ever every everything few first further gets getting gives goes going hers herself i'd i'll i'm
instead its itself just last less lets may mine must myself neither next nobody none nor not nothing off often once one
onto ours ourselves own per quite rather really shall she so something sometimes soon themselves though thus till together
toward towards two unless until upon us when whenever whether whose whom why within without won't yes yet yours
yourself`;

/** Stop words of English, the default. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set([...lists.eng, ...MORE_ENGLISH.split(/\s+/)]);

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
