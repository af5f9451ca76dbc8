import { expect, test } from 'vitest';
import { readBook } from '../src/two-tier/read-book.js';

const CHAPTERS = ['The Lamp', 'The Stairs', 'The Sea', 'The Fog', 'The Boat'];
const PARAGRAPH = 'The keeper walked down the old stairs and wrote into the ledger what he saw of the sea. '
  .repeat(4)
  .trim();

/** A book of five chapters with four pages each, and what its converter wrote at the end of each page. */
function bookOf(atPageEnd: (page: number, chapter: string) => string, contents = ''): string {
  const chapters = CHAPTERS.map((title, chapter) => {
    const pages = [0, 1, 2, 3].map(
      (at) => `${PARAGRAPH}\n\n${PARAGRAPH}\n\n${atPageEnd(3 + 4 * chapter + at, title)}\n\n`,
    );
    return `## ${chapter + 1} ${title}\n\n${pages.join('')}`;
  });
  return `# Ledger of Light\n\n${contents}\n\n${chapters.join('')}`;
}

function droppedOf(text: string, boilerplate: 'drop' | 'auto' = 'drop') {
  const { reading, kept } = readBook(
    { text, file: 'book.md', title: 'Book', docId: 'book' },
    { headings: 'auto', boilerplate },
  );
  const dropped = reading.dropped.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end).trim()}`);
  return { dropped, headings: reading.headings.map(({ level, text: title }) => `${level} ${title}`), kept: kept.text };
}

const HEADINGS = ['1 Ledger of Light', ...CHAPTERS.map((title, at) => `2 ${at + 1} ${title}`)];
const ROMAN = 'iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii'.split(' ');

test.each<[string, (page: number) => string]>([
  ['3', (page) => `${page}`],
  ['**3**', (page) => `**${page}**`],
  ['– 3 –', (page) => `– ${page} –`],
  ['### 3', (page) => `### ${page}`],
  ['> 3', (page) => `> ${page}`],
  ['[3]', (page) => `[${page}]`],
  ['| 3 |', (page) => `| ${page} |`],
  ['3 / 215', (page) => `${page} / 215`],
  ['Page 3 of 215', (page) => `Page ${page} of 215`],
  ['Seite 3', (page) => `*Seite ${page}*`],
  ['第 3 页', (page) => `第 ${page} 页`],
  ['iii', (page) => `**${ROMAN[page - 3]}**`],
  ['the same again and again', () => 'xii'],
  ['{3}-----', (page) => `{${page}}${'-'.repeat(48)}`],
  ['--- end of page=3 ---', (page) => `--- end of page=${page} ---`],
  ['<!-- PageNumber="3" -->', (page) => `<!-- PageNumber="${page}" -->`],
  ['<div>3</div>', (page) => `<div align="center">${page}</div>`],
  ['<span id>', (page) => `<span id="page-${page}-0"></span>${page}`],
])('page numbers such as %s are left out', (_, number) => {
  const { dropped, headings, kept } = droppedOf(bookOf(number));
  expect(dropped).toEqual(Array.from({ length: 20 }, (_, at) => `page-number: ${number(at + 3)}`));
  expect(headings).toEqual(HEADINGS);
  expect(kept.split(PARAGRAPH)).toHaveLength(41);
});

test.each<[string, (page: number, chapter: string) => string]>([
  ['## LEDGER OF LIGHT 3', (page) => `## LEDGER OF LIGHT ${page}`],
  ['## 3 · Ledger of Light', (page) => `## ${page} · Ledger of Light`],
  ['**LEDGER OF LIGHT**', () => '**LEDGER OF LIGHT**'],
  ['# Ledger of Light', () => '# Ledger of Light'],
  ['Ann Example | Ledger | 3', (page) => `Ann Example | Ledger | ${page}`],
  ['the chapter again', (_, chapter) => `## ${CHAPTERS.indexOf(chapter) + 1} ${chapter}`],
  [
    'left and right',
    (page, chapter) => (page % 2 === 0 ? `${page} LEDGER OF LIGHT` : `${chapter.toUpperCase()} ${page}`),
  ],
])('running heads such as %s are left out', (name, head) => {
  const { dropped, headings } = droppedOf(bookOf(head));
  // Those of a chapter recur twice, which is too seldom to be sure.
  expect(dropped).toHaveLength(name === 'left and right' ? 10 : 20);
  expect(dropped.every((line) => line.startsWith('running-line'))).toBe(true);
  expect(headings).toEqual(HEADINGS);
});

const entries = (entry: (title: string, at: number) => string, separator = '\n'): string =>
  CHAPTERS.map(entry).join(separator);

test.each([
  ['leaders', `# Contents\n\n${entries((title, at) => `${at + 1} ${title} ........ ${at * 4 + 3}`, '\n\n')}`, 6],
  [
    'a table',
    `## Contents\n\n| Chapter | Page |\n|---|---|\n${entries((title, at) => `| ${at + 1} ${title} | ${at * 4 + 3} |`)}`,
    8,
  ],
  ['links', `# Table of Contents\n\n${entries((title, at) => `- [${at + 1} ${title}](#page-${at * 4 + 3}-0)`)}`, 6],
  ['a list', `**Contents**\n\n${entries((title, at) => `${at + 1}. ${title}`)}`, 6],
  [
    'lines with a page',
    `## Inhaltsverzeichnis\n\n${entries((title, at) => `${at + 1} ${title} ${at * 4 + 3}`, '\n\n')}`,
    6,
  ],
])('contents as %s are left out', (_, contents, lineCount) => {
  const { dropped, headings } = droppedOf(bookOf((page) => `Words of page ${page} end here.`, contents));
  expect(dropped).toHaveLength(lineCount);
  expect(dropped.every((line) => line.startsWith('contents'))).toBe(true);
  expect(headings).toEqual(HEADINGS);
});

test.each([
  ['numerals of poems', `# Poems\n\n${[1, 2, 3, 4, 5].map((at) => `## ${at}\n\n${PARAGRAPH}\n\n`).join('')}`],
  [
    'numerals of chapters',
    `# Novel\n\n## A\n\nx\n\n## B\n\n${[1, 2, 3, 4].map((at) => `${at}\n\n${`${PARAGRAPH}\n\n`.repeat(16)}`).join('')}`,
  ],
  [
    'headings of every chapter',
    `# Course\n\n${[1, 2, 3, 4, 5].map((at) => `## Lesson ${at}\n\n${PARAGRAPH}\n\n### Summary\n\nShort.\n\n`).join('')}`,
  ],
  ['the end of a sentence', `# Book\n\n## One\n\n## Two\n\n${'He saw the light and never forgot\nit.\n\n'.repeat(8)}`],
  ['contents of a box', '# Lamp\n\n## Contents\n\nThe box has a lamp.\n\n- oil\n- rope\n\n## Use\n\nLight it.\n'],
])('%s are text', (_, text) => {
  expect(droppedOf(text).dropped).toEqual([]);
});

test('a title of contents that is kept is above nothing', () => {
  const text = bookOf((page) => `Words of page ${page} end here.`, '# Contents\n\nWhat is in it.');
  expect(droppedOf(text).headings).toEqual([HEADINGS[0], '2 Contents', ...HEADINGS.slice(1)]);
});

test('lines are left out by default where the marks of a converter are', () => {
  expect(
    droppedOf(
      bookOf((page) => `{${page}}${'-'.repeat(48)}`),
      'auto',
    ).dropped,
  ).toHaveLength(20);
  expect(
    droppedOf(
      bookOf((page) => `${page}`),
      'auto',
    ).dropped,
  ).toEqual([]);
});
