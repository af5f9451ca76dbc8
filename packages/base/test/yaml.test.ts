import { expect, it } from 'vitest';
import { LineCounter, parseDocument } from 'yaml';
import { parseYaml } from '../src/yaml.js';

const DEEP = 20_000;
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

it.each([
  ['lists in brackets', `x: ${'['.repeat(DEEP)}${']'.repeat(DEEP)}\n`, 1],
  ['brackets that are never closed', `x: ${'['.repeat(DEEP)}`, 1],
  ['mappings in braces', `title: T\nx: ${'{a: '.repeat(DEEP)}1${'}'.repeat(DEEP)}\n`, 2],
  ['brackets over lines', `x:\n${'  [\n'.repeat(DEEP)}`, 102],
  ['items on one line', `x:\n  ${'- '.repeat(DEEP)}a\n`, 2],
  ['questions on one line', `${'? '.repeat(DEEP)}a\n`, 1],
  ['mappings by indentation', lines(400, (at) => `${' '.repeat(at)}a:`), 102],
])('refuses %s that are too deep inside each other, with the line', (_, text, line) => {
  const lineCounter = new LineCounter();
  const { errors, contents } = parseYaml(text, { lineCounter });
  expect(errors.map(({ code }) => code)).toEqual(['RESOURCE_EXHAUSTION']);
  expect(lineCounter.linePos(errors[0]!.pos[0]).line).toBe(line);
  expect(contents).toBeNull();
});

it.each([
  ['a hundred lists', `x: ${'['.repeat(100)}${']'.repeat(100)}\n`],
  ['many lists next to each other', `x: [${'[a], {b: c}, '.repeat(200)}]\n`],
  ['brackets in quotation marks', `x: "${'['.repeat(500)}"\ny: '${'{'.repeat(500)}'\n`],
  ['brackets in a text', `x: see ${'['.repeat(500)}\n`],
  ['brackets and indentation in a block of text', `x: |\n  ${'['.repeat(500)}\n  ${' '.repeat(500)}- drawn\n`],
  ['brackets and indentation in a comment', `${' '.repeat(500)}# ${'['.repeat(500)}\nx: 1\n`],
  ['indentation within brackets', `x: [\n${' '.repeat(500)}a]\n`],
])('reads %s as the library does', (_, text) => {
  expect(parseYaml(text).errors).toEqual([]);
  expect(parseYaml(text).toJS()).toEqual(parseDocument(text).toJS());
});

const MANY = 20_000;

it.each([
  ['keys', lines(MANY, (at) => `k${at}: ${at}`), MANY],
  ['keys in braces', `{${lines(MANY, (at) => `k${at}: ${at},`)}}`, MANY],
])('reads twenty thousand %s in time that grows with them', (_, text, count) => {
  const document = parseYaml(text);
  expect(document.errors).toEqual([]);
  expect(Object.keys(document.toJS())).toHaveLength(count);
});

it.each([
  ['a key that is there twice', 'a: 1\nb: 2\na: 3\n', 10],
  ['a key that is there twice, in braces', 'x: {a: 1, "a": 2}\n', 10],
  ['one key, twenty thousand times', 'a: 1\n'.repeat(MANY), 5],
  ['the first of several faults', 'a: 1\na: 2\nb: [\n', 5],
])('names %s', (_, text, offset) => {
  const [fault] = parseYaml(text).errors;
  expect(fault).toMatchObject({ code: 'DUPLICATE_KEY', message: 'Map keys must be unique' });
  expect(fault!.pos[0]).toBe(offset);
  expect(parseDocument(text.slice(0, 100)).errors[0]).toMatchObject({
    code: 'DUPLICATE_KEY',
    pos: [offset, offset + 1],
  });
});

it.each([
  ['the same key in two mappings', '- a: 1\n- a: 2\n'],
  ['keys that only look alike', '1: a\n"1": b\n'],
])('allows %s', (_, text) => {
  expect(parseYaml(text).errors).toEqual(parseDocument(text).errors);
});

it('a text with a fault in every word takes time that grows with it', () => {
  expect(parseYaml('%! @` '.repeat(5000)).errors.length).toBeGreaterThan(0);
});
