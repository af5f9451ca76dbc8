import fs, {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type ReplacedFile, type UpdateOptions, updateFile } from '../../src/files/index.js';
import { temporaryDirectory } from './temporary-directory.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryDirectory();
  path = join(folder, 'spec.md');
});

/** Writes it as it would be found by a build some time later. */
function save(text: string): void {
  writeFileSync(path, text);
  utimesSync(path, 1000, 1000);
}

const withTool = (present = ''): string => `${present.replace(/tool\n$/, '')}tool\n`;

it('writes what is made of the present text, and nothing when that is the same', () => {
  expect(updateFile(path, withTool)).toMatchObject({ isWritten: true, file: { text: 'tool\n' } });
  save('mine\n');
  expect(updateFile(path, withTool)).toMatchObject({ isWritten: true });
  expect(readFileSync(path, 'utf8')).toBe('mine\ntool\n');
  expect(updateFile(path, withTool)).toMatchObject({ isWritten: false });
  expect(readdirSync(folder)).toEqual(['spec.md']);
});

it.each([
  ['appended', () => appendFileSync(path, 'late\n')],
  ['in place', () => writeFileSync(path, 'mine\nlate\n')],
  [
    'by rename',
    () => {
      writeFileSync(`${path}.new`, 'mine\nlate\n');
      renameSync(`${path}.new`, path);
    },
  ],
])('takes in an edit saved %s after the file was read', (_, edit) => {
  save('mine\n');
  let calls = 0;
  updateFile(path, (present) => {
    if (calls++ === 0) edit();
    return withTool(present);
  });
  expect(readFileSync(path, 'utf8')).toBe('mine\nlate\ntool\n');
  expect(calls).toBeGreaterThan(1);
});

function updated(options: UpdateOptions = {}): readonly ReplacedFile[] {
  const { replaced } = updateFile(path, withTool, path, options);
  onTestFinished(() => {
    for (const each of replaced) each.close();
  });
  return replaced;
}

/** Does something right before the next rename. */
function beforeRename(work: () => void): void {
  const rename = fs.renameSync;
  fs.renameSync = (...args) => {
    fs.renameSync = rename;
    syncBuiltinESMExports();
    work();
    rename(...args);
  };
  syncBuiltinESMExports();
}

const LAST_INSTANT: readonly (readonly [string, () => void])[] = [
  ['appended', () => appendFileSync(path, 'late\n')],
  ['in place', () => writeFileSync(path, 'mine\nlate\n')],
];

it.each(LAST_INSTANT)('an edit saved %s between the last look and the rename is seen afterwards', (_, edit) => {
  save('mine\n');
  beforeRename(edit);
  const [replaced] = updated();
  expect(replaced?.lateEdit()).toEqual({ before: 'mine\n', after: 'mine\nlate\n' });
});

it.each([
  ['appended', appendFileSync, 'tool\n'],
  [
    'by rename',
    (to: string, line: string) => {
      writeFileSync(`${to}.new`, readFileSync(to, 'utf8') + line);
      renameSync(`${to}.new`, to);
    },
    undefined,
  ],
] as const)('edits that never end and are saved %s are not lost', (_, edit, end) => {
  save('mine\n');
  let calls = 0;
  const update = (present: string | undefined): string => {
    edit(path, `late ${calls++}\n`);
    utimesSync(path, 1000, 1000);
    return withTool(present);
  };
  const lines = () => Array.from({ length: calls }, (_, at) => `late ${at}\n`).join('');
  if (end === undefined) {
    expect(() => updateFile(path, update)).toThrow(expect.objectContaining({ code: 'AUTHORED_PART_CHANGED' }));
    expect(readFileSync(path, 'utf8')).toBe(`mine\n${lines()}`);
    return;
  }
  const { replaced } = updateFile(path, update);
  onTestFinished(() => replaced[0]?.close());
  expect(replaced[0]?.lateEdit()?.after).toBe(`mine\n${lines()}`);
  expect(readFileSync(path, 'utf8').endsWith(end)).toBe(true);
});

it('keeps a file that is created while the first one is made', () => {
  updateFile(path, (present) => {
    if (present === undefined) writeFileSync(path, 'mine\n');
    return withTool(present);
  });
  expect(readFileSync(path, 'utf8')).toBe('mine\ntool\n');
});

it.skipIf(process.platform === 'win32').each([0o600, 0o664, 0o444])('keeps the permissions %i', (mode) => {
  save('mine\n');
  chmodSync(path, mode);
  for (const setsAside of [false, true]) {
    updated({ setsAside });
    expect(statSync(path).mode & 0o777).toBe(mode);
    save('mine\n');
  }
});

it('waits for an editor that has emptied the file and not yet written it', () => {
  save('mine\n');
  const editor = openSync(path, 'w');
  const texts: (string | undefined)[] = [];
  updateFile(path, (present) => {
    texts.push(present);
    if (texts.length === 1) writeSync(editor, 'mine, edited\n');
    return withTool(present);
  });
  expect(readFileSync(path, 'utf8')).toBe('mine, edited\ntool\n');
});

it('leaves the file as it was when no text can be made', () => {
  save('mine\n');
  const fail = (): string => {
    throw new Error('no');
  };
  expect(() => updateFile(path, fail)).toThrow('no');
  expect(readFileSync(path, 'utf8')).toBe('mine\n');
  expect(existsSync(join(folder, 'spec.md'))).toBe(true);
});

it('what an editor writes to the replaced file is seen until that is closed', () => {
  save('mine\n');
  const editor = openSync(path, 'r+');
  const [replaced] = updated();
  onTestFinished(() => closeSync(editor));
  expect(replaced?.lateEdit()).toBeUndefined();
  writeSync(editor, 'late\n', 5);
  expect(replaced?.lateEdit()).toEqual({ before: 'mine\n', after: 'mine\nlate\n' });
  expect(replaced?.lateEdit()).toBeUndefined();
  ftruncateSync(editor);
  expect(replaced?.lateEdit()).toBeUndefined();
  writeSync(editor, 'all new\n', 0);
  expect(replaced?.lateEdit()).toEqual({ before: 'mine\nlate\n', after: 'all new\n' });
  expect(readFileSync(path, 'utf8')).toBe('mine\ntool\n');
});
