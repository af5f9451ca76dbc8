import fs, {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { leftAside, type ReplacedFile, restoreAside, updateFile } from '../../src/files/index.js';
import { temporaryDirectory } from './temporary-directory.js';

type Call = (...args: unknown[]) => unknown;

const CALLS = ['closeSync', 'fstatSync', 'linkSync', 'openSync', 'renameSync', 'rmSync', 'statSync', 'writeFileSync'];
const table = fs as unknown as Record<string, Call>;
const originals = new Map(CALLS.map((name) => [name, table[name]!]));

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryDirectory();
  path = join(folder, 'spec.md');
  save('mine\n');
});

afterEach(restoreCalls);

function restoreCalls(): void {
  for (const [name, original] of originals) table[name] = original;
  syncBuiltinESMExports();
}

/** Does something before each call to the file system, which is not counted itself. */
function beforeEachCall(work: (name: string) => void): void {
  for (const [name, original] of originals) {
    table[name] = (...args) => {
      work(name);
      return original(...args);
    };
  }
  syncBuiltinESMExports();
}

/** Does something right before a call of a name. */
function before(called: string, work: () => void): void {
  let isDone = false;
  beforeEachCall((name) => {
    if (isDone || name !== called) return;
    isDone = true;
    restoreCalls();
    work();
  });
}

/** Writes it as it would be found by a build some time later. */
function save(text: string): void {
  writeFileSync(path, text);
  utimesSync(path, 1000, 1000);
}

