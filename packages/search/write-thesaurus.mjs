/**
 * Writes data/thesaurus.txt from the tables in thesaurus/: `node packages/search/write-thesaurus.mjs`. Each line has an
 * everyday phrase and, after a tab, terms that docs use for it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Rows of a table: what is before the tab, and what is between the commas after it. */
export function rowsOf(path) {
  const lines = readFileSync(file(path), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [first, others] = line.split('\t');
    return [first, others.split(', ')];
  });
}

/** The lines that a thesaurus is read from, each phrase once. */
export function thesaurusLines() {
  const termsOf = new Map();
  const add = (phrase, term) => {
    if (phrase !== term) termsOf.set(phrase, (termsOf.get(phrase) ?? new Set()).add(term));
  };
  for (const [phrase, terms] of rowsOf('thesaurus/by-everyday-phrase.tsv')) for (const term of terms) add(phrase, term);
  for (const [term, phrases] of rowsOf('thesaurus/by-term.tsv')) for (const phrase of phrases) add(phrase, term);
  return [...termsOf].map(([phrase, terms]) => `${phrase}\t${[...terms].join(',')}`).sort();
}

if (process.argv[1] === file(import.meta.url))
  writeFileSync(file('data/thesaurus.txt'), `${thesaurusLines().join('\n')}\n`);
