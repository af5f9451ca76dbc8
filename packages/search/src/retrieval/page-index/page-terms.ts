import { tellsOfChanges } from '../search-index/change-pages.js';
import { linkKeys } from '../search-index/link-counts.js';
import { readChunkWords, readTitleWords, withWholeTerms } from '../search-index/read-words.js';
import type { SearchTopic } from '../search-index/search-topic.js';
import { TermVocabulary } from '../search-index/term-vocabulary.js';
import { isCorrectable } from '../search-index/word-table.js';
import { isNumberPair, neighbourPairs } from '../term-pairs.js';
import type { PageStatistics, PageText, TermField, TextTerm } from './page-source.js';

/** Names what is kept of a page besides what `ANALYSIS` names: a page of which other terms were kept is to be kept anew. */
export const PAGE_TERMS = 'passages-2';

/** What a search index that changes page by page keeps of one page. */
export interface PageTerms {
  readonly statistics: PageStatistics;
  readonly texts: readonly PageText[];
  /** How often the page contains each word that misspelt ones may be corrected to. */
  readonly spellings: ReadonlyMap<string, number>;
}

/** Numbers of terms in the two parts of a field. */
type Parts = readonly [Uint32Array, Uint32Array];

const NONE = new Uint32Array();

/** Takes a page apart into the terms that it is found by, independently of all other pages. */
export function pageTerms(page: SearchTopic): PageTerms {
  const vocabulary = new TermVocabulary();
  const texts: PageText[] = [];
  const title = readTitleWords(vocabulary, page.title);
  const description = vocabulary.read(page.description ?? '');
  const chunks = page.chunks.map(({ text }) => readChunkWords(vocabulary, text));
  const questions = page.chunks.flatMap((chunk) =>
    chunk.questions.map(({ text, answer }): Parts => [vocabulary.read(text), vocabulary.read(answer)]),
  );
  const { terms } = vocabulary;
  const namesOf = (numbers: Uint32Array): string[] => Array.from(numbers, (number) => terms[number]!);
  const counted = (field: TermField, parts: Parts): TextTerm[] => countTerms(field, parts, terms);
  const withOwn = (words: Uint32Array, text: string): Uint32Array => withWholeTerms(words, vocabulary.readWholes(text));
  texts.push({
    kind: 'page',
    place: 0,
    terms: [
      ...counted('title', [withWholeTerms(title, vocabulary.readWholesOfTitles(page.title)), NONE]),
      ...counted('description', [withOwn(description, page.description ?? ''), NONE]),
    ],
  });
  for (const [place, { lines, headings, body, wholes }] of chunks.entries()) {
    const inHeadings = lines.flatMap((line) => neighbourPairs(namesOf(line)));
    const pairs = new Set([...inHeadings, ...neighbourPairs(namesOf(body)).filter(isNumberPair)]);
    const fields: Parts = [withWholeTerms(headings, wholes[0]), withWholeTerms(body, wholes[1])];
    const sequence = [headings, body].map((words) => ` ${namesOf(words).join(' ')} `).join('\n');
    texts.push({ kind: 'chunk', place, terms: counted('chunk', fields), pairs: [...pairs], sequence });
  }
  const asked = page.chunks.flatMap((chunk) => chunk.questions);
  for (const [place, [text, answer]] of questions.entries()) {
    const fields: Parts = [withOwn(text, asked[place]!.text), withOwn(answer, asked[place]!.answer)];
    texts.push({ kind: 'question', place, terms: counted('question', fields) });
  }
  return {
    texts,
    spellings: new Map([...vocabulary.readSpellings()].filter(([spelling]) => isCorrectable(spelling))),
    statistics: {
      title: title.length,
      description: description.length,
      code: page.chunks.map(({ isCode }) => (isCode ? 1 : 0)),
      questionCounts: page.chunks.map((chunk) => chunk.questions.length),
      chunks: chunks.map(({ headings, body }) => [headings.length, body.length]),
      questions: questions.map(([text, answer]) => [text.length, answer.length]),
      tellsOfChanges: tellsOfChanges(page),
      links: [...linkKeys(page)],
      edition: page.edition,
    },
  };
}

function countTerms(field: TermField, parts: Parts, terms: readonly string[]): TextTerm[] {
  const counts = new Map<number, [number, number]>();
  for (const [part, numbers] of parts.entries()) {
    for (const number of numbers) {
      const known = counts.get(number) ?? [0, 0];
      known[part]! += 1;
      counts.set(number, known);
    }
  }
  return Array.from(counts, ([number, own]) => ({ field, term: terms[number]!, counts: own }));
}
