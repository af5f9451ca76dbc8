/**
 * Writes data/descriptions.txt from the tables in thesaurus/ and descriptions/: after `tsc -b`,
 * `node packages/search/write-descriptions.mjs`. Each line has everyday descriptions and, after a tab, the terms of docs that
 * they describe. A description is what a search makes of it: terms without stop words, each once, in order.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { analyzeText } from './dist/retrieval/index.js';
import { rowsOf } from './write-thesaurus.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const PHRASES = ['thesaurus/by-everyday-phrase.tsv', ...tablesIn('descriptions/by-everyday-phrase')];
const TERMS = ['thesaurus/by-term.tsv', ...tablesIn('descriptions/by-term')];

function tablesIn(folder) {
  return readdirSync(file(folder))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** The lines that descriptions are read from: those of the same terms are in one, each once. */
export function descriptionLines() {
  const described = new Map();
  const add = (terms, descriptions) => {
    const key = terms.join(',');
    const known = described.get(key) ?? new Set();
    for (const each of descriptions) known.add([...new Set(analyzeText(each))].sort().join(' '));
    described.set(key, known);
  };
  for (const [phrase, terms] of PHRASES.flatMap(rowsOf)) add(terms, [phrase]);
  for (const [term, descriptions] of TERMS.flatMap(rowsOf)) add([term], descriptions);
  return [...described]
    .map(([terms, descriptions]) => [terms, [...descriptions].filter((each) => each !== '').sort()])
    .filter(([, descriptions]) => descriptions.length > 0)
    .map(([terms, descriptions]) => `${descriptions}\t${terms}`)
    .sort();
}

if (process.argv[1] === file(import.meta.url)) {
  writeFileSync(file('data/descriptions.txt'), `${descriptionLines().join('\n')}\n`);
}
