import { loadTokenCounter } from '@topicmill/text/tokens';
import { describe, expect, it } from 'vitest';
import { type BookReading, DEFAULT_TWO_TIER_OPTIONS, twoTierStrategy } from '../src/index.js';

const tokenCounter = await loadTokenCounter('words');
const PROSE = 'The cache keeps what a reader has read, and gives it back when it is asked for again.';

function read(text: string, headings: 'auto' | 'markdown' | 'plain' = 'auto'): BookReading {
  const strategy = twoTierStrategy({ ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter, headings });
  return strategy.read({ text, file: 'book.txt', docId: 'book', title: 'Book' }).reading;
}

/** The headings found when a line is between two paragraphs. */
function between(line: string): string[] {
  return read(`${PROSE}\n\n${line}\n\n${PROSE}\n`, 'plain').headings.map(({ text }) => text);
}

describe('headings of plain text', () => {
  it.each([
    'STORAGE AND RETRIEVAL',
    'Storage and Retrieval',
    'Introduction',
    'Part II',
    'Chapter 3. Storage and Retrieval',
    'Section 4: The Buyer',
    'Appendix A',
    '3.2 Replication lag',
    '12. Games are about learning',
    '3 Storage',
    'Lens #4: The Lens of Surprise',
    'What is a game?',
    'How the cache decides what to keep',
    'Good Games Teach the Player to Play.',
  ])('%s', (line) => {
    expect(between(line)).toEqual([line]);
  });

  it('are numerals alone on a line that count chapters, in each part anew, with their titles', () => {
    const chapters = (...numerals: string[]) =>
      numerals.map((each) => `${each}\n\n${`${PROSE} `.repeat(20)}\n\n`).join('');
    const text = `Part I\n\n${chapters('I', 'II.\n\nThe Lamp', 'III', 'IV', 'V')}Part II\n\n${chapters('I', 'II')}`;
    expect(read(text, 'plain').headings.map((heading) => `${heading.level} ${heading.text}`)).toEqual([
      '1 Part I',
      ...['I', 'II: The Lamp', 'III', 'IV', 'V'].map((each) => `2 ${each}`),
      '1 Part II',
      ...['I', 'II'].map((each) => `2 ${each}`),
    ]);
    // Rows of a list, and a numeral that nothing is counted by.
    expect(
      read(`${PROSE}\n\nI\n\none\n\nII\n\ntwo\n\nIV\n\n${PROSE}\n`, 'plain').headings.map(({ level }) => level),
    ).not.toContain(2);
  });

  it('are bare numbers that count chapters, not those that count pages', () => {
    const numbered = (length: number) =>
      [1, 2, 3, 4].map((each) => `${each}\n\n${`${PROSE} `.repeat(Math.ceil(length / PROSE.length))}\n\n`).join('');
    expect(read(numbered(6_000), 'plain').headings.map(({ text }) => text)).toEqual(['1', '2', '3', '4']);
    expect(read(numbered(2_500), 'plain').headings).toEqual([]);
  });

  it('take the title below a chapter line', () => {
    expect(read(`CHAPTER 3\nStorage and Retrieval\n\n${PROSE}\n`).headings).toEqual([
      { line: 1, level: 2, text: 'CHAPTER 3: Storage and Retrieval' },
    ]);
  });

  it('may stand right above their text', () => {
    expect(read(`${PROSE}\n\nStorage and Retrieval\n${PROSE}\n`).headings).toMatchObject([{ line: 3 }]);
  });

  it('have levels by their kind and by their numbers', () => {
    const lines = ['Part I', 'Chapter 1 Storage', '1.1 Hash indexes', '1.1.1 Keys', 'A Closer Look'];
    const text = lines.map((line) => `${line}\n\n${PROSE}\n\n`).join('');
    expect(read(text).headings.map(({ level }) => level)).toEqual([1, 2, 3, 4, 4]);
  });
});

describe('what only looks like a heading of plain text', () => {
  it.each([
    '“All the World’s a Stage.”',
    '— William Shakespeare',
    'By William Shakespeare',
    'NOTE',
    'Tip: Use Fewer Rules',
    'SIDEBAR: Why Dice Matter',
    'Figure 3-1. The Storage Engine',
    'Table 2: Hash Indexes',
    'Chapter 3 describes how the cache keeps its values.',
    '3.5 million people were there.',
    'SELECT * FROM USERS;',
    'The player is the only judge.',
    'Yes.',
    'January 2024',
    'AUDIENCE MEMBER: Lies!',
    'Key    Value    Meaning',
  ])('%s', (line) => {
    expect(between(line)).toEqual([]);
  });

  it('is the name below an epigraph, and the title in a sidebar', () => {
    expect(read(`“All the world’s a stage.”\n\nWilliam Shakespeare\n\n${PROSE}\n`, 'plain').headings).toEqual([]);
    expect(read(`${PROSE}\n\nSIDEBAR\n\nWhy Dice Matter\n\n${PROSE}\n`, 'plain').headings).toEqual([]);
  });

  it('is an item of a numbered list', () => {
    expect(read(`${PROSE}\n\n1. Preheat Oven\n\n2. Add Sugar\n\n3. Wait\n`, 'plain').headings).toEqual([]);
  });
});

describe('how headings are found', () => {
  const marked = (count: number) => Array.from({ length: count }, (_, i) => `# One ${i}\n\n${PROSE}\n\n`).join('');

  it('is by marks from three marked headings on, and then by nothing else', () => {
    const text = `${marked(3)}STORAGE AND RETRIEVAL\n\n${PROSE}\n`;
    expect(read(text)).toMatchObject({ headingSource: 'markdown' });
    expect(read(text).headings).toHaveLength(3);
  });

  it('is by form with fewer, those inside fences not counted', () => {
    expect(read(marked(2)).headingSource).toBe('plain');
    expect(read(`\`\`\`\n${marked(5)}\n\`\`\`\n`).headingSource).toBe('plain');
  });

  it('is what is asked for', () => {
    expect(read(marked(5), 'plain').headingSource).toBe('plain');
    expect(read(PROSE, 'markdown').headingSource).toBe('markdown');
  });
});
