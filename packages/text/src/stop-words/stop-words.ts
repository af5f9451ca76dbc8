import { TopicmillError } from '@topicmill/base/diagnostics';
import * as lists from 'stopword';

/**
 * Words of closed classes that the library's short English list leaves out: pronouns, auxiliaries, negations,
 * prepositions, conjunctions, numerals, and adverbs that only connect or grade.
 */
const MORE_ENGLISH = `above across again against almost along already although always amid among anyone anything
anywhere around away behind below beneath beside besides beyond cannot despite does doing done down during eight
either else elsewhere enough even ever every everyone everything everywhere except few first five four further gets
getting gives goes going hence hers herself however i'd i'll i'm inside instead its itself just last least less lets
may maybe mine moreover must myself near nearly neither next nine no nobody none nor not nothing nowhere off often
once one onto otherwise ought ours ourselves outside own per perhaps quite rather really seven several shall she six
so someone something sometimes somewhere soon ten theirs themselves therefore though three throughout thus till
together toward towards two underneath unless until upon us versus via whatever when whenever whereas whereby wherever
whether whichever whoever whom whose why will within without won't yes yet yours yourself yourselves`;

const LANGUAGE_CODE = /^[a-z]{3}$/;

/** Stop words of English, the default. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = stopWordsOf(['eng']);

/**
 * The stop words of these languages together: the lists of the `stopword` library, that of English made complete.
 *
 * @param languages ISO 639-3 codes, such as `eng` or `deu`
 * @param further words of a team's own, in any case
 * @throws TopicmillError `CONFIG_INVALID` for a language without a list
 */
export function stopWordsOf(languages: readonly string[], further: readonly string[] = []): ReadonlySet<string> {
  const known = lists as unknown as Readonly<Record<string, unknown>>;
  const words = new Set(further.map((word) => word.toLowerCase()));
  for (const language of languages) {
    const list = LANGUAGE_CODE.test(language) ? known[language] : undefined;
    if (!Array.isArray(list)) {
      throw new TopicmillError('CONFIG_INVALID', `There is no list of stop words for the language "${language}".`, {
        remedy: 'Use an ISO 639-3 code such as `eng`, `deu`, `fra`, `jpn` or `zho`.',
      });
    }
    for (const word of list) words.add(String(word).toLowerCase());
    if (language === 'eng') for (const word of MORE_ENGLISH.split(/\s+/)) words.add(word);
  }
  return words;
}
