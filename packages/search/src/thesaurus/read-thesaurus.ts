import { stemWord } from '@topicmill/text/words';
import { analyzeText, type Thesaurus, type ThesaurusEntry, wordsOf } from '../retrieval/index.js';

/**
 * Reads a thesaurus: a line for each everyday phrase, with the terms that docs use for it after a tab, between commas. Phrases
 * that differ in case and endings alone are one entry.
 */
export function readThesaurus(lines: string): Thesaurus {
  const phrases = new Map<string, { readonly phrase: readonly string[]; readonly names: string[] }>();
  const byFirst = new Map<string, string[]>();
  for (const line of lines.split('\n')) {
    const [written = '', names = ''] = line.split('\t');
    const phrase = wordsOf(written).map((word) => stemWord(word.toLowerCase()));
    const key = phrase.join(' ');
    const own = phrases.get(key);
    if (own !== undefined) own.names.push(names);
    else {
      phrases.set(key, { phrase, names: [names] });
      const [first = ''] = phrase;
      byFirst.set(first, [...(byFirst.get(first) ?? []), key]);
    }
  }
  const entries = new Map<string, readonly ThesaurusEntry[]>();
  const entriesOf = (stem: string): readonly ThesaurusEntry[] =>
    (byFirst.get(stem) ?? []).map((key) => {
      const { phrase, names } = phrases.get(key)!;
      return { phrase, terms: [...new Set(names.flatMap((each) => each.split(',')).flatMap(analyzeText))] };
    });
  return (stem) => {
    const own = entries.get(stem) ?? entriesOf(stem);
    entries.set(stem, own);
    return own;
  };
}
