import { expect, it } from 'vitest';
import { compareOutputs, staleTexts } from '../src/check-bytes.js';
import { formatExpectedHashes, parseExpectedHashes, updateExpectedHashes } from '../src/expected-hashes.js';
import { type Files, hashOf } from '../src/files.js';
import { unexplainedChanges } from '../src/intended-changes.js';

const files = (texts: Record<string, string>): Files =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
const hashes = (texts: Record<string, string>) =>
  new Map([...files(texts)].map(([path, bytes]) => [path, hashOf(bytes)]));
const recorded = (texts: Record<string, string>) => updateExpectedHashes(undefined, hashes(texts));

it('says which outputs are missing, which differ and from which line on, and which nobody expects', () => {
  const before = { 'a.md': 'one\ntwo\n', 'b.json': '{}', 'c.txt': 'same' };
  const made = files({ 'a.md': 'one\n2\n', 'c.txt': 'same', 'd.txt': 'new' });
  expect(compareOutputs(made, recorded(before), files(before))).toEqual([
    'b.json is missing',
    'a.md differs in line 2\n    expected "two"\n    made     "2"',
    'd.txt is not expected',
  ]);
  expect(compareOutputs(files(before), recorded(before))).toEqual([]);
});

it('tells one byte more at the end from the end of the file', () => {
  const [fault] = compareOutputs(files({ a: 'x\n' }), recorded({ a: 'x' }), files({ a: 'x' }));
  expect(fault).toBe('a differs in line 2\n    expected the end of the file\n    made     ""');
});

it('finds kept outputs that are not those of the list', () => {
  expect(staleTexts(files({ a: '1', b: '2', c: '3' }), recorded({ a: '1', b: 'two' }))).toEqual([
    'the kept output b is not the one of the list',
    'the kept output c is not the one of the list',
  ]);
});

it('keeps what was recorded first through every update, and reads the list that it wrote', () => {
  const first = recorded({ same: 's', changed: 'c', gone: 'g' });
  const updated = updateExpectedHashes(first, hashes({ same: 's', changed: 'C', added: 'a' }));
  const list = parseExpectedHashes(formatExpectedHashes(updated, 'A list'));
  expect(list).toEqual(
    new Map([
      ['added', { recorded: undefined, current: hashOf(Buffer.from('a')) }],
      ['changed', { recorded: hashOf(Buffer.from('c')), current: hashOf(Buffer.from('C')) }],
      ['gone', { recorded: hashOf(Buffer.from('g')), current: undefined }],
      ['same', { recorded: hashOf(Buffer.from('s')), current: hashOf(Buffer.from('s')) }],
    ]),
  );
  const again = updateExpectedHashes(list, hashes({ same: 's', changed: 'c', gone: 'g' }));
  expect(again).toEqual(new Map([...first].sort(([a], [b]) => (a < b ? -1 : 1))));
});

it('wants each change since then to be named, and each named change to show', () => {
  const list = updateExpectedHashes(
    recorded({ 'defaults/docs/a/index.json': '1', 'defaults/b.txt': '1' }),
    hashes({
      'defaults/docs/a/index.json': '2',
      'defaults/b.txt': '2',
    }),
  );
  const change = { change: 'line numbers', why: 'readers asked for them', version: 'index.json 2' };
  expect(unexplainedChanges([{ ...change, files: ['*/docs/**/index.json'] }], list)).toEqual([
    'defaults/b.txt differs from what was recorded, and changes.yaml does not name it',
  ]);
  expect(
    unexplainedChanges(
      [
        { ...change, files: ['**'] },
        { ...change, files: ['*.sql'] },
      ],
      list,
    ),
  ).toEqual(['changes.yaml names a change that no output shows: line numbers']);
});
