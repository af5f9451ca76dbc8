import { refuseLaterVersion, TopicmillError } from '@topicmill/base/diagnostics';
import { sealJson, unseal } from '@topicmill/base/files';
import { isObject } from '@topicmill/base/json';
import * as z from 'zod';
import type { FolderView } from '../sites/index.js';
import { readJsonObject, removeFromJson } from './edit-json.js';
import type { FileChange } from './plan-init.js';

/** Where a repository keeps what `init` wrote, so that it can be taken back. */
export const INIT_RECORD = '.topicmill/init.json';

const VERSION = 1;

const recordSchema = z.strictObject({
  version: z.literal(VERSION),
  changes: z.array(z.strictObject({ path: z.string(), before: z.string().optional(), after: z.string() })),
});

type InitRecord = z.infer<typeof recordSchema>;

/** A file as `init --undo` leaves it. */
export interface UndoneFile {
  /** Relative to the repository's root, with `/`. */
  readonly path: string;
  readonly kind: 'remove' | 'restore' | 'keep';
  /** `undefined` for a file that is removed or left as it is. */
  readonly text: string | undefined;
  /** What of it was written by `init`, was changed since and therefore stays. */
  readonly kept: readonly string[];
  /** What it added to `.gitignore` and is left, because the folders are there that it hides from git. */
  readonly hiding: readonly string[];
}

/**
 * The text of the record after some changes, which are added to those that it has.
 *
 * @throws TopicmillError `INIT_RECORD_MISSING` for a record of a later release
 */
export function recordedChanges(view: FolderView, changes: readonly FileChange[]): string {
  const known = changesIn(view.readText(INIT_RECORD)) ?? [];
  const added = changes.map(({ path, text }) => ({ path, before: view.readText(path), after: text }));
  const record: InitRecord = { version: VERSION, changes: [...known, ...added] };
  return sealJson(record).toString('utf8');
}

/**
 * What takes back everything that `init` wrote: files that are as it left them become what they were, and of those that
 * people have changed since, what it added and nobody touched is taken out. Caches and results stay, and git does not see
 * them.
 *
 * @throws TopicmillError `INIT_RECORD_MISSING` also for a record that was changed, `WORKSPACE_FILE_INVALID`
 */
export function planUndo(view: FolderView): readonly UndoneFile[] {
  const changes = changesIn(view.readText(INIT_RECORD));
  if (changes === undefined) {
    throw new TopicmillError('INIT_RECORD_MISSING', `${INIT_RECORD} does not say what init wrote here.`, {
      remedy: 'Revert the commit that added the files of init, or remove them by hand.',
    });
  }
  const files = new Map<string, UndoneFile>();
  for (const change of changes.toReversed()) {
    const earlier = files.get(change.path);
    const current = earlier === undefined ? view.readText(change.path) : earlier.text;
    if (current === undefined) continue;
    const { kept, ...undone } = undoChange(current, change);
    files.set(change.path, { ...undone, path: change.path, kept: [...(earlier?.kept ?? []), ...kept], hiding: [] });
  }
  return [...files.values()]
    .reverse()
    .map((file) => (file.path === '.gitignore' ? withRemainingIgnores(file, view) : file));
}

/** With the lines of folders that are left: whoever takes `init` back has no use for them in the next commit. */
function withRemainingIgnores(file: UndoneFile, view: FolderView): UndoneFile {
  const text = file.text ?? '';
  const left = linesOf(text);
  const removed = linesOf(view.readText(file.path) ?? '').filter((line) => !left.includes(line));
  const hiding = removed.filter((line) => line !== '' && hidesSomething(line, view));
  if (hiding.length === 0) return file;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return { ...file, kind: 'restore', text: `${text}${gap}${hiding.map((line) => `${line}\n`).join('')}`, hiding };
}

