import { describe, expect, test } from 'vitest';
import { chunkSync } from '../../src/index.js';
import type { FlatNode } from '../../src/structural/flat-node.js';
import { longSections, NodeWords, weighSubjectChanges, wordNumbers } from '../../src/structural/subject-changes.js';
import { nodesOf, piecesOf, tokenCounter, words } from './staged.js';

const SEA = ['The harbour keeps its boats in winter.', 'Boats leave the harbour when the tide is high.'];
const OVEN = ['Bread rises while the oven gets hot.', 'The oven bakes the bread until its crust is brown.'];

/** Blocks of two subjects, one after the other. */
const sea = Array.from({ length: 6 }, (_, i) => `${SEA[i % 2]} ${SEA[(i + 1) % 2]}`);
const oven = Array.from({ length: 6 }, (_, i) => `${OVEN[i % 2]} ${OVEN[(i + 1) % 2]}`);
const bothSubjects = [...sea, ...oven].join('\n\n');

function weighed(text: string, maxTokens = 100): readonly FlatNode[] {
  const nodes = nodesOf(text);
  return weighSubjectChanges(nodes, new NodeWords(text), longSections(nodes, maxTokens));
}

describe('the cost of a break', () => {
  test('is least where the subject changes', () => {
    const costs = weighed(bothSubjects).map(({ breakCost }) => breakCost);
    expect(costs[sea.length]).toBe(Math.min(...costs));
    expect(costs[sea.length]).toBeLessThan(costs[1]! - 1);
  });

  test('is that of its kind in a section that fits into one chunk', () => {
    const nodes = nodesOf(bothSubjects);
    expect(weighed(bothSubjects, 1000)).toEqual(nodes);
  });

  test('is that of its kind before a heading, and where all is alike', () => {
    const text = `# A\n\n${bothSubjects}\n\n# B\n\n${Array(8).fill(words(40)).join('\n\n')}`;
    const nodes = nodesOf(text);
    const heading = nodes.findLastIndex(({ level }) => level > 0);
    expect(weighed(text)[heading]!.breakCost).toBe(nodes[heading]!.breakCost);
    const alike = Array(8).fill(words(40)).join('\n\n');
    expect(weighed(alike)).toEqual(nodesOf(alike));
  });

  test('is that of its kind between the rows of a table and the lines of code', () => {
    const text = `${bothSubjects}\n\n\`\`\`\n${'harbour();\n'.repeat(20)}\`\`\`\n\n| a |\n|---|\n${'| bread |\n'.repeat(20)}`;
    const costs = weighed(text).map(({ breakCost, breakPlace }) => [breakPlace, breakCost]);
    for (const [place, cost] of costs) if (place === 'row' || place === 'lineInCode') expect(cost).toBeGreaterThan(0.8);
  });
});

const ROWS = 'harbour | bread\n1 | 2\n3 | 4';
const TABLE = '| harbour | bread |\n|---|---|\n| 1 | 2 |';
const CODE = '```\nboil(1);\n```';

describe('what illustrates a text', () => {
  test.each([ROWS, TABLE, CODE])('belongs to the text before it, however unlike its words are', (illustration) => {
    const text = [...sea, illustration, ...oven].join('\n\n');
    const formCosts = nodesOf(text).map(({ breakCost }) => breakCost);
    const costs = weighed(text).map(({ breakCost }) => breakCost);
    expect(costs[sea.length]).toBe(formCosts[sea.length]);
    expect(costs[sea.length + 1]).toBe(Math.min(...costs));
  });

  test.each([ROWS, TABLE, CODE])('is passed over by the comparison of words', (illustration) => {
    const costs = weighed([...sea, illustration, ...sea, ...oven].join('\n\n')).map(({ breakCost }) => breakCost);
    expect(costs[sea.length + 1]).toBeGreaterThan(Math.min(...costs) + 1);
  });

  test('is in one chunk with the sentence that announces it', () => {
    const rows = Array.from({ length: 8 }, (_, i) => `row ${i} | ${i * 7} | ${i * 13}`).join('\n');
    const announcing = 'The sums of the year were these.';
    const text = `${[...sea, ...oven].join(' ')} ${announcing}\n\n${rows}\n\n${[...oven, ...sea].join(' ')}`;
    const { chunks } = chunkSync(text, { fileTitle: 'Guide', maxTokens: 200, overlapSentences: 0, tokenCounter });
    expect(chunks.find(({ originalText }) => originalText.includes('row 0'))?.originalText).toContain(announcing);
  });
});

test('a long paragraph is cut where its subject changes, between two sentences', () => {
  const text = [...sea, ...oven].join(' ');
  const { chunks } = chunkSync(text, {
    fileTitle: 'Guide',
    minTokens: 32,
    targetTokens: 128,
    maxTokens: 160,
    overlapSentences: 0,
    tokenCounter,
  });
  expect(chunks.map(({ originalText }) => /boats/i.test(originalText) && /bread/i.test(originalText))).not.toContain(
    true,
  );
});

test('words are the same in upper and lower case; where there are no spaces, each character is one', () => {
  const numbers = new Map<number, number>();
  expect([...wordNumbers('One two, ONE-3 a.', 0, 16, numbers)]).toEqual([0, 1, 0]);
  expect([...wordNumbers('日本語 日', 0, 5, new Map<number, number>())]).toEqual([0, 1, 2, 0]);
});

describe('sentences', () => {
  test('of a text without capitals begin with small letters', () => {
    expect(piecesOf('one is here. is it? two costs approx. three e.g. this. the end.', 12)).toEqual([
      'one is here.',
      'is it?',
      'two costs approx. three e.g. this.',
      'the end.',
    ]);
  });

  test('that are too long are cut at their line ends', () => {
    const row = 'Total | 12 | 34 | 56';
    expect(piecesOf(Array(4).fill(row).join('\n'), 14)).toEqual(Array(4).fill(row));
  });
});
