import { stemWord } from '@topicmill/text/words';
import { analyzeText, type Thesaurus, type ThesaurusEntry, wordsOf } from '../retrieval/index.js';

/**
 * Reads a thesaurus: a line for each everyday phrase, with the terms that docs use for it after a tab, between commas. Phrases
 * that differ in case and endings alone are one entry.
 */
export function readThesaurus(text: string): Thesaurus {
  const linesByFirst = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    // A query has few of the thousands of first words: the rest of a line is read when it is asked for.
    const [first = ''] = stemsOf(/^\S*/.exec(line)![0]);
    const lines = linesByFirst.get(first);
    if (lines === undefined) linesByFirst.set(first, [line]);
    else lines.push(line);
  }
  const known = new Map<string, readonly ThesaurusEntry[]>();
  return (stem) => {
    const entries = known.get(stem) ?? readEntries(linesByFirst.get(stem) ?? []);
    known.set(stem, entries);
    return entries;
  };
}

function readEntries(lines: readonly string[]): ThesaurusEntry[] {
  const entries = new Map<string, { readonly phrase: readonly string[]; readonly terms: Set<string> }>();
  for (const line of lines) {
    const [written = '', names = ''] = line.split('\t');
    const phrase = stemsOf(written);
    const key = phrase.join(' ');
    const entry = entries.get(key) ?? { phrase, terms: new Set() };
    for (const term of names.split(',').flatMap(analyzeText)) entry.terms.add(term);
    entries.set(key, entry);
  }
  return [...entries.values()].map(({ phrase, terms }) => ({ phrase, terms: [...terms] }));
}

function stemsOf(text: string): string[] {
  return wordsOf(text).map((word) => stemWord(word.toLowerCase()));
}
