import { TITLE_QUERIES, WORD_PAGES, WORD_QUERIES } from '@topicmill/test-support/kinds-of-words';
import { describe, expect, it } from 'vitest';
import { analyzeText, openInstantSearch, openSearchIndex } from '../../src/retrieval/index.js';
import { operatorTerms } from '../../src/retrieval/operators.js';
import { wholeTermsOfTitles } from '../../src/retrieval/whole-terms.js';
import { chunkOf, loaderOf, topicOf } from './sample-docs.js';

const topics = WORD_PAGES.map(({ id, title, text }) =>
  topicOf(
    id,
    title,
    chunkOf(`# ${title}\n\n${text}`, { title }),
    chunkOf(`# ${title}\n\n## More\n\nAnd so on.`, { title: 'More' }),
  ),
);
const loader = loaderOf(topics);
const QUERIES = [...WORD_QUERIES, ...TITLE_QUERIES.map((each) => ['a title of stop words', ...each] as const)];

describe('a query for', () => {
  it.each(QUERIES)('%s finds “%s” on %s', async (_, query, page) => {
    const { results, missingWords } = await (await openSearchIndex(loader)).search(query);
    expect([results[0]?.topic, results[0]?.index, missingWords]).toEqual([page, 0, []]);
  });

  it.each(QUERIES)('%s finds “%s” on %s in the box', async (_, query, page) => {
    const { pages, missingWords } = await (await openInstantSearch(loader)).search(query);
    expect([pages[0]?.id, pages[0]?.sections[0]?.index, missingWords]).toEqual([page, 0, []]);
  });

  it.each([
    ['stop words', 'what is it for', []],
    ['voices that are raised', 'HOW DO I INSTALL IT', []],
    ['an operator that the docs do not have', '|>', ['|>']],
    ['signs', '~', ['~ (such signs are not searched for)']],
  ])('%s such as “%s” misses %j', async (_, query, missing) => {
    for (const index of [await openSearchIndex(loader), await openInstantSearch(loader)]) {
      expect((await index.search(query)).missingWords).toEqual(missing);
    }
  });

  it('half a word finds it with and without its accents', async () => {
    const box = await openInstantSearch(loader);
    for (const query of ['brû', 'bru', 'contrasen', 'contraseñ']) {
      const { pages } = await box.search(query);
      expect(pages[0]?.id).toBe(query.startsWith('c') ? 'espanol' : 'creme');
    }
  });
});

describe('terms', () => {
  it.each([
    ['WHO in capitals, or who', ['WHO', 'capital']],
    ['Ångström, naïve, Łukasz, ΰ', ['angstrom', 'naiv', 'lukasz', 'υ']],
    ['й ё', ['й', 'е']],
    ['한글 が', ['한글', 'が']],
  ])('of “%s”', (text, terms) => {
    expect(analyzeText(text)).toEqual(terms);
  });

  it.each([
    ['a => b; c?.d ?? e', 3],
    ['std::vector, ::before', 2],
    ['call(...args) or so...', 1],
    ['**bold** --flag // note <!-- x --> https://x.y | a | :---: |\n=====\n:::tip', 0],
  ])('are operators of “%s”: %i', (text, count) => {
    expect(operatorTerms(text)).toHaveLength(count);
  });

  it('of titles are those that consist of stop words, that of the section itself twice', () => {
    expect(wholeTermsOfTitles('# Loops\n## for {#for}\n')).toEqual(['¶for', '¶for']);
    expect(wholeTermsOfTitles('# for\n## Kilns\n')).toEqual(['¶for']);
    expect(wholeTermsOfTitles('# Kilns\n')).toEqual([]);
  });
});
