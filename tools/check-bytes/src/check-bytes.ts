import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareOutputs, staleTexts } from './compare-outputs.js';
import {
  type ExpectedHashes,
  formatExpectedHashes,
  parseExpectedHashes,
  updateExpectedHashes,
} from './expected-hashes.js';
import { type Files, hashOf, readFiles, writeFiles } from './files.js';
import { parseIntendedChanges, unexplainedChanges } from './intended-changes.js';
import { makeOutputs } from './make-outputs.js';
import { numberFolders, SOURCES } from './numbered-folders.js';

export interface CheckOptions {
  /** Folder of topics outside of the project; without it only the frozen sources are built. */
  readonly topics?: string;
  /** Folder that gets a copy of what was made. */
  readonly out?: string;
  readonly update?: true;
}

export interface CheckReport {
  readonly summary: readonly string[];
  /** Empty when all is as expected. */
  readonly faults: readonly string[];
}

/** Sources with the list of hashes of their outputs. */
interface Case {
  readonly list: keyof typeof LISTS;
  readonly made: Files;
  /** Expected outputs that are kept in full, so that a diff shows them. */
  readonly texts: Files;
}

const FIXTURES = join(import.meta.dirname, '../fixtures');
const SETTINGS = join(FIXTURES, 'settings');
const OUTPUTS = join(FIXTURES, 'outputs');
const LISTS = {
  docs: 'Outputs of the frozen sources; written by `npm run check:bytes -- --update`.',
  topics: 'Outputs of topics outside of the project; written by `npm run check:bytes -- --topics <folder> --update`.',
} as const;
/** What the target `index` writes by default: the files that people read. */
const KEPT_IN_FULL = /^defaults\/docs\/(?!.*_(?:records|pages|search)\/)/;
/** What people write in a folder of topics, which may have outputs of other tools, too. */
const AUTHORED = /(?:^|\/)(?:golden-reference|qa-pairs)\.md$/;

/** Builds the frozen sources, and other topics where they are given, and compares the outputs with the expected ones. */
export async function checkBytes({ topics, out, update }: CheckOptions): Promise<CheckReport> {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-bytes-'));
  try {
    const frozen = await makeOutputs(join(FIXTURES, 'sources'), SETTINGS, join(directory, 'docs'));
    if (update) keepInFull(frozen);
    const cases: Case[] = [{ list: 'docs', made: frozen, texts: readFiles(OUTPUTS) }];
    if (topics !== undefined) {
      cases.push({ list: 'topics', made: await makeTopics(topics, directory), texts: new Map() });
    }
    for (const each of cases) {
      if (out !== undefined) writeFiles(join(out, each.list), each.made);
      if (update) writeList(each);
    }
    const checked = cases.map((each) => ({ ...each, faults: faultsOf(each) }));
    const summary = checked.map(({ list, made, faults }) => `${list}: ${made.size} outputs, ${faults.length} faults`);
    if (topics === undefined) summary.push('topics: skipped; name their folder with --topics');
    return { summary, faults: [...checked.flatMap(({ faults }) => faults), ...unexplained()] };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function makeTopics(topics: string, directory: string): Promise<Files> {
  const sources = join(directory, 'sources');
  const authored = [...readFiles(topics)].filter(([path]) => AUTHORED.test(path));
  writeFiles(join(sources, 'docs'), new Map(authored));
  return numberFolders(await makeOutputs(sources, SETTINGS, join(directory, 'topics')), readFiles(sources));
}

function faultsOf({ list, made, texts }: Case): string[] {
  const expected = readList(list) ?? new Map();
  const sources = made.get(SOURCES);
  if (sources !== undefined && expected.get(SOURCES)?.current !== hashOf(sources)) {
    return [`The ${list} are not those for which hashes were recorded.`];
  }
  return [...compareOutputs(made, expected, texts), ...staleTexts(texts, expected)];
}

function unexplained(): string[] {
  const changes = parseIntendedChanges(readFileSync(join(FIXTURES, 'changes.yaml'), 'utf8'));
  return unexplainedChanges(changes, [readList('docs') ?? new Map(), readList('topics') ?? new Map()]);
}

function keepInFull(made: Files): void {
  rmSync(OUTPUTS, { recursive: true, force: true });
  writeFiles(OUTPUTS, new Map([...made].filter(([path]) => KEPT_IN_FULL.test(path))));
}

function readList(list: Case['list']): ExpectedHashes | undefined {
  const path = join(FIXTURES, `${list}.txt`);
  return existsSync(path) ? parseExpectedHashes(readFileSync(path, 'utf8')) : undefined;
}

function writeList({ list, made }: Case): void {
  const hashes = new Map([...made].map(([path, bytes]) => [path, hashOf(bytes)]));
  writeFileSync(
    join(FIXTURES, `${list}.txt`),
    formatExpectedHashes(updateExpectedHashes(readList(list), hashes), LISTS[list]),
  );
}