function saveByRename(text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function update(): readonly ReplacedFile[] {
  const withTool = (present = ''): string => `${present.replace(/tool\n$/, '')}tool\n`;
  const { replaced } = updateFile(path, withTool, path, { setsAside: true });
  onTestFinished(() => {
    for (const each of replaced) each.close();
  });
  return replaced;
}

it('replaces a file, and leaves nothing next to it', () => {
  const replaced = update();
  expect(readFileSync(path, 'utf8')).toBe('mine\ntool\n');
  expect(replaced.map((each) => each.lateEdit())).toEqual([undefined]);
  expect(readdirSync(folder)).toEqual(['spec.md']);
});

it.each([
  ['by a rename', () => saveByRename('mine\nlate\n')],
  ['in place', () => writeFileSync(path, 'mine\nlate\n')],
  ['by appending', () => appendFileSync(path, 'late\n')],
])(
  'takes in what is saved %s between the last look and the replacement, so that no file without it is to be seen',
  (_, edit) => {
    let seen: string[] = [];
    before('renameSync', () => {
      edit();
      seen = seenFiles();
    });
    const replaced = update();
    expect(new Set(seen)).toEqual(new Set(['mine\nlate\n', 'mine\nlate\ntool\n']));
    expect(replaced.map((each) => each.lateEdit())).toEqual([undefined]);
    expect(readdirSync(folder)).toEqual(['spec.md']);
  },
);

/** Fills what it returns with each content that somebody who reads the file from now on could find. */
function seenFiles(): string[] {
  const seen: string[] = [];
  for (const name of ['linkSync', 'renameSync']) {
    table[name] = (...args) => {
      const result = originals.get(name)!(...args);
      if (existsSync(path)) seen.push(readFileSync(path, 'utf8'));
      return result;
    };
  }
  syncBuiltinESMExports();
  return seen;
}

it.each([
  ['appended', () => appendFileSync(path, 'note\n'), 'note\n'],
  ['saved by a rename', () => saveByRename('mine\nlate\n'), 'mine\nlate\n'],
])('keeps both files if one is made while none is there: %s', (_, edit, after) => {
  before('linkSync', edit);
  const replaced = update();
  expect(readFileSync(path, 'utf8')).toBe('mine\ntool\n');
  expect(replaced.map((each) => each.lateEdit())).toEqual([undefined, { before: '', after }]);
  expect(readdirSync(folder)).toEqual(['spec.md']);
});

it('a file that is created while the first one is made is not replaced unread', () => {
  renameSync(path, `${path}.gone`);
  before('linkSync', () => writeFileSync(path, 'mine\n'));
  update();
  expect(readFileSync(path, 'utf8')).toBe('mine\ntool\n');
});

it('works on a file system without hard links', () => {
  beforeEachCall((name) => {
    if (name === 'linkSync') throw Object.assign(new Error('no links here'), { code: 'EPERM' });
  });
  update();
  restoreCalls();
  expect(readFileSync(path, 'utf8')).toBe('mine\ntool\n');
  expect(readdirSync(folder)).toEqual(['spec.md']);
});

it('puts the file back if no other one can be put there', () => {
  const calls: string[] = [];
  beforeEachCall((name) => {
    calls.push(name);
    const isPuttingThere = name === 'linkSync' || (name === 'renameSync' && calls.at(-2) === 'linkSync');
    if (isPuttingThere) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  });
  expect(() => update()).toThrow(expect.objectContaining({ code: 'FILE_UNWRITABLE' }));
  restoreCalls();
  expect(readFileSync(path, 'utf8')).toBe('mine\n');
  expect(readdirSync(folder)).toEqual(['spec.md']);
});

/** Ends the work at a call, as a kill does: no later call does anything. */
function killedAt(at: number): boolean {
  let count = 0;
  let isKilled = false;
  beforeEachCall(() => {
    isKilled ||= count++ === at;
    if (isKilled) throw Object.assign(new Error('killed'), { code: 'EIO' });
  });
  try {
    const { replaced } = updateFile(path, (present = '') => `${present}tool\n`, path, { setsAside: true });
    for (const each of replaced) each.close();
  } catch {}
  restoreCalls();
  return isKilled;
}

/** As another process finds what this one has left: no process has this id. */
function asIfEnded(): void {
  for (const name of readdirSync(folder)) {
    const dead = name.replace(`.${process.pid}-`, '.9999999999-');
    if (dead !== name) renameSync(join(folder, name), join(folder, dead));
  }
}

it('after a kill at any call the file is found again, or is next to it', () => {
  const states = new Set<string>();
  for (let at = 0; ; at++) {
    const isKilled = killedAt(at);
    asIfEnded();
    const wasThere = existsSync(path);
    const aside = leftAside(path, readdirSync(folder)).length;
    states.add(`${wasThere ? 'there' : 'gone'}, ${aside} aside`);
    expect(restoreAside(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(/^mine\n(tool\n)?$/);
    if (!wasThere) expect(readFileSync(path, 'utf8')).toBe('mine\n');
    for (const each of leftAside(path, readdirSync(folder))) expect(readFileSync(each, 'utf8')).toBe('mine\n');
    if (!isKilled) break;
    for (const name of readdirSync(folder)) fs.rmSync(join(folder, name));
    save('mine\n');
  }
  expect([...states].sort()).toEqual(['gone, 1 aside', 'there, 0 aside', 'there, 1 aside']);
});

it('an update after such a kill goes on with the file', () => {
  renameSync(path, `${path}.9999999999-1234567890.topicmill-aside`);
  update();
  expect(readFileSync(path, 'utf8')).toBe('mine\ntool\n');
  expect(readdirSync(folder)).toEqual(['spec.md']);
});

it('a file of a running process is waited for, and taken when that does not come', () => {
  renameSync(path, `${path}.${process.ppid}-1234567890.topicmill-aside`);
  expect(restoreAside(path)).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('mine\n');
});

it('a link with the name of a file set aside is not read, and not put in its place', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'secret\n');
  symlinkSync(secret, `${path}.999999-1234567890.topicmill-aside`);
  expect(leftAside(path, readdirSync(folder))).toEqual([]);
  renameSync(path, `${path}.bak`);
  expect(restoreAside(path)).toBe(false);
  expect(existsSync(path)).toBe(false);
});
