import { textTokens } from '@topicmill/text/tokens';
import { describe, expect, test } from 'vitest';
import { chunkSync } from '../../src/index.js';
import { textCuts } from '../../src/structural/cut-text.js';
import { tokenCounter } from './staged.js';

const LENGTH = 40_000;
const of = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length));

/** Texts on which a stage that looks at anything twice takes minutes. */
const HOSTILE: Record<string, string> = {
  'one word': of('a'),
  'emphasis that never ends': of('*_'),
  'links that never end': of('[a]('),
  'brackets that never end': of('[ (]('),
  'code spans of every length': Array.from({ length: 600 }, (_, i) => '`'.repeat(i)).join(' '),
  'tags that never end': of('<a '),
  'full stops': of('. '),
  'full stops without space': of('.'),
  'numbers and stops': of('1. 1 '),
  'one heading': `# ${of('a_b ')}\n\ntext`,
  'tags in a heading': `# ${of('<a')}\n\ntext`,
  'headings only': of('# a\n'),
  'deep headings': of('# a\n## a\n### a\n#### a\n##### a\n###### a\n'),
  'references in headings': `${of('# [a][b]\n\n').slice(0, 8_000)}${of('[b]: c\n').slice(0, 8_000)}`,
  'nested quotes': of('> '),
  'nested list items': of('- '),
  'items of one list': of('- a\n'),
  'rows of one table': `|a|\n|-|\n${of('|b|\n')}`,
  'a wide header': `|${of('a|')}\n|${of('-|')}\n|b|\n|c|\n`,
  'lines of code': `\`\`\`js\n${of('a();\n')}\`\`\``,
  'one line of code': `\`\`\`${'x'.repeat(5000)}\n${of('a ')}\n\`\`\``,
  'blank lines': of('\n'),
  spaces: `${of(' ')}a`,
  'tiny paragraphs': of('a\n\n'),
  'a fence with a line separator': `~~~${of('~')}\u2028\n${'a b c d\n'.repeat(1000)}~~~${of('~')}\n`,
  'backticks in a heading with footnotes': `# [^a] ${Array.from({ length: 280 }, (_, i) => `e${'`'.repeat(i)}`).join('')}\n\n[^a]: b`,
  'joined characters': of('👩‍👩‍👧‍👦'),
  'marks on one letter': `e${of('\u0301')}`,
  'lone surrogates': of('\ud83d'),
};

describe('40,000 units of', () => {
  test.each(Object.entries(HOSTILE))('%s', { timeout: 20_000 }, (_, text) => {
    const { chunks, dropped } = chunkSync(text, { fileTitle: 'Guide', tokenCounter });
    const covered = [...chunks.map(({ sourcePosition }) => sourcePosition), ...dropped]
      .sort((a, b) => a.charStart - b.charStart)
      .reduce((end, { charStart, charEnd }) => {
        expect(text.slice(end, charStart).trim()).toBe('');
        return charEnd;
      }, 0);
    expect(text.slice(covered).trim()).toBe('');
    for (const { embedText } of chunks) expect(tokenCounter.count(embedText)).toBeLessThanOrEqual(512);
  });
});

test.each([
  [512, 64, 400],
  [800, 64, 400],
  [400, 50, 313],
  [200, 25, 156],
])(
  'under a maximum of %i the minimum is %i and the target %i, unless they are given',
  (maxTokens, minTokens, target) => {
    const [whole] = chunkSync('text', { fileTitle: 'Guide', maxTokens, tokenCounter }).chunks;
    expect(whole!.metadata?.chunkingOptions).toMatchObject({ minTokens, targetTokens: target, maxTokens });
  },
);

test('a sentence of more clauses than a call takes arguments', () => {
  const text = '> a\n'.repeat(130_000);
  expect(textCuts(text, 0, text.length, 100, textTokens(text, tokenCounter))).toHaveLength(129_999);
});

test('of numbers that look like items in each other, no part is left out for what it repeats', () => {
  const text = `${'1. '.repeat(20_000)}a`;
  const { chunks, dropped } = chunkSync(text, { fileTitle: 'Guide', tokenCounter });
  expect(dropped).toEqual([]);
  expect(chunks.at(-1)!.sourcePosition!.charEnd).toBe(text.length);
});
