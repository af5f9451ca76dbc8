import { posix, sep } from 'node:path';
import {
  decodeIfValid,
  depthOf,
  encodePath,
  isWithin,
  lastName,
  resolveInRoot,
  resolvePath,
} from '@topicmill/base/paths';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const name = fc.stringMatching(/^[a-z.]{1,6}$/).filter((each) => !/^\.+$/.test(each));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

it('resolves as Node does, but not out of the root', () => {
  const reference = fc.array(fc.oneof(name, fc.constantFrom('.', '..', '')), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.oneof(fc.constant(''), path), reference, (folder, names) => {
      const normal = posix.normalize(`./${folder}/${names.join('/')}/`).replace(/\/$/, '');
      const expected = normal.split('/')[0] === '..' ? undefined : normal === '.' ? '' : normal;
      const passesRoot = names.reduce(
        ({ depth, isOut }, each) => {
          const now = depth + (each === '..' ? -1 : each === '.' || each === '' ? 0 : 1);
          return { depth: now, isOut: isOut || now < 0 };
        },
        { depth: depthOf(folder), isOut: false },
      ).isOut;
      expect(resolvePath(folder, names.join('/'))).toBe(passesRoot ? undefined : expected);
    }),
  );
});

it('resolves as a browser does, which ends at the root', () => {
  const reference = fc.array(fc.oneof(name, fc.constantFrom('.', '..')), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.oneof(fc.constant(''), path), reference, (folder, names) => {
      const base = `http://host/${folder === '' ? '' : `${folder}/`}`;
      const { pathname } = new URL(`./${names.join('/')}`, base);
      expect(resolveInRoot(folder, names.join('/'))).toBe(pathname.slice(1).replace(/\/$/, ''));
    }),
  );
});

it('gives back what was encoded', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
      const written = names.map((each) => each.replaceAll('/', '-')).join('/');
      expect(decodeIfValid(encodePath(written))).toBe(written);
    }),
  );
  expect([decodeIfValid('100%'), decodeIfValid('%ff')]).toEqual(['100%', '%ff']);
});

it('names, counts and contains', () => {
  expect([lastName('a/b.md'), lastName('b.md'), lastName('')]).toEqual(['b.md', 'b.md', '']);
  expect([depthOf(''), depthOf('a'), depthOf('a/b')]).toEqual([0, 1, 2]);
  expect([isWithin('a/b', 'a'), isWithin('a', 'a'), isWithin('ab', 'a'), isWithin(`a${sep}b`, 'a', sep)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
