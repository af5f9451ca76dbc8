import { describe, expect, test } from 'vitest';
import { chunkSync } from '../../src/index.js';
import { piecesOf, tokenCounter, words } from './staged.js';

test('what fits stays whole', () => {
  expect(piecesOf('One. Two.\n\n- a\n- b\n', 100)).toEqual(['One. Two.', '- a\n- b']);
});

test('a paragraph by sentences', () => {
  expect(piecesOf('The one is here. Is it? Dr. Who said e.g. this.\nThe end.', 10)).toEqual([
    'The one is here.',
    'Is it?',
    'Dr. Who said e.g. this.',
    'The end.',
  ]);
});

test('a list by items, and an item that is too large by what it contains, with its marker', () => {
  expect(piecesOf('- one a\n- two\n\n  more of two here\n  - nested\n- three', 6)).toEqual([
    '- one a',
    '- two',
    '- more of two here',
    '- - nested',
    '- three',
  ]);
});

const line = words(20);

test('a table by rows with its header, which stays with the first row', () => {
  const header = '| a | b |\n|---|---|';
  expect(piecesOf(`${header}\n| 1 | ${line} |\n| 2 | ${line} |\n`, 50)).toEqual([
    `${header}\n| 1 | ${line} |`,
    `${header}\n| 2 | ${line} |`,
  ]);
});

test('rows without a rule like those of a table, with the first of them', () => {
  const header = 'in millions | 2013 | 2012';
  expect(piecesOf(`${header}\nnotes inc. | ${line} | 1\nbonds | ${line} | 2\n`, 50)).toEqual([
    `${header}\nnotes inc. | ${line} | 1`,
    `${header}\nbonds | ${line} | 2`,
  ]);
});

test('code by lines with its fence and language, which stay with the lines next to them', () => {
  const fence = '```js title="x"';
  expect(piecesOf(`${fence}\n${line}\n\n${line}\n${line}\n\`\`\``, 50)).toEqual(
    Array(3).fill(`${fence}\n${line}\n\`\`\``),
  );
});

test('code in a list with the marker of its item', () => {
  expect(piecesOf(`- \`\`\`js\n  ${line}\n  ${line}\n  \`\`\``, 40)).toEqual([
    `- \`\`\`js\n  ${line}\n  \`\`\``,
    `- \`\`\`js\n  ${line}\n  \`\`\``,
  ]);
});

test('code that its list item ends, the same', () => {
  expect(piecesOf(`- \`\`\`js\n  ${line}\n  ${line}\n`, 40)).toEqual([
    `- \`\`\`js\n  ${line}\n  \`\`\``,
    `- \`\`\`js\n  ${line}`,
  ]);
});

test('code that is never closed is closed', () => {
  expect(piecesOf(`~~~\n${line}\n${line}`, 40)).toEqual(Array(2).fill(`~~~\n${line}\n~~~`));
});

test('a quote and HTML by lines and sentences', () => {
  expect(piecesOf('> One is here. Two is here.\n>\n> Three is here.', 7)).toEqual([
    '> One is here.',
    'Two is here.\n>',
    '> Three is here.',
  ]);
  expect(piecesOf('<div>\n<p>One two</p>\n</div>', 7)).toEqual(['<div>', '<p>One two</p>', '</div>']);
});

describe('a sentence that is too long', () => {
  test('by its clauses, then by words', () => {
    const text = `${words(12).slice(0, -1)}; ${words(8).toLowerCase()}`;
    expect(piecesOf(text, 13)).toEqual([`${words(12).slice(0, -1)};`, words(8).toLowerCase()]);
  });

  test('never inside a link, a code span or a tag where there is another place', () => {
    const spans = ['[a b c](d)', '`e f g h`', '<i j="k l">'];
    const text = `Some ${spans.map((span) => `${'word '.repeat(6)}${span}`).join(' ')} end`;
    const pieces = piecesOf(text, 12);
    expect(pieces.length).toBeGreaterThan(2);
    for (const span of spans) expect(pieces.filter((piece) => piece.includes(span)).length, span).toBe(1);
  });

  test('never inside a character', () => {
    const family = '👩‍👩‍👧‍👦';
    const pieces = piecesOf(family.repeat(40), 64);
    expect(pieces.join('')).toBe(family.repeat(40));
    for (const piece of pieces) expect(piece.length % family.length).toBe(0);
  });
});

describe('the header of a table', () => {
  const header = (size: number) => `| ${words(size)} |\n|---|`;

  test('is repeated wherever a row fits with it', () => {
    const rows = [`| ${words(12)} |`, `| ${words(12)} |`];
    expect(piecesOf(`${header(20)}\n${rows.join('\n')}\n`, 42)).toEqual(rows.map((row) => `${header(20)}\n${row}`));
  });

  test('is left out where it leaves a row no room', () => {
    expect(piecesOf(`${header(20)}\n| 1 |\n| 2 |\n`, 24).slice(-2)).toEqual(['| 1 |', '| 2 |']);
    const { diagnostics } = chunkSync(`${header(480)}\n| ${words(80)} |\n| ${words(80)} |\n`, {
      fileTitle: 'x',
      tokenCounter,
    });
    expect(diagnostics.map(({ code }) => code)).toContain('TABLE_HEADER_LEFT_OUT');
  });

  test('stays where overlap and breadcrumb give way to it, without a warning that it is left out', () => {
    const rows = Array.from({ length: 6 }, (_, i) => `| ${i} ${words(100)} |`);
    const text = `# A title ${words(60)}\n\nOne is here. ${words(40)}\n\n${header(360)}\n${rows.join('\n')}\n`;
    const { chunks, diagnostics } = chunkSync(text, { fileTitle: 'Guide', tokenCounter });
    const withRows = chunks.filter(({ originalText }) => /^\| \d /m.test(originalText));
    expect(withRows.length).toBe(6);
    for (const { originalText, embedText, tokenStats } of withRows) {
      expect(originalText).toContain(header(360));
      expect(tokenCounter.count(embedText)).toBeLessThanOrEqual(512);
      expect(tokenStats.tokens).toBeGreaterThanOrEqual(64);
    }
    expect(diagnostics.map(({ code }) => code)).not.toContain('TABLE_HEADER_LEFT_OUT');
    expect(diagnostics.map(({ code }) => code)).toContain('BREADCRUMB_CUT');
  });
});
