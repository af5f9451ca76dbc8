import type { NearWord, WordTable } from './word-table.js';

/** Words that a misspelt word may mean. */
const MAX_SPELLINGS = 2;
/** Shorter ones are abbreviations, mostly, which are one letter apart by chance. In UTF-16 units. */
const MIN_LENGTH = 4;
/** From this length on one wrong letter may be the first. */
const LONG_WORD = 8;

/** Words that carry sentences, beyond the stop words: nobody asks for them. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `aren't can't cannot couldn't didn't does doesn't doing don't done during gave gets give goes gone hadn't hasn't haven't
having isn't its let'll may ours shall shouldn't theirs they'll thing things until upon wasn't we'll weren't whether
whom whose within without won't wouldn't yours`.split(/\s+/),
);

/**
 * The words of a table that a word may be a misspelling of. The first letter of a word is hardly ever wrong.
 *
 * @param word lower case
 * @param mayGoOn compare it with the beginnings of words, too
 */
export function nearSpellings(word: string, table: WordTable, mayGoOn: boolean): readonly NearWord[] {
  if (word.length < MIN_LENGTH || FUNCTION_WORDS.has(word)) return [];
  const isLikely = ({ spelling, distance }: NearWord): boolean =>
    !FUNCTION_WORDS.has(spelling) && (spelling[0] === word[0] || (distance === 1 && word.length >= LONG_WORD));
  const whole = table.nearest(word, false).filter(isLikely);
  const near = whole.length > 0 || !mayGoOn ? whole : table.nearest(word, true).filter(isLikely);
  return near.slice(0, MAX_SPELLINGS);
}
