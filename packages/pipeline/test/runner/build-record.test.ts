import fs, { existsSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFault } from '@topicmill/test-support/faults';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BuildRecord, openFolder, UNREADABLE } from '../../src/runner/index.js';
import { TOPIC_SPEC } from '../../src/steps/topic-spec.js';
import { DocsRepo } from '../steps/docs-repo.js';

const PATH = 'docs/tea/golden-reference.md';
/** Later than a file's last change, so that its hash is cached. */
const LATER_MS = 60_000;

function folderOf(files: Readonly<Record<string, string>>): FileFolder {
  const root = mkdtempSync(join(tmpdir(), 'build-record-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return new FileFolder(root, files);
}

/** Waits until what changes now has another time of change than a folder, as on some file systems it would not within a tick. */
function untilClockTicks(folder: FileFolder, directory: string): void {
  const changedMs = (path: string): number => statSync(folder.path(path)).ctimeMs;
  do folder.write('tick', `${performance.now()}`);
  while (changedMs('tick') <= changedMs(directory));
}

/** How often the system is asked to read a file that was hashed so long after its last change. */
async function readsAfter(agoMs: number): Promise<number> {
  const folder = folderOf({ [PATH]: '# Tea\n' });
  const nowMs = statSync(folder.path(PATH)).ctimeMs + agoMs;
  const record = new BuildRecord(folder.root, 'engine', () => nowMs);
  record.file(PATH);
  const looks = 1;
  const { callCount } = await withFault({ below: [folder.path(PATH)], at: undefined, kind: 'EIO' }, async () =>
    record.file(PATH),
  );
  return callCount - looks;
}

it('a file that was written within a tick of the clock is read once more, since its time would not show an edit', async () => {
  expect(await readsAfter(10)).toBeGreaterThan(0);
  expect(await readsAfter(1000)).toBe(0);
});

it('is written before its build ends if as much was found out as that is worth', () => {
  const folder = folderOf({ 'docs/a.md': 'a', 'docs/b.md': 'b' });
  const record = new BuildRecord(folder.root, 'engine', () => Date.now() + LATER_MS);
  const isWritten = ['docs/a.md', 'docs/b.md'].map((path) => {
    record.file(path);
    record.saveIfWritable(2);
    return existsSync(folder.path('.topicmill/record.br'));
  });
  expect(isWritten).toEqual([false, true]);
});

it('does not cache that a file could not be read', async () => {
  const folder = folderOf({ [PATH]: '# Tea\n' });
  const later = Date.now() + LATER_MS;
  const openRecord = () => new BuildRecord(folder.root, 'engine', () => later);
  const hash = openRecord().file(PATH);
  const below = [folder.path(PATH)];
  const { callCount } = await withFault({ below, at: undefined, kind: 'EIO' }, async () => openRecord().file(PATH));
  for (let at = 0; at < callCount; at++) {
    const record = openRecord();
    const { result } = await withFault({ below, at, kind: 'EIO' }, async () => record.file(PATH));
    record.save();
    expect([hash, UNREADABLE]).toContain(result);
    expect(openRecord().file(PATH), `call ${at}`).toBe(hash);
  }
});

it('names that every object has are those of files and folders like any other', () => {
  const folder = folderOf({ 'constructor/toString': 'a', '__proto__/valueOf': 'b', 'docs/__proto__': 'c' });
  const later = Date.now() + LATER_MS;
  const record = new BuildRecord(folder.root, 'engine', () => later);
  for (const path of ['constructor/toString', '__proto__/valueOf', 'docs/__proto__', 'hasOwnProperty']) {
    const hash = record.file(path);
    expect(hash === '').toBe(path === 'hasOwnProperty');
    record.save();
    expect(new BuildRecord(folder.root, 'engine', () => later).file(path)).toBe(hash);
  }
  expect(record.names('constructor')).toEqual(['toString']);
  expect(record.folder('constructor')).toBeUndefined();
});

it('the names in a folder are those that are there now', () => {
  const folder = folderOf({ 'docs/a.md': 'a' });
  const later = Date.now() + LATER_MS;
  const record = new BuildRecord(folder.root, 'engine', () => later);
  expect(record.names('docs')).toEqual(['a.md']);
  untilClockTicks(folder, 'docs');
  folder.write('docs/b.md', 'b');
  expect(record.names('docs')).toEqual(['a.md', 'b.md']);
  expect([record.names('nowhere'), record.names('docs/a.md')]).toEqual([[], undefined]);
});

it('a folder that changes as soon as it was listed is listed again, whether or not the clock has ticked', () => {
  const folder = folderOf({});
  const record = new BuildRecord(folder.root, 'engine');
  for (let at = 0; at < 300; at++) {
    folder.write(`${at}/a.md`, '');
    expect(record.names(`${at}`)).toEqual(['a.md']);
    unlinkSync(folder.path(`${at}/a.md`));
    expect(record.names(`${at}`)).toEqual([]);
  }
});

it('where times are whole seconds, a folder is listed each time, since a rename in it may not show', () => {
  const folder = folderOf({ 'docs/bread/a.md': '' });
  const { lstatSync } = fs;
  const ctimeMs = Math.floor(Date.now() / 1000) * 1000;
  const inSeconds = (path: string) => Object.assign(lstatSync(path), { ctimeMs });
  vi.spyOn(fs, 'lstatSync').mockImplementation(inSeconds as typeof lstatSync);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const record = new BuildRecord(folder.root, 'engine', () => Date.now() + LATER_MS);
  expect(record.names('docs')).toEqual(['bread']);
  renameSync(folder.path('docs/bread'), folder.path('docs/BREAD'));
  expect(record.names('docs')).toEqual(['BREAD']);
  expect(record.withTrace(() => record.names('docs')).stats.get('docs/')).toBeUndefined();
});

it('what is in a folder is listed again only after it has changed, by another run too', async () => {
  const folder = folderOf({ 'docs/a.md': 'a', 'docs/tea/b.md': 'b' });
  symlinkSync(folder.path('docs/a.md'), folder.path('docs/link.md'));
  const later = Date.now() + LATER_MS;
  const openRecord = () => new BuildRecord(folder.root, 'engine', () => later);
  const entriesBy = async (record: BuildRecord) => {
    const below = [folder.path('docs')];
    return withFault({ below, at: undefined, kind: 'EIO' }, async () =>
      record.entries('docs').map(({ name, kind }) => `${kind} ${name}`),
    );
  };
  const found = ['file a.md', 'folder tea', 'link link.md'];
  const first = openRecord();
  first.file('docs/a.md');
  const listed = await entriesBy(first);
  first.save();
  const known = await entriesBy(openRecord());
  expect([listed.result.sort(), known.result.sort()]).toEqual([found, found].map((each) => each.sort()));
  expect([listed.callCount, known.callCount]).toEqual([2, 1]);
  untilClockTicks(folder, 'docs');
  rmSync(folder.path('docs/a.md'));
  folder.write('docs/a.md/c.md', 'c');
  expect(openRecord().entries('docs')).toContainEqual({ name: 'a.md', kind: 'folder' });
  expect(() => openRecord().entries('nowhere')).toThrow('ENOENT');
});

it('what may be there under a name in upper case is not taken for absent, nor what is in a folder that cannot be listed', () => {
  const folder = folderOf({ 'notes/Tea.qa.md': 'a', 'other/b.md': 'b' });
  symlinkSync(folder.path('other'), folder.path('linked'));
  const record = new BuildRecord(folder.root, 'engine', () => Date.now() + LATER_MS);
  const isAbsent = (path: string) => record.isAbsent(path);
  expect(['notes/tea.qa.md', 'linked/c.md', 'other/b.md'].map(isAbsent)).toEqual([false, false, false]);
  expect(['notes/cups.qa.md', 'nowhere/at/all.md', 'other/c.md'].map(isAbsent)).toEqual([true, true, true]);
  folder.write('other/c.md', 'c');
  record.forgetSights();
  expect(isAbsent('other/c.md')).toBe(false);
});

it('after a small change only what has changed is written, and read with the rest', () => {
  const folder = folderOf({});
  const open = () => new BuildRecord(folder.root, 'engine');
  const keys = Array.from({ length: 40 }, (_, at) => `index/"topic\\${at}`);
  const stateOf = (record: BuildRecord, key: string) => record.folder(key)?.state;
  const change = (...changes: readonly (readonly [key: string, state: string])[]) => {
    const record = open();
    for (const [key, state] of changes) record.setFolder(key, { state, steps: {} });
    record.save();
    return [folder.read('.topicmill/record.br'), existsSync(folder.path('.topicmill/record.changes.br'))] as const;
  };
  const [whole] = change(...keys.map((key) => [key, 'first'] as const));
  expect(change([keys[0]!, 'second'])).toEqual([whole, true]);
  const record = open();
  record.retain('index', new Set(keys.slice(0, 39).map((key) => key.slice('index/'.length))));
  record.save();
  expect(change([keys[1]!, 'third'], ['index/new', 'first'])).toEqual([whole, true]);
  const states = [keys[0]!, keys[1]!, keys[2]!, keys[39]!, 'index/new'].map((key) => stateOf(open(), key));
  expect(states).toEqual(['second', 'third', 'first', undefined, 'first']);
  const changes = folder.bytes('.topicmill/record.changes.br');
  folder.write('.topicmill/record.changes.br', changes.subarray(1));
  expect([stateOf(open(), keys[1]!), stateOf(open(), keys[39]!)]).toEqual(['first', 'first']);
  folder.write('.topicmill/record.changes.br', changes);
  const [other, hasChanges] = change(...keys.map((key) => [key, 'fourth'] as const));
  expect([other === whole, hasChanges]).toEqual([false, false]);
  folder.write('.topicmill/record.changes.br', changes);
  expect(stateOf(open(), keys[1]!)).toBe('fourth');
  expect(new BuildRecord(folder.root, 'another release').folder(keys[2]!)).toBeUndefined();
});

/** A handbook in which people have written in one topic-spec.md, built. */
async function recordedHandbook() {
  const repo = DocsRepo.handbook();
  repo.write('docs/garden/compost/topic-spec.md', '# Compost\n\nWhat we think of it.\n');
  const later = Date.now() + LATER_MS;
  expect((await repo.build({ notedMs: later })).failed).toEqual([]);
  return { repo, later };
}

function authoredHash(repo: DocsRepo, id: string, later: number, engine?: string): string {
  const workspace = repo.open();
  const record = new BuildRecord(repo.root, engine ?? workspace.engine, () => later);
  return openFolder({ ...workspace, record }, workspace.tree.get(id)!).authoredHash('topic-spec.md', TOPIC_SPEC.shared);
}

it('what people wrote next to steps is known right after a build, without taking its files apart again', async () => {
  const { repo, later } = await recordedHandbook();
  const topics = [...repo.open().tree.values()].filter(({ isTopic }) => isTopic).map(({ id }) => id);
  const below = topics.map((id) => repo.path(`docs/${id}/topic-spec.md`));
  const counted = (engine?: string) =>
    withFault({ below, at: undefined, kind: 'EIO' }, async () =>
      topics.map((id) => authoredHash(repo, id, later, engine)),
    );
  const known = await counted();
  // A record of another release is an empty one.
  const computed = await counted('another release');
  expect(known.result).toEqual(computed.result);
  expect(known.callCount).toBeLessThan(computed.callCount);
  expect(new Set(known.result).size).toBe(2);
});

it('an edit after the build is seen', async () => {
  const { repo, later } = await recordedHandbook();
  for (const id of ['garden/compost', 'brewing/espresso']) {
    const before = authoredHash(repo, id, later);
    repo.edit(`docs/${id}/topic-spec.md`, (text) => `${text}\nA note.\n`);
    expect(authoredHash(repo, id, later)).not.toBe(before);
    expect(authoredHash(repo, id, later)).toBe(authoredHash(repo, id, later, 'another release'));
  }
});
