import { join } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { computeSeal, readSealedFile, removeCacheFile, sealText, writeCacheFile } from '@topicmill/base/files';

/** Files of the record: in full, and what has changed since it was written in full, as long as that is little. */
export const RECORD_FILES = { whole: 'record.br', changes: 'record.changes.br' } as const;
/** What release 0.1 wrote in place of files that are compressed now. */
const FORMER_FILES = [
  ...['record.tsv', 'record.changes.tsv'],
  ...['config', 'pages', 'related', 'topic-terms'].map((name) => `memo/${name}.json`),
];
/** So many times the changes are less than the whole: a build after an edit writes these alone. */
const MIN_RATIO = 4;
const RECORD_FORMAT = 5;

/** What a step had made when it was last found to be current. */
export interface StepRecord {
  /** Hash of its inputs. */
  readonly inputs: string;
  /** Paths of its files below the folder. */
  readonly outputs: readonly string[];
  /** Hash over these files as they were published. */
  readonly made: string;
  /** What it says whenever it is current. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What a folder's steps were found to be current by: as long as it looks the same, they are, and nothing is hashed. */
export interface SeenFiles {
  /** Files, and directories with a `/` at the end, besides the steps' outputs. */
  readonly paths: readonly string[];
  /** Paths of files that were not there. */
  readonly absent: readonly string[];
  /** Hash over the file stats of all of them, and of what else the steps depend on. */
  readonly sight: string;
}

/** The steps of a target in one folder, by their names, and the seal of their state. */
export interface FolderRecord {
  readonly state: string;
  readonly steps: Readonly<Record<string, StepRecord>>;
  readonly seen?: SeenFiles | undefined;
  /** What steps read of every topic, as long as the folder looks the same: names and hashes of inputs, by the glob of the files. */
  readonly read?: Readonly<Record<string, readonly (readonly [name: string, hash: string])[]>> | undefined;
}

/** What is known about a directory. */
export interface DirectoryRecord {
  /** Time of change when its names were listed; `''` if they were not. */
  readonly changed: string;
  /**
   * By name: size, time and hash of a file, then the hash of a part of it, where that is read by itself; all with spaces
   * between. `''` for a file of which nothing else is known, a mark for a folder, a link and whatever else there is.
   */
  readonly names: Map<string, string>;
}

/**
 * The record as a text of lines, each with a key and a value in JSON and a tab between. A build of one page asks for few of
 * many thousand lines, and only these are parsed.
 */
export class RecordContent {
  readonly directories: LazyMap<DirectoryRecord>;
  readonly folders: LazyMap<FolderRecord>;
  /** UTF-16 units of the record in full. */
  private length: number;

  /** @param seal of the record in full; none if it is to be written */
  constructor(
    private readonly engine: string,
    text = '',
    private seal = '',
  ) {
    this.length = text.length;
    const lines = linesAfter([RECORD_FORMAT, engine], text);
    if (lines.length === 0) this.seal = '';
    const ofKind = (kind: string): string[] => lines.filter((line) => line.startsWith(kind));
    this.directories = new LazyMap(ofKind('"d'), 'd', {
      parse: (json) => {
        const [changed, names] = JSON.parse(json) as [string, Record<string, string>];
        return { changed, names: new Map(Object.entries(names)) };
      },
      format: ({ changed, names }) => JSON.stringify([changed, Object.fromEntries(names)]),
    });
    this.folders = new LazyMap(ofKind('"f'), 'f', { parse: JSON.parse, format: JSON.stringify });
  }

  /** @param directory of the workspace's states */
  static read(directory: string, engine: string): RecordContent {
    const file = readSealedFile(join(directory, RECORD_FILES.whole));
    if (file.status !== 'sound' || !isBuildRecord(file.content)) return new RecordContent(engine);
    const content = new RecordContent(engine, file.content, file.seal);
    const changes = readSealedFile(join(directory, RECORD_FILES.changes));
    if (changes.status === 'sound' && isBuildRecord(changes.content)) content.apply(changes.content);
    return content;
  }

  /**
   * @param directory of the workspace's states
   * @throws TopicmillError `FILE_UNWRITABLE`
   */
  write(directory: string): void {
    const changes = this.changes();
    if (changes !== undefined) {
      writeCacheFile(directory, join(directory, RECORD_FILES.changes), sealText(changes));
      return;
    }
    const text = this.toText();
    const bytes = sealText(text);
    writeCacheFile(directory, join(directory, RECORD_FILES.whole), bytes);
    // Changes of another record count for nothing, so that a process may be killed before they are removed.
    for (const each of [RECORD_FILES.changes, ...FORMER_FILES]) removeCacheFile(directory, join(directory, each));
    this.wasWritten(computeSeal(bytes), text.length);
  }

