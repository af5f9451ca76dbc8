import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_GROWTH, TEXTS, timeGrowth } from '@topicmill/test-support/time-growth';
import { loadTokenLocator, type TokenLocator, textTokens } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { emailBlocks } from '../../src/artifacts/email-blocks.js';
import { headingBlocks } from '../../src/artifacts/heading-blocks.js';
import { speakerTurns } from '../../src/artifacts/speaker-turns.js';
import { coverBlocks, packBlocks } from '../../src/artifacts/split-artifact.js';
import { type Block, splitArtifact } from '../../src/index.js';
import { ARTIFACT_TEXT, expectFaithful } from './artifact-texts.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const FINDERS = { chat: speakerTurns, doc: headingBlocks, email: emailBlocks };

let tokens: TokenLocator;
beforeAll(async () => {
  tokens = await loadTokenLocator('cl100k_base');
});

const fixtures = readdirSync(FIXTURES).map((name) => ({
  name,
  findBlocks: FINDERS[name.split('-', 1)[0] as keyof typeof FINDERS],
  input: readFileSync(join(FIXTURES, name, 'input.txt'), 'utf8'),
}));

/** One line per block, with its first and last line, indented by depth; the text between blocks is one too. */
function outline(text: string, blocks: readonly Block[], startChar = 0, endChar = text.length, indent = ''): string {
  const shown = coverBlocks(text, blocks, startChar, endChar).map((block) => {
    const lines = text.slice(block.startChar, block.endChar).trim().split(/\r?\n/);
    const line = `${indent}${lines[0]}${lines.length > 1 ? ` … ${lines.at(-1)}` : ''}\n`;
    return line + (block.inner ? outline(text, block.inner, block.startChar, block.endChar, `${indent}    `) : '');
  });
  return shown.join('');
}

test.each(fixtures)('$name: blocks begin and end where expected.txt says', ({ name, findBlocks, input }) => {
  expect(outline(input, findBlocks(input))).toBe(readFileSync(join(FIXTURES, name, 'expected.txt'), 'utf8'));
});

test.each(fixtures)('$name: the same with CRLF', ({ findBlocks, input }) => {
  const crlf = input.replaceAll('\n', '\r\n');
  expect(outline(crlf, findBlocks(crlf))).toBe(outline(input, findBlocks(input)));
});

test.each([
  'On Mon, 2 Jun 2025 at 10:15, Ann Example <ann@example.com> wrote:',
  'Am Mo., 2. Juni 2025 um 10:15 Uhr schrieb Ann Example <ann@example.com>:',
  'Le lun. 2 juin 2025 à 10:15, Ann Example <ann@example.com> a écrit :',
  'Il giorno lun 2 giu 2025 alle ore 10:15 Ann Example <ann@example.com> ha scritto:',
  'Op ma 2 jun 2025 om 10:15 schreef Ann Example <ann@example.com>:',
  'El lun, 2 jun 2025 a las 10:15, Ann Example (<ann@example.com>) escribió:',
  'På mån 2 juni 2025 skrev Ann Example:',
  'Anna Rossi ha scritto:',
  'W dniu 2.06.2025 o 10:15, Anna Nowak pisze:',
  'Jeanne Martin <jeanne@example.fr> a écrit le 3 mars 2025 :',
  'Jan de Vries schreef op 3 maart 2025:',
  'Op 3 mrt. 2025 om 10:12 heeft Jan het volgende geschreven:',
  'El lunes Ana García <ana@example.es>\nescribió:',
])('an attribution leaves with the quote: %s', (attribution) => {
  const text = `My answer.\n\n${attribution}\n> What was said.\n`;
  const firstLines = emailBlocks(text).map(({ startChar }) => text.slice(startChar).split('\n')[0]);
  expect(firstLines.filter((line) => line !== '')).toEqual(['My answer.', attribution.split('\n')[0]]);
});

/** Every block of a text at any depth, with the text between blocks. */
function allBlocks(text: string, blocks: readonly Block[], startChar = 0, endChar = text.length): Block[] {
  return coverBlocks(text, blocks, startChar, endChar).flatMap((block) => [
    block,
    ...(block.inner ? allBlocks(text, block.inner, block.startChar, block.endChar) : []),
  ]);
}

