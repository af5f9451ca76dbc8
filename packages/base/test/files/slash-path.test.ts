import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathBelow, relativePath, slashPath } from '../../src/files/index.js';

/** Names that both systems take: no separators, nothing that is resolved away, no dot or space at the end. */
const NAME = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((name) => name.replace(/[\p{Cc}<>:"/\\|?*]/gu, '_').replace(/[. ]+$/, '_'));
const NAMES = fc.array(NAME, { maxLength: 5 });
const ROOT = fc.constantFrom('C:\\', 'D:\\docs\\', '\\\\server\\share\\');

/** Whether Windows takes them for one name, which differs in case only. */
const isSameName = (a: string | undefined, b: string | undefined): boolean => a?.toLowerCase() === b?.toLowerCase();

describe('paths of Windows', () => {
  it('become the same ids as those of other systems', () => {
    fc.assert(
      fc.property(ROOT, NAMES, NAMES, (root, folder, names) => {
        const onWindows = win32.join(root, ...folder);
        const elsewhere = posix.join('/', ...folder);
        const id = pathBelow(onWindows, win32.join(onWindows, ...names), win32);
        expect(id).toBe(names.join('/'));
        expect(id).toBe(pathBelow(elsewhere, posix.join(elsewhere, ...names), posix));
      }),
    );
  });

  it('lead from one folder to another as elsewhere, without a backslash', () => {
    fc.assert(
      fc.property(ROOT, NAMES, NAMES, (root, from, to) => {
        fc.pre(!from.some((name, at) => name !== to[at] && isSameName(name, to[at])));
        const way = relativePath(win32.join(root, ...from), win32.join(root, ...to), win32);
        expect(way).toBe(relativePath(posix.join('/', ...from), posix.join('/', ...to), posix));
        expect(way).not.toContain('\\');
      }),
    );
  });

  it('are below a folder only if it contains them: not on another drive or share, not above, not next to', () => {
    fc.assert(
      fc.property(NAMES, NAMES, NAME, (folder, names, name) => {
        const inside = win32.join('C:\\docs', ...folder);
        for (const other of ['D:\\docs', '\\\\server\\share', '\\\\?\\D:\\']) {
          expect(pathBelow(inside, win32.join(other, ...names), win32)).toBeUndefined();
        }
        expect(pathBelow(win32.join(inside, name), inside, win32)).toBeUndefined();
        expect(pathBelow(win32.join(inside, name), win32.join(inside, `${name}2`), win32)).toBeUndefined();
      }),
    );
  });

  it('may be written with either slash, in either case', () => {
    expect(pathBelow('C:/Docs', 'c:\\docs\\a/b.md', win32)).toBe('a/b.md');
    expect(pathBelow('C:\\docs', 'C:\\docs\\..names', win32)).toBe('..names');
    expect(slashPath('a\\b.md', win32)).toBe('a/b.md');
  });

  it('are not looked for elsewhere: a backslash there is part of a name', () => {
    expect(slashPath('a\\b.md', posix)).toBe('a\\b.md');
    expect(pathBelow('/docs', '/docs/a\\b.md', posix)).toBe('a\\b.md');
  });
});