  private toText(): string {
    return [JSON.stringify([RECORD_FORMAT, this.engine]), ...this.directories.lines(), ...this.folders.lines()].join(
      '\n',
    );
  }

  /** Takes in what has changed since the record was written in full; changes of another record are left. */
  private apply(changes: string): void {
    for (const line of linesAfter([RECORD_FORMAT, this.engine, this.seal], changes)) {
      (line.startsWith('"d') ? this.directories : this.folders).apply(line);
    }
  }

  /** What has changed since then; `undefined` if all is to be written. */
  private changes(): string | undefined {
    if (this.seal === '') return undefined;
    const head = JSON.stringify([RECORD_FORMAT, this.engine, this.seal]);
    const text = [head, ...this.directories.changedLines(), ...this.folders.changedLines()].join('\n');
    return text.length * MIN_RATIO < this.length ? text : undefined;
  }

  /** Notes that the record is on disk in full. */
  private wasWritten(seal: string, length: number): void {
    this.seal = seal;
    this.length = length;
    this.directories.forgetChanges();
    this.folders.forgetChanges();
  }
}

/** The lines of a text that begins with such a head; none of another. */
function linesAfter(head: readonly unknown[], text: string): string[] {
  const [first, ...lines] = text.split('\n');
  return first === JSON.stringify(head) ? lines : [];
}

interface LineFormat<Value> {
  parse(json: string): Value;
  format(value: Value): string;
}

/** Values by key, parsed when they are asked for, and formatted if they are new. */
class LazyMap<Value> {
  /** Lines as they were read, by their keys, unless the value was replaced since. */
  private readonly unchanged: Map<string, string>;
  private readonly parsed = new Map<string, Value>();
  private readonly replaced = new Map<string, Value>();
  /** Keys whose values are others than in the record as it was last written in full. */
  private readonly changed = new Set<string>();

  /** @param kind the first letter of its keys */
  constructor(
    lines: readonly string[],
    private readonly kind: string,
    private readonly format: LineFormat<Value>,
  ) {
    this.unchanged = new Map(lines.map((line) => [this.keyOf(line), line]));
  }

  /** The value is changed by `set` alone. */
  get(key: string): Value | undefined {
    const known = this.replaced.get(key) ?? this.parsed.get(key);
    if (known !== undefined) return known;
    const line = this.unchanged.get(key);
    if (line === undefined) return undefined;
    const value = this.format.parse(line.slice(line.indexOf('\t') + 1));
    this.parsed.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    this.replaced.set(key, value);
  }

  delete(key: string): void {
    this.unchanged.delete(key);
    this.parsed.delete(key);
    this.replaced.delete(key);
    this.changed.add(key);
  }

  /** Takes in a line of changes, which without a value is that of a deleted key. */
  apply(line: string): void {
    const key = this.keyOf(line);
    this.delete(key);
    if (line.includes('\t')) this.unchanged.set(key, line);
  }

  forgetChanges(): void {
    this.changed.clear();
  }

  keys(): string[] {
    return [...this.unchanged.keys(), ...this.replaced.keys()];
  }

  lines(): string[] {
    return [...this.unchanged.values(), ...[...this.replaced].map(([key, value]) => this.lineOf(key, value))];
  }

  changedLines(): string[] {
    return [...this.changed].map((key) => {
      const value = this.replaced.get(key);
      if (value !== undefined) return this.lineOf(key, value);
      return this.unchanged.get(key) ?? JSON.stringify(this.kind + key);
    });
  }

  private lineOf(key: string, value: Value): string {
    return `${JSON.stringify(this.kind + key)}\t${this.format.format(value)}`;
  }

  /** Few keys have anything that JSON escapes. */
  private keyOf(line: string): string {
    const tab = line.indexOf('\t');
    const json = tab === -1 ? line : line.slice(0, tab);
    return json.includes('\\') ? (JSON.parse(json) as string).slice(this.kind.length) : json.slice(2, -1);
  }
}

/** Whether the content of a sealed file is a record of this format, whatever release made it. */
export function isBuildRecord(content: unknown): content is string {
  return typeof content === 'string' && content.startsWith(`[${RECORD_FORMAT},`);
}
