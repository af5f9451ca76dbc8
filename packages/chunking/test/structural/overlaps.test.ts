import { expect, test } from 'vitest';
import { chunkSync } from '../../src/index.js';
import { overlapping, tokenCounter, words } from './staged.js';

const overlaps = (texts: readonly string[], changes = {}) => overlapping(texts, changes).map(({ text }) => text);

test('the last two sentences of the prose before', () => {
  expect(overlaps(['# A\n\nOne is. Two is. Three is.', 'Four is.'])).toEqual(['', 'Two is. Three is.']);
});

test('from two paragraphs when the last has one sentence', () => {
  expect(overlaps(['# A\n\nOne is. Two is.\n\nThree is.', 'Four is.'])[1]).toBe('Two is.\n\nThree is.');
});

test('never from code, tables, lists or quotes', () => {
  const others = '```\nCode is.\n```\n\n| T is. |\n|---|\n\n- Item is.\n\n> Quote is.';
  expect(overlaps([`# A\n\nOne is.\n\n${others}`, 'Two is.'])[1]).toBe('One is.');
  expect(overlaps(['# A\n\n```\nCode is.\n```', 'Two is.'])[1]).toBe('');
  expect(overlaps(['# A\n\nOne is.\n\nRow | is.\nCell | is.', 'Two is.'])[1]).toBe('One is.');
});

test('only under the same outermost heading', () => {
  expect(overlaps(['# A\n\n## B\n\nOne is.', '## C\n\nTwo is.'])[1]).toBe('One is.');
  expect(overlaps(['# A\n\nOne is.', '# B\n\nTwo is.'])[1]).toBe('');
  expect(overlaps(['One is.', '# B\n\nTwo is.'])[1]).toBe('');
});

test('as many sentences as asked for', () => {
  expect(overlaps(['One is. Two is. Three is.', 'Four.'], { overlapSentences: 1 })[1]).toBe('Three is.');
  expect(overlaps(['One is. Two is. Three is.', 'Four.'], { overlapSentences: 0 })[1]).toBe('');
});

test('gives way, the earliest sentence first, where the chunk has no room', () => {
  const before = `${words(60)} ${words(30)}`;
  const chunks = (size: number) => overlapping([before, words(size)])[1]!;
  expect(chunks(400)).toMatchObject({ text: before, isCut: false });
  expect(chunks(470)).toMatchObject({ text: words(30), isCut: true });
  expect(chunks(505)).toMatchObject({ text: '', isCut: true, tokenCount: 0 });
});

test.each([
  ['a link', 'One is. Two [is. Three](https://a.b) is.', 'Two [is. Three](https://a.b) is.'],
  ['a reference', 'One is. Two [is. Three][a] is.', 'Two [is. Three][a] is.'],
  ['a code span', 'One is. Two `is. Three` is.', 'Two `is. Three` is.'],
  ['emphasis', 'One is. _Two is. Three is._', '_Two is. Three is._'],
  ['strong emphasis', 'One is. **Two is. Three is.**', '**Two is. Three is.**'],
  ['an element', 'One is. Two <b>is. Three</b> is.', 'Two <b>is. Three</b> is.'],
])('never from the inside of %s', (_, text, expected) => {
  expect(overlaps([`# A\n\n${text}`, 'Four.'], { overlapSentences: 1 })[1]).toBe(expected);
});

test('as it is written, line ends and spaces included', () => {
  expect(overlaps(['# A\n\nOne is.\n  Two is.\nThree is.', 'Four.'])[1]).toBe('Two is.\nThree is.');
  expect(overlaps(['# A\n\nOne is.  Two is.', 'Four.'])[1]).toBe('One is.  Two is.');
});

test('nothing of a sentence that goes on in the next chunk', () => {
  const clause = `and ${'word '.repeat(60)}`;
  const text = `One is. ${Array.from({ length: 20 }, (_, i) => `${clause}${i}`).join('; ')}.`;
  const { chunks } = chunkSync(text, { fileTitle: 'x', tokenCounter });
  expect(chunks.length).toBeGreaterThan(2);
  for (const { originalText, sourcePosition } of chunks) {
    expect(originalText).toBe(text.slice(sourcePosition.charStart, sourcePosition.charEnd));
  }
});
