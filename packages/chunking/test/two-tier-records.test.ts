import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_GROWTH, TEXTS, timeGrowth } from '@topicmill/test-support/time-growth';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BookRecord,
  bookRecordJsonSchema,
  DEFAULT_TWO_TIER_OPTIONS,
  type SectionGroup,
  type TwoTierOptions,
  twoTierStrategy,
} from '../src/index.js';
import { markdownBook, plainBook } from './generated-book.js';

const tokenCounter = await loadTokenCounter('wordpiece');
const defaults = { ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter };

function sections(text: string, options: TwoTierOptions = defaults): readonly BookRecord[] {
  const document = { text, file: 'book.md', docId: 'book', title: 'A Book' };
  return twoTierStrategy({ ...options, headings: 'markdown' }).chunk(document).sections;
}

describe('the key of two tiers', () => {
  const key = (options: Partial<TwoTierOptions>) => twoTierStrategy({ ...defaults, ...options }).getCacheKey();

  it('is the plain one for the defaults and names every other setting', async () => {
    expect(key({})).toBe('two-tier-1700-420-120-80');
    expect(key({ snippetTokens: 300, snippetOverlap: 40 })).toBe('two-tier-1700-300-120-40');
    expect(key({ tokenCounter: await loadTokenCounter('words') })).toBe('two-tier-1700-420-120-80-words');
    expect(key({ headings: 'plain', boilerplate: 'keep' })).toBe('two-tier-1700-420-120-80-plain-boilerplate');
  });

  it('refuses limits that no chunk can keep', () => {
    for (const snippets of [
      { snippetTokens: 80, snippetOverlap: 80 },
      { snippetTokens: 4.5, snippetOverlap: 0 },
      { snippetTokens: 100, snippetOverlap: -1 },
    ]) {
      expect(() => key(snippets)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
    }
  });
});

describe('a record', () => {
  it('has the headers of its tables at the end of its path, an entry a table', () => {
    const table = (header: string) => `| ${header} | Value |\n| --- | --- |\n| a | b |\n\n`;
    const [record] = sections(`# One\n\n${table('Key')}${table('Na\\|me')}`);
    expect(record).toMatchObject({
      heading_path: ['One', 'Key | Value; Na|me | Value'],
      contains_table: true,
      table_columns: [2, 2],
      table_headers: ['Key | Value', 'Na|me | Value'],
      content_hints: 'table',
    });
  });

  it('has tables in HTML as it has those with pipes, with blank lines in them, in lists and on lines with other tags', () => {
    const rows = '<tr><td>1</td><td>2</td></tr>\n\n# no heading\n\n    <tr><td>3</td></tr>';
    const table = `<table>\n<tr><th>A &amp; <b>B</b></th><th colspan="2">C</th></tr>\n${rows}\n</table>`;
    const inList = '- one\n\n  <table><tr><td>D</td></tr></table>';
    const text = `# One\n\n${table}\n\n# Two\n\n${inList}\n\n<div><table><tr><td>E</td></tr></table></div>\n\n# Three\n\nText.\n\n<!-- <table></table> -->\n`;
    const [one, two, three, ...others] = sections(text);
    expect(one).toMatchObject({
      heading_path: ['One', 'A & B | C'],
      contains_table: true,
      table_columns: [3],
      content_hints: 'table',
      text: `# One\n\n${table}`,
    });
    expect(two).toMatchObject({ contains_table: true, table_headers: ['D', 'E'] });
    expect(three).toMatchObject({ contains_table: false });
    expect(others).toEqual([]);
    const limits = { sectionTokens: 40, sectionOverlap: 0, snippetTokens: 40, snippetOverlap: 0 };
    expect(sections(text, { ...defaults, ...limits })[0]).toMatchObject({ text: `# One\n\n${table}`, oversized: true });
  });

  it.each(['<table>\n\n', '| <table> | a |\n| - | - |\n\n'])('takes linear time for %j', async (part) => {
    const growth = await timeGrowth((length) => {
      const text = part.repeat(length / part.length);
      return () => sections(text);
    }, TEXTS);
    expect(growth).toBeLessThan(MAX_GROWTH);
  });

  it.each([
    ['prose', 'Some text that is here.'],
    ['list', '- one is here\n- two is here\n'],
    ['code', '```\nlet x = 1;\nlet y = 2;\n```'],
    ['quote', '> Somebody said so.'],
    ['mixed', 'Some text.\n\n```\ncode\n```'],
  ])('is of %s when that makes up most of it', (hint, text) => {
    expect(sections(text)[0]).toMatchObject({ content_hints: hint });
  });

  it('begins its retrieval text with where it is and what it is about', () => {
    const concepts = (section: string) => (text: string) => [section.length === text.length ? 'same' : 'part', 'two'];
    const [record] = sections('# One [x]\n\n## Two\n\nText.\n', { ...defaults, concepts });
    expect(record!.retrieval_text).toBe(
      `[DOC: A Book] [PATH: One (x) > Two] [CONCEPTS: same, two]\n# One [x]\n\n## Two\n\nText.`,
    );
  });

  it('keeps its id when text is put before it, and repeated text gets ids of its own', () => {
    const [one, two] = sections('# A\n\nSame.\n\n# A\n\nSame.\n');
    expect(two!.id).toBe(`${one!.id}-2`);
    expect(sections('# New\n\nNew.\n\n# A\n\nSame.\n')[1]!.id).toBe(one!.id);
  });

  it('repeats whole sentences where a text is cut for its size', () => {
    const text = Array.from({ length: 40 }, (_, i) => `Sentence number ${i} is here.`).join(' ');
    const limits = { sectionTokens: 60, sectionOverlap: 16, snippetTokens: 60, snippetOverlap: 16 };
    const records = sections(text, { ...defaults, ...limits });
    expect(records.length).toBeGreaterThan(3);
    for (const { text: shown, tokens, start, end } of records.slice(1)) {
      expect(shown).toMatch(/^Sentence number \d+ is here\. Sentence/);
      expect(shown.length).toBeGreaterThan(end - start);
      expect(tokens).toBeLessThanOrEqual(60);
    }
  });
});

describe('what is too small to be found', () => {
  const long = 'The keeper wrote into the ledger what he saw of the sea. '.repeat(4).trim();
  const paths = (text: string) => sections(text).map(({ heading_path }) => heading_path.join(' > '));

  it('goes with the next section under the same heading, or below it, else with the one before', () => {
    expect(paths(`# Top\n\n${long}\n\n## A\n\nOne.\n\n## B\n\nTwo.\n\n## C\n\n${long}\n\n## D\n\nEnd.\n`)).toEqual([
      'Top',
      'Top > C',
    ]);
    expect(paths(`# Top\n\nOne.\n\n## A\n\nTwo.\n\n## B\n\nThree.\n`)).toEqual(['Top']);
    expect(paths(`By Ann.\n\n# Top\n\n${long}\n`)).toEqual(['Top']);
  });

  it('stays alone where it shares no heading with its neighbours', () => {
    expect(paths(`# One\n\n${long}\n\n# Two\n\nShort.\n\n# Three\n\n${long}\n`)).toEqual(['One', 'Two', 'Three']);
  });

  it('leaves the parts of a large section their own path', () => {
    const { snippets } = twoTierStrategy({ ...defaults, headings: 'markdown' }).chunk({
      text: `# Top\n\n## A\n\nOne.\n\n## B\n\n${`${long}\n\n`.repeat(10)}`,
      file: 'book.md',
      docId: 'book',
      title: 'A Book',
    });
    expect(snippets.length).toBeGreaterThan(1);
    for (const { heading_path } of snippets) expect(heading_path).toEqual(['Top', 'B']);
  });

  it('is never an empty heading, where there is anything else', () => {
    expect(paths(`## Book\n\n<!-- image -->\n\n## One\n\n${long}\n`)).toEqual(['One']);
    expect(paths(`# One\n\n${long}\n\n## Empty\n\n# Two\n\n# Three\n\n${long}\n\n# Four\n`)).toEqual(['One', 'Three']);
    fc.assert(
      fc.property(markdownBook, ({ text }) => {
        const found = sections(text);
        const empty = found.filter((record) => !/^(?!#{1,6}(?: |$))./m.test(record.text));
        expect(found.length === 1 ? [] : empty).toEqual([]);
      }),
    );
  });
});

describe('the published schema of book records', () => {
  const published = readFileSync(
    join(import.meta.dirname, '..', '..', '..', 'schemas', 'book-record.schema.json'),
    'utf8',
  );

  it('is as it is generated (`npm run schemas`)', () => {
    expect(bookRecordJsonSchema()).toBe(published);
  });

  it('holds for the records of any book', () => {
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(published));
    fc.assert(
      fc.property(fc.oneof(markdownBook, plainBook), ({ text }) => {
        const chunks = twoTierStrategy(defaults).chunk({ text, file: 'book.md', docId: 'book', title: 'A Book' });
        for (const record of [...chunks.sections, ...chunks.snippets])
          expect(validate(record), JSON.stringify(validate.errors)).toBe(true);
      }),
    );
  });
});

it('a text in parts gives the records of the whole, section by section', async () => {
  const text = '# One\n\nText.\n\n## Two\n\nMore.\n\n# Three\n\nEnd.\n';
  async function* parts() {
    for (const character of text) yield character;
  }
  const strategy = twoTierStrategy(defaults);
  const names = { file: 'book.md', docId: 'book', title: 'A Book' };
  const groups: SectionGroup[] = [];
  for await (const group of strategy.stream({ ...names, text: parts() })) groups.push(group);
  const { sections: expected, snippets } = strategy.chunk({ ...names, text });
  expect(groups.map(({ section }) => section)).toEqual(expected);
  expect(groups.flatMap((group) => group.snippets)).toEqual(snippets);
});
