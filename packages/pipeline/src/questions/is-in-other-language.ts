import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import { languageOfScript } from '@topicmill/text/scripts';
import { stopWordsOf } from '@topicmill/text/stop-words';
import { lowerCase, WORD } from '@topicmill/text/words';

/** Languages with a script of their own, which need no look at words. */
const OWN_SCRIPT: ReadonlySet<string> = new Set(['ell', 'jpn', 'kor', 'tha', 'lao', 'khm', 'mya', 'zho']);
/** Scripts that several languages share. */
const SHARED_SCRIPTS = ['Latn', 'Cyrl', 'Arab', 'Hebr', 'Deva', 'Beng', 'Guru', 'Gujr', 'Armn', 'Geor', 'Ethi'].map(
  (name) => new RegExp(`\\p{sc=${name}}`, 'gu'),
);
/** Stop words of another language that a question has by chance, as names and loanwords. */
const CHANCE_STOP_WORDS = 1;
/** A whole question of as many words has a stop word or a word of the text, unless it is in another language. */
const FOREIGN_WORDS = 3;

/**
 * Whether a question is plainly in none of some languages: by its script; because it has at least two stop words of one
 * other language and more than of these; or because it has neither a stop word of these nor a word of the text.
 *
 * @param languages ISO 639-3 codes
 */
export function isInOtherLanguage(question: string, languages: readonly string[], text: string): boolean {
  const written = languageOfScript(question);
  if (written !== undefined) return !languages.includes(written);
  if (languages.every((language) => OWN_SCRIPT.has(language))) return true;
  const own = stopWordsOf(languages.filter((language) => !OWN_SCRIPT.has(language)));
  const script = mainScript(question);
  if (script !== undefined && script !== mainScript([...own].join(' '))) return true;
  const words = [...new Set(lowerCase(question).match(WORD) ?? [])];
  const hits = (list: ReadonlySet<string>): number => words.filter((word) => list.has(word)).length;
  const ownCount = hits(own);
  if (ownCount === 0 && words.length >= FOREIGN_WORDS && hits(new Set(lowerCase(text).match(WORD) ?? [])) === 0) {
    return true;
  }
  return STOP_WORD_LANGUAGES.some((language) => {
    if (languages.includes(language)) return false;
    const count = hits(stopWordsOf([language]));
    return count > CHANCE_STOP_WORDS && count > ownCount;
  });
}

/** The script of most letters among those that languages share; `undefined` for a text without any. */
function mainScript(text: string): RegExp | undefined {
  let most = 0;
  let main: RegExp | undefined;
  for (const script of SHARED_SCRIPTS) {
    const count = text.match(script)?.length ?? 0;
    if (count > most) [most, main] = [count, script];
  }
  return main;
}
