import { describe, expect, test } from 'vitest';
import { packNodes } from '../../src/structural/pack-nodes.js';
import { limits, nodesOf, options, packed, words } from './staged.js';

/** The first words of each chunk. */
function starts(text: string, changes = {}): string[] {
  return packed(text, changes).map(({ nodes }) => text.slice(nodes[0]!.startOffset).split('\n', 1)[0]!.slice(0, 12));
}

const paragraph = words(150);

test('chunks aim at the target', () => {
  const sizes = packed(Array(12).fill(words(100)).join('\n\n')).map(({ tokenCount }) => tokenCount);
  expect(sizes.length).toBe(3);
  for (const size of sizes) expect(Math.abs(size - 404)).toBeLessThan(10);
});

test('of several headings the shallowest makes the break', () => {
  const text = `## A\n\n${paragraph}\n\n### B\n\n${paragraph}\n\n## C\n\n${paragraph}\n\n### D\n\n${paragraph}`;
  expect(starts(text)).toEqual(['## A', '## C']);
});

test('no chunk ends with a heading', () => {
  const text = `${words(200)}\n\n${words(190)}\n\n# A\n\n${words(390)}`;
  expect(starts(text)).toEqual(['Some word wo', '# A']);
});

test('code stays with the text that speaks of it', () => {
  const text = `${words(200)}\n\n${words(150)}\n\nFor example:\n\n\`\`\`\n${'x = 1\n'.repeat(60)}\`\`\``;
  expect(starts(text)).toEqual(['Some word wo', 'For example:']);
});

test('a document that is smaller than the minimum is one chunk', () => {
  expect(starts('# A\n\nb\n\n# C\n\nd')).toEqual(['# A']);
});

test('no chunk is under the minimum while the nodes allow it', () => {
  const text = `${words(30)}\n\n${words(440)}\n\n${words(30)}`;
  for (const { tokenCount } of packed(text)) expect(tokenCount).toBeGreaterThanOrEqual(30);
  expect(packed(text).length).toBe(1);
});

describe('the section of a chunk', () => {
  test('is that of the headings it starts with, as far as they go down', () => {
    const [chunk] = packed('# A\n\n## B\n\ntext\n\n## C\n');
    expect(chunk!.section.path.map(({ text }) => text)).toEqual(['A', 'B']);
  });

  test('is that of its first text when it starts with none', () => {
    const text = `# A\n\n${words(390)}\n\n${words(390)}\n\n## B\n`;
    const [, second] = packed(text);
    expect(second!.section.path.map(({ text: heading }) => heading)).toEqual(['A']);
  });
});

test('what is repeated around a piece counts', () => {
  const [node] = nodesOf('text');
  const repeated = { text: '```\n', tokenCount: 2 };
  const [chunk] = packNodes([{ ...node!, opening: repeated, closing: repeated }], options, limits);
  expect(chunk!.tokenCount).toBe(node!.tokenCount + 4);
});

test('a hundred thousand tiny paragraphs are packed in bounded time', { timeout: 20_000 }, () => {
  const sizes = packed('a\n\n'.repeat(100_000)).map(({ tokenCount }) => tokenCount);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(512);
});
