import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeText } from '../../src/retrieval/index.js';
import { readThesaurus } from '../../src/retrieval/search-index/thesaurus.js';
import { bundledDescriptionLines, bundledThesaurusLines } from '../../src/thesaurus/bundled-lines.js';
import { withThesaurus } from '../../src/thesaurus/index.js';

const SCRIPT = new URL('../../write-thesaurus.mjs', import.meta.url).href;

/** Rows of a table of the package, cells and all. */
function rowsOf(table: string): string[][] {
  const text = readFileSync(new URL(`../../thesaurus/${table}.tsv`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
}

describe('the tables', () => {
  it.each(['by-everyday-phrase', 'by-term'])('%s: each row names a phrase once, and others between commas', (table) => {
    const rows = rowsOf(table);
    const faulty = rows.filter(([first = '', others = '', ...more]) => {
      const parts = [first, ...others.split(', ')];
      return more.length > 0 || parts.some((part) => !/^[a-z0-9][a-z0-9 .'/+#&-]*$/.test(part) || part.endsWith(' '));
    });
    expect(faulty).toEqual([]);
    expect(new Set(rows.map(([first]) => first)).size).toBe(rows.length);
  });

  it('are what the package reads: run `npm run build:thesaurus -w @topicmill/search` after a change', async () => {
    const { thesaurusLines } = (await import(SCRIPT)) as { thesaurusLines: () => string[] };
    expect(bundledThesaurusLines().split('\n')).toEqual(thesaurusLines());
  });
});

describe('the tables of descriptions', () => {
  const folder = new URL('../../descriptions/', import.meta.url);
  const tables = ['by-everyday-phrase', 'by-term'].flatMap((way) =>
    readdirSync(new URL(way, folder)).map((name) => `../descriptions/${way}/${name.replace('.tsv', '')}`),
  );

  it.each(tables)('%s: each row names something once, and others between commas', (table) => {
    const rows = rowsOf(table);
    const faulty = rows.filter(([first = '', others = '', ...more]) => {
      const parts = [first, ...others.split(', ')];
      return more.length > 0 || parts.some((part) => !/^[!-~](?:[ -~]*[!-~])?$/.test(part) || part.includes(','));
    });
    expect(faulty).toEqual([]);
    expect(new Set(rows.map(([first]) => first)).size).toBe(rows.length);
  });

  it('are what the package reads: run `npm run build:thesaurus -w @topicmill/search` after a change', async () => {
    const script = new URL('../../write-descriptions.mjs', import.meta.url).href;
    const { descriptionLines } = (await import(script)) as { descriptionLines: () => string[] };
    expect(bundledDescriptionLines().split('\n')).toEqual(descriptionLines());
  });
});

describe('readThesaurus', () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/).filter((each) => analyzeText(each).length === 1);

  it('makes one entry of phrases that differ in case and endings alone', () => {
    const thesaurus = readThesaurus('put online\tdeploy\nPuts Online\tpublish,deploying');
    const terms = [
      { term: 'deploy', word: 'deploy' },
      { term: 'publish', word: 'publish' },
    ];
    expect(thesaurus('put')).toEqual([{ phrase: ['put', 'onlin'], terms }]);
    expect(thesaurus('onlin')).toEqual([]);
  });

  it('reads phrases with the same terms from one line', () => {
    const thesaurus = readThesaurus('put online,go live\tdeploy');
    expect([thesaurus('put'), thesaurus('go')].flat().map(({ phrase, terms }) => [phrase, terms])).toEqual([
      [['put', 'onlin'], [{ term: 'deploy', word: 'deploy' }]],
      [['go', 'live'], [{ term: 'deploy', word: 'deploy' }]],
    ]);
  });

  it('keeps stop words of phrases, since "log in" is not "log"', () => {
    expect(readThesaurus('log in\tauthenticate')('log')).toEqual([
      { phrase: ['log', 'in'], terms: [{ term: analyzeText('authenticate')[0], word: 'authenticate' }] },
    ]);
  });

  it('gives every phrase by its first stem with all of its terms, and the same objects again', () => {
    const line = fc.tuple(
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const thesaurus = readThesaurus(lines.map(([phrase, terms]) => `${phrase.join(' ')}\t${terms}`).join('\n'));
        for (const [phrase, terms] of lines) {
          const alone = readThesaurus(`${phrase.join(' ')}\t${terms}`);
          const [first] = stemsOf(phrase);
          const [own] = alone(first!);
          const entries = thesaurus(first!).filter((entry) => entry.phrase.join(' ') === own!.phrase.join(' '));
          expect(entries).toHaveLength(1);
          expect(entries[0]!.terms).toEqual(expect.arrayContaining([...own!.terms]));
          expect(thesaurus(first!)).toBe(thesaurus(first!));
        }
      }),
    );
  });

  function stemsOf(phrase: readonly string[]): readonly string[] {
    return phrase.flatMap(analyzeText);
  }
});

describe('withThesaurus', () => {
  it('adds the thesaurus of the package to what is known of words', () => {
    const own = { isWord: (word: string) => word === 'photo' };
    const known = withThesaurus(own);
    expect([known.isWord!('photo'), known.isWord!('phto')]).toEqual([true, false]);
    const [online] = known.thesaurus!('put').filter(({ phrase }) => phrase.join(' ') === 'put onlin');
    expect(online!.terms).toContainEqual({ term: 'deploy', word: 'deploy' });
    expect(known.descriptions!(analyzeText('old links no longer work after moving a page'))[0]).toMatchObject({
      word: 'redirect',
    });
    expect(own).not.toHaveProperty('thesaurus');
  });
});
