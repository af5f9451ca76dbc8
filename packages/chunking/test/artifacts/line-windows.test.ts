import { loadTokenLocator } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkTokenWindow } from '../../src/artifacts/split-artifact.js';
import { splitArtifact } from '../../src/index.js';

const tokens = await loadTokenLocator('cl100k_base');
const SIZES = { singlePieceMaxTokens: 50, targetTokens: 100, overlapTokens: 20 };

function pieces(text: string, type: string, sizes = SIZES): string[] {
  const codeBlocks = () => [{ startChar: 0, endChar: text.length }];
  const { chunks } = splitArtifact(text, type, { sizes, tokens, codeBlocks });
  return chunks.map(({ startChar, endChar }) => text.slice(startChar, endChar));
}

test('a function that is too large is cut at the ends of lines, and lines are repeated whole', () => {
  const lines = Array.from({ length: 60 }, (_, at) => `  if (boxes[${at}] > least) sell(boxes[${at}]);\n`);
  const chunks = pieces(`function sellAll() {\n${lines.join('')}}\n`, 'code');
  expect(chunks.length).toBeGreaterThan(5);
  for (const chunk of chunks) {
    expect(chunk.endsWith('\n')).toBe(true);
    expect(chunk).toMatch(/^(?:function| {2}if|\})/);
    expect(tokens.count(chunk)).toBeLessThanOrEqual(100);
  }
  for (const [at, chunk] of chunks.slice(1).entries()) expect(chunks[at]).toContain(chunk.split('\n', 1)[0]);
});

test('what one person says without end is cut between sentences, with joints around it or not', () => {
  const speech = Array.from({ length: 60 }, (_, at) => `Ship ${at} came in with the tide, and Dr. Lee saw it. `).join(
    '',
  );
  for (const text of [`[00:00] Ann: ${speech}\n`, `[00:00] Ann: ${speech}\n[00:01] Bob: Thanks.\n`]) {
    const chunks = pieces(text, 'chat');
    expect(chunks.length).toBeGreaterThan(5);
    for (const chunk of chunks) {
      expect(chunk).toMatch(/^(?:\[00:0\d\]|Ship)[\s\S]*\.\s+$/);
      expect(tokens.count(chunk)).toBeLessThanOrEqual(100);
    }
  }
});

test('code of no known language is cut between lines', () => {
  const text = Array.from({ length: 60 }, (_, at) => `INSERT INTO ships VALUES ('Ship ${at}', ${at});\n`).join('');
  const { chunks } = splitArtifact(text, 'code', { sizes: SIZES, tokens, codeBlocks: () => [] });
  expect(chunks.length).toBeGreaterThan(5);
  for (const { startChar, endChar } of chunks) expect(text.slice(startChar, endChar)).toMatch(/^INSERT[\s\S]*;\n$/);
});

const ships = Array.from({ length: 60 }, (_, at) => ({ name: `Ship ${at}`, boxes: [at, at * 7], at: null }));

test.each([
  ['JSON', JSON.stringify({ ships }, undefined, 2)],
  [
    'JSON of numbers',
    JSON.stringify(
      ships.flatMap(({ boxes }) => boxes),
      undefined,
      2,
    ),
  ],
  ['lines of JSON', ships.map((ship) => JSON.stringify(ship)).join('\n')],
  ['YAML', ships.map(({ name, boxes }) => `- name: ${name}\n  boxes: ${boxes}\n  at:`).join('\n')],
  ['XML', `<?xml version="1.0"?>\n<ships>\n${ships.map(({ name }) => `  <ship>${name}</ship>`).join('\n')}\n</ships>`],
  ['a configuration', ships.map(({ name, boxes }) => `[${name}]\nboxes = ${boxes}`).join('\n')],
  ['a log', ships.map(({ name }, at) => `2025-03-04T10:${10 + (at % 50)}:00Z INFO ${name} came in`).join('\n')],
])('data is cut between lines: %s', (_, text) => {
  const chunks = pieces(text, 'doc');
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks.slice(0, -1).filter((chunk) => !chunk.endsWith('\n'))).toEqual([]);
});

test('prose without a heading is cut into windows of tokens, however short its lines are', () => {
  const text = Array.from(
    { length: 90 },
    (_, at) => `The ship ${at} came in\nwith the tide: all saw it.\n- So they say\n`,
  ).join('');
  const { chunks } = splitArtifact(text, 'doc', { sizes: SIZES, tokens });
  expect(chunks).toEqual(chunkTokenWindow(text, SIZES, tokens).chunks);
});

test('a table without a heading is cut between its rows', () => {
  const rows = Array.from({ length: 80 }, (_, at) => `| Tea ${at} | ${at * 7} |\n`);
  const chunks = pieces(`| Tea | Boxes |\n| --- | --- |\n${rows.join('')}`, 'doc');
  expect(chunks.length).toBeGreaterThan(5);
  expect(chunks.every((chunk) => chunk.startsWith('| ') && chunk.endsWith(' |\n'))).toBe(true);
});

test('windows in a part that is too large cover it and keep their size, whatever its lines are', () => {
  const line = fc.oneof(fc.string({ maxLength: 30 }), fc.string({ minLength: 200, maxLength: 900 }), fc.constant(''));
  const sizes = fc
    .integer({ min: 0, max: 38 })
    .map((overlapTokens) => ({ singlePieceMaxTokens: 1, targetTokens: 40, overlapTokens }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), sizes, (lines, given) => {
      const text = `${lines.join('\n')}\nlast words of it\n`;
      const { chunks } = splitArtifact(text, 'code', {
        sizes: given,
        tokens,
        codeBlocks: () => [{ startChar: 0, endChar: text.length }],
      });
      let covered = 0;
      for (const { startChar, endChar, tokenCount } of chunks) {
        expect(startChar).toBeLessThanOrEqual(covered);
        expect(endChar).toBeGreaterThan(covered);
        expect(tokenCount).toBeLessThanOrEqual(40);
        covered = endChar;
      }
      if (chunks.length > 0) expect(covered).toBe(text.length);
    }),
  );
});
