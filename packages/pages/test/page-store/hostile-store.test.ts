import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { FAULT_KINDS, withFault } from '@topicmill/test-support/faults';
import { describe, expect, test } from 'vitest';
import { PageStore } from '../../src/page-store/index.js';
import { splitWithIds } from '../../src/page-store/make-pages.js';
import { temporaryFolder } from './temporary-folder.js';

const [A, B, C] = ['a', 'b', 'c'].map((mark) => mark.repeat(16)) as [string, string, string];

function filesOf(set: string): Map<string, string> {
  return new Map([1, 2, 3].map((page) => [`chunk-${page}.md`, `${set} page ${page}\n`]));
}

/** A folder in which sets were published one after the other. */
class Published {
  readonly folder = temporaryFolder();
  readonly link = join(this.folder, 'pages');
  readonly store = `${this.link}.d`;

  constructor(...sets: readonly string[]) {
    for (const set of sets) this.publish(set);
  }

  publish(set: string): boolean {
    return new PageStore(this.link, 'pages').publish(set, filesOf(set));
  }

  rollback(): string {
    return new PageStore(this.link, 'pages').rollback();
  }

  /** The set that readers see; it is whole. */
  get shown(): string {
    const pages = Object.fromEntries(readdirSync(this.link).map((name) => [name, this.read(name)]));
    const set = this.read('chunk-1.md').slice(0, 16);
    expect(pages).toEqual(Object.fromEntries(filesOf(set)));
    return set;
  }

  private read(name: string): string {
    return readFileSync(join(this.link, name), 'utf8');
  }
}

/** What may be in place of a file or a folder. */
const OCCUPANTS: Readonly<Record<string, (path: string) => void>> = {
  'a file': (path) => writeFileSync(path, 'somebody else'),
  'a folder with a file': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'notes.txt'), 'somebody else');
  },
  'a link to nothing': (path) => symlinkSync('nowhere', path),
  'a link in a circle': (path) => symlinkSync(path, path),
  'a named pipe': (path) => expect(spawnSync('mkfifo', [path]).status).toBe(0),
};

describe.skipIf(process.platform === 'win32').each(Object.entries(OCCUPANTS))('with %s', (_, occupy) => {
  test('in place of the record, a set is published, and nothing says which was before', () => {
    const pages = new Published(A, B);
    rmSync(join(pages.store, 'published.log'));
    occupy(join(pages.store, 'published.log'));
    expect(() => pages.rollback()).toThrow('There is no previous set of pages.');
    expect(pages.shown).toBe(B);
    // A folder that is not empty stays, and is reported.
    if (lstatSync(join(pages.store, 'published.log')).isDirectory()) {
      expect(() => pages.publish(C)).toThrow(
        expect.objectContaining({ code: 'FILE_UNREADABLE', file: 'pages.d/published.log' }),
      );
      expect(pages.shown).toBe(B);
    } else {
      pages.publish(C);
      expect(pages.shown).toBe(C);
      expect(pages.rollback()).toBe(B);
    }
  });

  test('of the name of a set, the set gets another name', () => {
    const pages = new Published(A);
    occupy(join(pages.store, B));
    pages.publish(B);
    expect(pages.shown).toBe(B);
    expect(readlinkSync(pages.link)).toBe(join('pages.d', `${B}-1`));
    expect(pages.rollback()).toBe(A);
  });

  test('in place of a page of an equal set, the set is written anew', () => {
    const pages = new Published(A);
    rmSync(join(pages.store, A, 'chunk-2.md'));
    occupy(join(pages.store, A, 'chunk-2.md'));
    pages.publish(A);
    expect(pages.shown).toBe(A);
  });

  test('in place of the former set, there is none', () => {
    const pages = new Published(A, B);
    rmSync(join(pages.store, A), { recursive: true });
    occupy(join(pages.store, A));
    if (!lstatSync(join(pages.store, A)).isDirectory()) expect(() => pages.rollback()).toThrow('no previous set');
    expect(pages.shown).toBe(B);
  });

  test('named like a link that a killed process left, it stays', () => {
    const pages = new Published(A);
    const left = join(pages.folder, 'pages.tmp-1-2');
    occupy(left);
    pages.publish(B);
    expect(pages.shown).toBe(B);
    const isLink = lstatSync(left, { throwIfNoEntry: false })?.isSymbolicLink() ?? true;
    expect(existsSync(left)).toBe(!isLink);
  });

  test('in place of the folder of sets, nothing is changed', () => {
    const pages = new Published();
    occupy(pages.store);
    const isFolder = lstatSync(pages.store).isDirectory();
    if (isFolder) {
      pages.publish(A);
      expect(pages.shown).toBe(A);
      expect(readFileSync(join(pages.store, 'notes.txt'), 'utf8')).toBe('somebody else');
      return;
    }
    const refused = expect.objectContaining({ code: 'PAGES_FOLDER_FOREIGN', file: 'pages.d' });
    expect(() => pages.publish(A)).toThrow(refused);
    expect(() => pages.rollback()).toThrow(refused);
    expect(existsSync(pages.link)).toBe(false);
  });
});

