import { addTo, groupBy } from '@topicmill/base/groups';
import { compareCodeUnits } from '@topicmill/base/order';
import { stemWord } from '@topicmill/text/words';
import { analyzeText, analyzeWords, wordsOf } from '../analyze-text.js';

/** A word of what docs call an everyday phrase. */
export interface ThesaurusTerm {
  /** By which the docs are searched. */
  readonly term: string;
  /** As the thesaurus has it. */
  readonly word: string;
}

/** An everyday phrase, and what docs call it. */
export interface ThesaurusEntry {
  /** Stems of its words, stop words included. */
  readonly phrase: readonly string[];
  /** Each term once. */
  readonly terms: readonly ThesaurusTerm[];
}

/** Gives the entries whose phrase begins with a stem; the same objects each time. */
export type Thesaurus = (stem: string) => readonly ThesaurusEntry[];

/** A phrase with the terms that docs use for it, as written: between commas. */
type WrittenPhrase = readonly [phrase: string, terms: string];

/**
 * Reads a thesaurus: lines of everyday phrases, a tab and the terms that docs use for each of them, phrases and terms between
 * commas. Phrases that differ in case and endings alone are one entry.
 */
export function readThesaurus(text: string): Thesaurus {
  // A query has few of the thousands of first words: only those are read that begin as one that is asked for.
  const phrases = writtenPhrases(text);
  const byLetters = groupBy(phrases.keys(), (at) => {
    const [phrase] = phrases[at]!;
    return FIRST_WORD.test(phrase) ? sortedLetters(phrase) : OTHER_LETTERS;
  });
  const known = new Map<string, readonly ThesaurusEntry[]>();
  const find = (stem: string): readonly ThesaurusEntry[] => {
    const alike = [...new Set([sortedLetters(stem), OTHER_LETTERS])].flatMap((letters) => byLetters.get(letters) ?? []);
    const inOrder = alike.sort((a, b) => a - b).map((at) => phrases[at]!);
    return readEntries(inOrder.filter(([phrase]) => stemsOf(/^\S*/.exec(phrase)![0])[0] === stem));
  };
  return (stem) => {
    const entries = known.get(stem) ?? find(stem);
    known.set(stem, entries);
    return entries;
  };
}

/** A first word whose stem begins with its first two letters: no ending that goes begins before the third. */
const FIRST_WORD = /^[a-z0-9][!-@[-~]*(?=\s|$)/;
const OTHER_LETTERS = '';

function sortedLetters(word: string): string {
  return /^[a-z0-9]{0,2}/.exec(word)![0];
}

/**
 * What some docs need of a thesaurus: phrases with a term of the docs, without the other terms, and of the phrases that the docs
 * have no term for those that contain such a phrase, which would be found in their place. A search of the docs finds the same by it
 * as by the whole. Phrases with the same terms are in one line.
 */
export function thesaurusFor(isTerm: (term: string) => boolean, text: string): string {
  const phrases = writtenPhrases(text).map(([phrase, terms]) => ({
    phrase,
    stems: stemsOf(phrase),
    terms: terms
      .split(',')
      .filter((term) => analyzeText(term).some(isTerm))
      .join(','),
  }));
  const found = new Set(phrases.flatMap(({ stems, terms }) => (terms === '' ? [] : [stems.join(' ')])));
  const byTerms = new Map<string, string[]>();
  for (const { phrase, stems, terms } of phrases) {
    if (terms !== '' || innerParts(stems).some((part) => found.has(part))) addTo(byTerms, terms, phrase);
  }
  return Array.from(byTerms, ([terms, own]) => ({ terms, own }))
    .sort((a, b) => compareCodeUnits(a.terms, b.terms))
    .map(({ terms, own }) => `${own}\t${terms}`)
    .join('\n');
}

function writtenPhrases(text: string): WrittenPhrase[] {
  return text.split('\n').flatMap((line) => {
    const [phrases = '', terms = ''] = line.split('\t');
    return phrases.split(',').map((phrase): WrittenPhrase => [phrase, terms]);
  });
}

function readEntries(phrases: readonly WrittenPhrase[]): ThesaurusEntry[] {
  const entries = new Map<string, { readonly phrase: readonly string[]; readonly terms: Map<string, string> }>();
  for (const [written, names] of phrases) {
    const phrase = stemsOf(written);
    const key = phrase.join(' ');
    const entry = entries.get(key) ?? { phrase, terms: new Map<string, string>() };
    for (const { word, terms } of names.split(',').flatMap(analyzeWords)) {
      for (const term of terms) if (!entry.terms.has(term)) entry.terms.set(term, word);
    }
    entries.set(key, entry);
  }
  return Array.from(entries.values(), ({ phrase, terms }) => ({
    phrase,
    terms: Array.from(terms, ([term, word]) => ({ term, word })),
  }));
}

/** Each run of some of the stems of a phrase, not of all, as a text. */
function innerParts(stems: readonly string[]): string[] {
  const lengths = [...stems.keys()].slice(1);
  return lengths.flatMap((length) =>
    Array.from({ length: stems.length - length + 1 }, (_, start) => stems.slice(start, start + length).join(' ')),
  );
}

function stemsOf(text: string): string[] {
  return wordsOf(text).map((word) => stemWord(word.toLowerCase()));
}
