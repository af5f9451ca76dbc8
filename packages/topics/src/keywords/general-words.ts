import { ENGLISH_HOMONYMS, GENERAL_ENGLISH_VERBS, OTHER_GENERAL_ENGLISH } from './general-english.js';

/**
 * Words that are about no subject in particular. Unlike stop words they are counted and are parts of terms
 * (`best practice`). All are in lower case.
 */
export interface GeneralWords {
  /** Words that say nothing wherever they are. */
  readonly always: ReadonlySet<string>;
  /** Words that are a subject of some texts: they say something in a longer term, or when a heading contains them. */
  readonly homonyms: ReadonlySet<string>;
}

const NONE: GeneralWords = { always: new Set(), homonyms: new Set() };
const ENGLISH: GeneralWords = {
  always: new Set([...listedWords(GENERAL_ENGLISH_VERBS).flatMap(regularForms), ...listedWords(OTHER_GENERAL_ENGLISH)]),
  homonyms: new Set(listedWords(ENGLISH_HOMONYMS)),
};

/**
 * The words of some languages that say nothing of a subject. Only English has a list.
 *
 * @param languages ISO 639-3 codes
 */
export function generalWordsOf(languages: readonly string[]): GeneralWords {
  return languages.includes('eng') ? ENGLISH : NONE;
}

function listedWords(list: string): string[] {
  return list.split(/\s+/);
}

/**
 * The regular forms of an English verb. Which verbs double their last letter is a matter of stress (`occurred`,
 * `visited`), so both forms are given: one of them is no word, and hits nothing.
 */
function regularForms(verb: string): string[] {
  if (/[^aeiou]y$/.test(verb)) return [verb, ...['ies', 'ied', 'ying'].map((ending) => verb.slice(0, -1) + ending)];
  if (/[^eo]e$/.test(verb)) return [verb, `${verb}s`, `${verb}d`, `${verb.slice(0, -1).replace(/i$/, 'y')}ing`];
  const third = /(?:[sxzo]|ch|sh)$/.test(verb) ? 'es' : 's';
  const past = verb.endsWith('e') ? 'd' : 'ed';
  const forms = [verb, verb + third, verb + past, `${verb}ing`];
  const last = /[^aeiou][aeiou]([bdglmnprtv])$/.exec(verb)?.[1];
  return last === undefined ? forms : [...forms, `${verb}${last}ed`, `${verb}${last}ing`];
}