test('a folder of sets that is a link is not followed: what it leads to stays', () => {
  const pages = new Published();
  const elsewhere = temporaryFolder();
  mkdirSync(join(elsewhere, A));
  symlinkSync(elsewhere, pages.store, 'junction');
  expect(() => pages.publish(B)).toThrow(expect.objectContaining({ code: 'PAGES_FOLDER_FOREIGN' }));
  expect(readdirSync(elsewhere)).toEqual([A]);
});

test.each([
  ['out of the store', `${B} ..\n`],
  ['to a folder far away', `${B} ../../../etc\n`],
  ['with a NUL', `${B} ${A}\0\n`],
  ['cut off', `${B} ${A.slice(0, 9)}`],
  ['not UTF-8', Buffer.from([0xff, 0xfe, 0x20, 0x80])],
  ['of itself', `${B} ${B}x\n`],
])('a line of the record that leads %s is no line', (_, line) => {
  const pages = new Published(A, B);
  writeFileSync(join(pages.store, 'published.log'), line);
  expect(() => pages.rollback()).toThrow('There is no previous set of pages.');
  expect(pages.shown).toBe(B);
  pages.publish(C);
  expect(pages.rollback()).toBe(B);
});

test('a record that is lost costs no set that is not replaced', () => {
  const pages = new Published(A, B);
  rmSync(join(pages.store, 'published.log'));
  expect(pages.publish(B)).toBe(false);
  expect(readdirSync(pages.store).sort()).toEqual([A, B]);
});

test('a link that leads to no set by its name is somebody else’s', () => {
  const pages = new Published();
  mkdirSync(pages.store);
  symlinkSync(join('pages.d', '..'), pages.link, 'junction');
  expect(() => pages.publish(A)).toThrow(expect.objectContaining({ code: 'PAGES_FOLDER_FOREIGN', file: 'pages' }));
});

test('a set whose removal was stopped half way has another name, so that no rollback shows it', async () => {
  const pages = new Published(A, B);
  const { failedCall } = await withFault({ below: [join(pages.store, `${A}.tmp-`)], at: 1, kind: 'EIO' }, async () => {
    expect(() => pages.publish(C)).toThrow(expect.objectContaining({ code: 'FILE_UNWRITABLE', file: 'pages' }));
  });
  expect(failedCall).toMatch(/^rm/);
  expect(pages.shown).toBe(C);
  expect(pages.rollback()).toBe(B);
  expect(() => pages.rollback()).toThrow('There is no previous set of pages.');
});

describe.each(FAULT_KINDS.filter((kind) => kind !== 'kill'))('a call that fails with %s', (kind) => {
  test.each(['publish', 'rollback'] as const)(
    'during a %s leaves a whole set, and the next one works',
    async (name) => {
      const act = (pages: Published): unknown => (name === 'publish' ? pages.publish(C) : pages.rollback());
      const counted = new Published(A, B);
      const below = (pages: Published): string[] => [pages.link, `${dirname(pages.link)}/`];
      const { callCount } = await withFault({ below: below(counted), at: undefined, kind }, async () => act(counted));
      for (let at = 0; at < callCount; at++) {
        const pages = new Published(A, B);
        const run = await withFault({ below: below(pages), at, kind }, async () => {
          try {
            act(pages);
            return undefined;
          } catch (thrown) {
            return thrown;
          }
        });
        if (run.result !== undefined) {
          expect(run.result, `call ${at}`).toMatchObject({ name: 'TopicmillError', code: /^(?:FILE_UN|PAGES_)/ });
          const { file, remedy } = run.result as { file: string; remedy: string };
          expect(file, `call ${at}`).toMatch(/^(?:pages|\.)/);
          expect(remedy).not.toBe('');
        }
        expect([A, B, C]).toContain(pages.shown);
        pages.publish(C);
        expect(pages.shown).toBe(C);
        expect(readdirSync(pages.store).filter((each) => /tmp|lock/.test(each))).toEqual([]);
        pages.rollback();
        expect([A, B]).toContain(pages.shown);
      }
    },
  );
});

test('a lock that cannot be taken is a fault of its path as people know it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, '.counter');
  writeFileSync(path, '7\n');
  const set = { pages: [{}] } as never;
  const take = (): Promise<unknown> =>
    splitWithIds({ form: 'counter', path, displayPath: 'docs/.counter' }, async () => set).catch((thrown) => thrown);
  const { result } = await withFault({ below: [join(folder, '..counter.lock')], at: 0, kind: 'EACCES' }, take);
  expect(result).toMatchObject({ code: 'FILE_UNWRITABLE', file: join('docs', '..counter.lock') });
  expect(readdirSync(folder)).toEqual(['.counter']);
});