function expectNoCutInFitting(
  text: string,
  blocks: readonly Block[],
  targetTokens: number,
  overlapTokens: number,
): void {
  const sizes = { targetTokens, overlapTokens };
  const chunks = packBlocks({ text, sizes, tokens, ranges: textTokens(text, tokens) }, blocks);
  expectFaithful(
    text,
    chunks.map((range, index) => ({ index, ...range })),
  );
  const cuts = new Set(chunks.flatMap(({ startChar, endChar }) => [startChar, endChar]));
  for (const chunk of chunks) expect(chunk.tokenCount).toBeLessThanOrEqual(targetTokens);
  for (const { startChar, endChar } of allBlocks(text, blocks)) {
    if (tokens.count(text, startChar, endChar) > targetTokens) continue;
    for (const cut of cuts) expect(cut > startChar && cut < endChar, `cut at ${cut}`).toBe(false);
  }
}

test.each(fixtures)('$name: whatever the size, no block that fits is cut', ({ findBlocks, input }) => {
  for (const targetTokens of [1, 5, 12, 20, 40, 80, 160, 10_000]) {
    expectNoCutInFitting(input, findBlocks(input), targetTokens, Math.floor(targetTokens / 9));
  }
});

test('of any text, no block that fits is cut, and the chunks cover it', () => {
  fc.assert(
    fc.property(
      ARTIFACT_TEXT,
      fc.constantFrom(...Object.values(FINDERS)),
      fc.integer({ min: 1, max: 40 }),
      (text, findBlocks, targetTokens) => {
        expectNoCutInFitting(text, findBlocks(text), targetTokens, targetTokens >> 2);
      },
    ),
    { numRuns: 500 },
  );
});

test('nothing of half the target is alone where its neighbour has room', () => {
  const text = Array.from({ length: 60 }, (_, i) => `# Part ${i}\n\nShort.\n\n`).join('');
  const sizes = { singlePieceMaxTokens: 0, targetTokens: 90, overlapTokens: 10 };
  const { chunks, strategy } = splitArtifact(text, 'doc', { sizes, tokens });
  expect(strategy).toBe('headings');
  for (const { tokenCount } of chunks.slice(0, -1)) expect(tokenCount).toBeGreaterThan(80);
});

test('a type without joints, a text without them, and code without a parser are cut into windows', () => {
  const text = 'No structure here. '.repeat(50);
  const sizes = { singlePieceMaxTokens: 100, targetTokens: 50, overlapTokens: 5 };
  for (const type of ['note', 'doc', 'chat', 'code', '__proto__', 'toString']) {
    expect(splitArtifact(text, type, { sizes, tokens }).strategy, type).toBe('token-window');
  }
  expect(splitArtifact('Short.', 'email', { sizes, tokens })).toEqual({ tokenCount: 2, strategy: 'whole', chunks: [] });
});

test('a finder of code blocks is used for code', () => {
  const text = 'let a = 1;\n'.repeat(60);
  const half = text.length / 2;
  const codeBlocks = () => [
    { startChar: 0, endChar: half },
    { startChar: half, endChar: text.length },
  ];
  const sizes = { singlePieceMaxTokens: 100, targetTokens: 250, overlapTokens: 5 };
  const { chunks, strategy } = splitArtifact(text, 'code', { sizes, tokens, codeBlocks });
  expect(strategy).toBe('code-blocks');
  expect(chunks.map(({ startChar }) => startChar)).toEqual([0, half]);
});

test.each([
  ['quote marks', 'email', '>'.repeat(200_000)],
  ['deep quotes', 'email', Array.from({ length: 1000 }, (_, i) => `${'>'.repeat(i % 400)} x\n`).join('')],
  ['attributions', 'email', 'On Monday wrote '.repeat(20_000)],
  ['dashes', 'email', `${'-'.repeat(300)}\n`.repeat(2000)],
  ['stamps', 'chat', '[12/05/24, 09:14 - '.repeat(20_000)],
  ['names', 'chat', `${'a'.repeat(300)} — ${'b '.repeat(100)}\n`.repeat(1000)],
  ['hashes', 'doc', `${'#'.repeat(6)} \n`.repeat(20_000)],
])('hostile text ends soon: %s', (_, type, text) => {
  const sizes = { singlePieceMaxTokens: 10, targetTokens: 900, overlapTokens: 100 };
  expectFaithful(text, splitArtifact(text, type, { sizes, tokens }).chunks);
});

test('covering takes time in proportion to the text, though all that is between blocks is blank', async () => {
  const growth = await timeGrowth((length) => {
    const text = '\n'.repeat(length);
    const blocks = Array.from(
      { length: length / 64 },
      (_, at): Block => ({ startChar: 64 * at, endChar: 64 * at + 1 }),
    );
    return () => coverBlocks(text, blocks, 0, length);
  }, TEXTS);
  expect(growth).toBeLessThan(MAX_GROWTH);
});
