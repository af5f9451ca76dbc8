import { expect, it } from 'vitest';
import { LineCounter, parseDocument } from 'yaml';
import { parseYaml } from '../../src/yaml/index.js';

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
  ['many lists beside each other', `x: [${'[a], {b: c}, '.repeat(200)}]\n`],
  ['brackets in quotation marks', `x: "${'['.repeat(500)}"\ny: '${'{'.repeat(500)}'\n`],
  ['brackets in a text', `x: see ${'['.repeat(500)}\n`],
  ['brackets and indentation in a block of text', `x: |\n  ${'['.repeat(500)}\n  ${' '.repeat(500)}- drawn\n`],
  ['brackets and indentation in a comment', `${' '.repeat(500)}# ${'['.repeat(500)}\nx: 1\n`],
  ['indentation within brackets', `x: [\n${' '.repeat(500)}a]\n`],
])('reads %s as the library does', (_, text) => {
  expect(parseYaml(text).errors).toEqual([]);
  expect(parseYaml(text).toJS()).toEqual(parseDocument(text).toJS());
});