function hidesSomething(line: string, view: FolderView): boolean {
  const folder = line.replace(/^\/|\/$/g, '');
  return view.list(folder).some(({ name }) => `${folder}/${name}` !== INIT_RECORD);
}

type Undone = Omit<UndoneFile, 'path' | 'hiding'>;

function undoChange(current: string, { path, before, after }: InitRecord['changes'][number]): Undone {
  if (current === after) {
    return before === undefined
      ? { kind: 'remove', text: undefined, kept: [] }
      : { kind: 'restore', text: before, kept: [] };
  }
  if (current === before) return { kind: 'restore', text: current, kept: [] };
  if (path.endsWith('.json')) return undoJson(current, before, after, path);
  if (before === undefined && !path.startsWith('.')) {
    return { kind: 'keep', text: undefined, kept: ['the file, which was changed'] };
  }
  return undoLines(current, before ?? '', after);
}

function undoLines(current: string, before: string, after: string): Undone {
  const added = linesOf(after);
  for (const line of linesOf(before)) if (added.includes(line)) added.splice(added.indexOf(line), 1);
  let text = current;
  const kept: string[] = [];
  for (const line of added.filter((each) => each !== '')) {
    const at = `\n${text}`.indexOf(`\n${line}\n`);
    if (at < 0) kept.push(line);
    else text = text.slice(0, at) + text.slice(at + line.length + 1);
  }
  return text === '' ? { kind: 'remove', text: undefined, kept } : { kind: 'restore', text, kept };
}

function linesOf(text: string): string[] {
  return text.split('\n');
}

function undoJson(current: string, before: string | undefined, after: string, path: string): Undone {
  const found = addedTo(
    before === undefined ? {} : readJsonObject(before, path),
    readJsonObject(after, path),
    readJsonObject(current, path),
  );
  const text = removeFromJson(current, found.removable);
  const isEmpty = before === undefined && Object.keys(readJsonObject(text, path)).length === 0;
  return { kind: isEmpty ? 'remove' : 'restore', text: isEmpty ? undefined : text, kept: found.kept };
}

interface Additions {
  /** Paths of keys, and of the places of items in lists, deepest last. */
  readonly removable: readonly (readonly (string | number)[])[];
  readonly kept: readonly string[];
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What `after` has and `before` has not, as far as `current` still has it. */
function addedTo(before: JsonObject, after: JsonObject, current: JsonObject, above: readonly string[] = []): Additions {
  const removable: (readonly (string | number)[])[] = [];
  const kept: string[] = [];
  for (const [key, value] of Object.entries(after)) {
    const path = [...above, key];
    const old = before[key];
    const now = current[key];
    if (isSame(old, value) || now === undefined) continue;
    if (old === undefined && isSame(now, value)) removable.push(path);
    else if (Array.isArray(value) && Array.isArray(now)) {
      const items = value.filter((item) => !(Array.isArray(old) && old.some((each) => isSame(each, item))));
      for (const item of items.toReversed()) {
        const at = now.findIndex((each) => isSame(each, item));
        if (at >= 0) removable.push([...path, at]);
      }
    } else if (isObject(value) && isObject(now)) {
      const inside = addedTo(isObject(old) ? old : {}, value, now, path);
      removable.push(...inside.removable);
      kept.push(...inside.kept);
    } else kept.push(path.join('.'));
  }
  return { removable, kept };
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Whether a text is a record that `init` wrote and nobody has changed. */
export function isInitRecord(text: string): boolean {
  return changesIn(text) !== undefined;
}

/** What a record says; `undefined` without one, and for one that is not as it was written. */
function changesIn(text: string | undefined): InitRecord['changes'] | undefined {
  if (text === undefined) return undefined;
  const record = unseal(Buffer.from(text, 'utf8'));
  const found = isObject(record) && record['version'];
  refuseLaterVersion({ found, known: VERSION, code: 'INIT_RECORD_MISSING', file: INIT_RECORD });
  return recordSchema.safeParse(record).data?.changes;
}
