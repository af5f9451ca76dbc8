import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  type AuthorityRow,
  formatAuthorityFile,
  formatPageWordsFile,
  formatTermsFile,
  formatWordsFile,
  isOwnKeywordFile,
  readAuthorityFile,
  readTermsFile,
  readWordsFile,
  type TermRow,
  type WordRow,
} from '@topicmill/topics/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const term = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc
      .array(fc.constantFrom('|', '\\', '`', '\\|', '-', ':', '*', 'a', ' b'), { minLength: 1, maxLength: 8 })
      .map((p) => p.join('')),
  )
  .filter((text) => text === text.trim() && text !== '' && !/[\r\n]/.test(text));
const type = fc.constantFrom('compound' as const, 'single' as const);
const count = fc.integer({ min: 1, max: 1_000_000 });
const score = fc.integer({ min: 0, max: 9_000_000_000 }).map((thousandths) => thousandths / 1000);
const headerMultiplier = fc.constantFrom(1, 1.1, 1.25, 1.5);
const rowsOf = <Row extends { readonly term: string }>(row: fc.Arbitrary<Row>) =>
  fc.uniqueArray(row, { selector: ({ term: text }) => text, maxLength: 12 });

describe('a keyword file that is written and read again', () => {
  it('is the same terms.md', () => {
    const row = fc.record<TermRow>({ term, type, count, headerMultiplier, localScore: score });
    fc.assert(
      fc.property(rowsOf(row), (rows) => {
        expect(readTermsFile(formatTermsFile('a/b', rows), 'terms.md')).toEqual(rows);
      }),
    );
  });

  it('is the same authority.md', () => {
    const share = fc.constantFrom<AuthorityRow['share']>('10-25', '25-50', '50-100');
    fc.assert(
      fc.property(rowsOf(fc.record<AuthorityRow>({ term, share })), (rows) => {
        expect(readAuthorityFile(formatAuthorityFile(rows), 'authority.md')).toEqual(rows);
      }),
    );
  });

  it('is the same words.md, with other line ends too', () => {
    const row = fc.record<WordRow>({
      term,
      type,
      count,
      headerMultiplier,
      typeMultiplier: fc.constantFrom(1, 1.5),
      globalMultiplier: fc.constantFrom(1, 1.5, 2),
      score,
    });
    fc.assert(
      fc.property(rowsOf(row), (rows) => {
        const text = formatWordsFile('a/b', rows);
        expect(readWordsFile(text, 'words.md')).toEqual(rows);
        expect(readWordsFile(text.replaceAll('\n', '\r\n'), 'words.md')).toEqual(rows);
      }),
    );
  });
});

describe('words.md', () => {
  const row: WordRow = {
    term: 'a|b',
    type: 'compound',
    count: 7,
    headerMultiplier: 1.25,
    typeMultiplier: 1.5,
    globalMultiplier: 1.5,
    score: 19.688,
  };
  const text = formatWordsFile('libraries/cache', [row, { ...row, term: 'other' }]);

  it('has the formula alone above the table of a page', () => {
    const ofPage = formatPageWordsFile('guide/cache', [row]);
    expect(readWordsFile(ofPage, 'words.md')).toEqual([row]);
    expect(isOwnKeywordFile(ofPage)).toBe(true);
    expect(ofPage.split('\n').slice(0, 5)).toEqual([
      '# Keywords of guide/cache',
      '',
      'Best first. Score = Count × Header Mult × Type Mult × Global Mult. Topicmill writes this file.',
      '',
      '| Term | Type | Count | Header Mult | Type Mult | Global Mult | Score |',
    ]);
  });

  it('is a title, an explanation and a table', () => {
    expect(text).toMatch(/^# Keywords of libraries\/cache\n\n\S/);
    expect(text.split('\n').slice(-5)).toEqual([
      '| Term | Type | Count | Header Mult | Type Mult | Global Mult | Score |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      '| a\\|b | compound | 7 | 1.25 | 1.50 | 1.50 | 19.688 |',
      '| other | compound | 7 | 1.25 | 1.50 | 1.50 | 19.688 |',
      '',
    ]);
  });

  const rowLine = text.split('\n').findIndex((line) => line.startsWith('| a')) + 1;
  it.each<[string, string, string, number]>([
    ['no table', text, '# Keywords\n', 1],
    ['another column', '| Score |', '| Points |', rowLine - 2],
    ['a cell too few', ' | 19.688 |\n| other', ' |\n| other', rowLine],
    ['a cell too many', ' | 19.688 |\n| other', ' | 19.688 | x |\n| other', rowLine],
    ['an unknown type', '| compound | 7', '| phrase | 7', rowLine],
    ['a count of none', '| 7 |', '| 0 |', rowLine],
    ['a count that is no number', '| 7 |', '| 7x |', rowLine],
    ['a score without its decimals', '19.688', '19.6', rowLine],
    ['a multiplier in words', '| 1.25 |', '| 1.25x |', rowLine],
    ['a number too large to keep', '| 7 |', '| 99999999999999999999 |', rowLine],
    ['an empty term', '| a\\|b |', '|  |', rowLine],
    ['a term that comes twice', '| other |', '| a\\|b |', rowLine + 1],
    ['a line that is no row', '\n| other |', '\nother\n| other |', rowLine + 1],
    ['text after the table', '| other | compound | 7 | 1.25 | 1.50 | 1.50 | 19.688 |\n', '\nMine.\n', rowLine + 2],
  ])('names the line of %s', (_, part, replacement, line) => {
    const broken = text.replace(part, () => replacement);
    expect(broken).not.toBe(text);
    expect(thrownBy(() => readWordsFile(broken, 'a/words.md'))).toMatchObject({
      code: 'WORDS_FILE_INVALID',
      file: 'a/words.md',
      line,
      remedy: 'Run the keywords step again; it writes this file.',
    });
  });
});

describe('terms.md and authority.md', () => {
  it('have codes of their own', () => {
    expect(thrownBy(() => readTermsFile('', 'terms.md'))).toMatchObject({ code: 'TERMS_FILE_INVALID', line: 1 });
    const authority = formatAuthorityFile([{ term: 'x', share: '10-25' }]).replace('| 10-25 %', '| 12 %');
    expect(thrownBy(() => readAuthorityFile(authority, 'authority.md'))).toMatchObject({
      code: 'AUTHORITY_FILE_INVALID',
      message: 'Share should be 10-25 % or 25-50 % or 50-100 %, and is "12 %".',
    });
  });

  it('can be empty', () => {
    expect(readTermsFile(formatTermsFile('a', []), 'terms.md')).toEqual([]);
    expect(readAuthorityFile(formatAuthorityFile([]), 'authority.md')).toEqual([]);
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return thrown;
    throw thrown;
  }
  return undefined;
}
