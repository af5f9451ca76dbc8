import { extractTerms, keywordFinder } from '@topicmill/topics/keywords';
import { describe, expect, it } from 'vitest';

const COUNT = 400_000;
const HEADING_COUNT = 20_000;

// Each of these takes minutes or all memory when it is more than linear, and then runs into the test's time limit.
describe('large and strange documents', () => {
  it.each<[string, () => string, number]>([
    ['a line of 100,000 different words', () => numbered(100_000, (i) => `word${i} `), 0],
    ['a heading of 50,000 different words', () => `# ${numbered(50_000, (i) => `word${i} `)}`, 0],
    ['one word of 2,000,000 letters', () => 'a'.repeat(2_000_000), 0],
    ['a hyphenated word of many parts', () => `# ${'ab-'.repeat(COUNT)}ab`, 0],
    ['a dotted word of many parts', () => `# ${'ab.'.repeat(COUNT)}ab`, COUNT + 1],
    ['code spans that never close', () => numbered(COUNT, (i) => `${'`'.repeat((i % 300) + 1)}a `), 0],
    ['tags that never close', () => '<a '.repeat(COUNT), 0],
    ['comments that never close', () => '<!-- '.repeat(COUNT), 0],
    ['links that never close', () => ']('.repeat(COUNT), 0],
    ['entities that never close', () => '&amp'.repeat(COUNT), COUNT],
    ['parentheses in a link', () => `](${'('.repeat(COUNT)}`, 0],
  ])('%s', (_, make, topCount) => {
    expect(extractTerms(make())[0]?.count ?? 0).toBe(topCount);
  });

  it('thousands of headings that all share words', () => {
    const terms = extractTerms(numbered(HEADING_COUNT, (i) => `# alpha beta gamma delta epsilon zeta${i}\n\n`));
    expect(terms[0]).toMatchObject({ term: 'alpha beta gamma delta epsilon', count: HEADING_COUNT });
  });

  it('a heading that repeats itself', () => {
    const terms = extractTerms(`# ${'aa bb '.repeat(HEADING_COUNT)}\n`);
    expect(terms.reduce((sum, { term, count }) => sum + term.split(' ').length * count, 0)).toBe(2 * HEADING_COUNT);
  });

  it('thousands of keywords in a long chunk', () => {
    const keywords = Array.from({ length: 20_000 }, (_, i) => ({ term: `word${i} word${i + 1}`, score: 1, count: 2 }));
    expect(keywordFinder(keywords)(numbered(20_001, (i) => `word${i} `))).toHaveLength(20_000);
  });
});

function numbered(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => piece(i)).join('');
}
