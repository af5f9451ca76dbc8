import { join } from 'node:path';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { type DocumentFile, readTextIfExists, sha256Hex, writeFileIfChanged } from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { type AuthorityRow, formatAuthorityFile, isOwnKeywordFile, readAuthorityFile } from '@topicmill/topics/formats';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { buildAuthority } from '@topicmill/topics/keywords';
import type { TopicmillConfig } from '../config/index.js';
import {
  type Folder,
  fileHash,
  hashIfReadable,
  type Memo,
  openFolder,
  openMemo,
  ownedFile,
  type PartForTopic,
  type Step,
  sourcePath,
  type TopicFile,
  type TopicPlace,
  topicFilesOf,
  type Workspace,
} from '../runner/index.js';
import { KEYWORD_SHARES_FILE } from '../workspace/index.js';
import { readTermsOf } from './terms.js';
import { type TopicDocument, topicDocument } from './topic-document.js';

/** Path of the term classes below the docs root. */
export const AUTHORITY_PATH = '_keywords/authority.md';

/**
 * Classes the terms that are found in many topics. It reads the references rather than the topics' `terms.md`, so that
 * no task of one topic has to wait for a task of every other. Where shares are pinned, the pin is the result, so that no
 * topic changes the keywords of another.
 */
export const authorityStep: Step = {
  name: 'authority',
  scope: 'docs-root',
  inputs: [
    { kind: 'every-topic', path: REFERENCE_FILE },
    { kind: 'source', path: KEYWORD_SHARES_FILE },
    { kind: 'config', key: 'keywords' },
  ],
  outputs: [{ ...ownedFile(AUTHORITY_PATH), recognizes: (_, text) => isOwnKeywordFile(text) }],
  async run({ topicFiles, config, file, displayPath }, services) {
    const memo = services.openMemo(TOPIC_TERMS_MEMO);
    const computed = makeAuthority(topicFiles, config.keywords, memo);
    memo.save();
    const pin = file(KEYWORD_SHARES_FILE);
    if (pin === undefined) return { files: new Map([[AUTHORITY_PATH, computed]]), diagnostics: [] };
    const pinPath = displayPath(KEYWORD_SHARES_FILE);
    const pinned = pinnedAuthority(pin.text, pinPath);
    const drift = shareDrift(readAuthorityFile(pinned, pinPath), readAuthorityFile(computed, AUTHORITY_PATH));
    return { files: new Map([[AUTHORITY_PATH, pinned]]), diagnostics: driftDiagnostics(drift, pinPath) };
  },
};

/** The terms of topics, a line each, by what they depend on. */
const TOPIC_TERMS_MEMO = 'topic-terms';

/**
 * The text of `authority.md` for some topics. A reference whose terms are in the memo is not read.
 *
 * @throws TopicmillError `SOURCE_CHANGED`, `CONFIG_INVALID`
 */
function makeAuthority(
  references: readonly Pick<TopicFile, 'folder' | 'hash' | 'read'>[],
  keywords: TopicmillConfig['keywords'],
  memo: Memo,
): string {
  const termsByKey = new Map<string, string>();
  const topics = references.flatMap(({ folder, hash, read }) => {
    const key = termsKey(keywords, topicDocument(folder), hash);
    const terms = memo.recall(key) ?? termLines(folder, read(), keywords);
    if (terms === undefined) return [];
    memo.keep(key, terms);
    termsByKey.set(key, terms);
    return [terms];
  });
  lastTerms = termsByKey;
  const key = `result ${sha256Hex(topics.join('\0'))}`;
  const text = memo.recall(key) ?? computeAuthority(topics);
  memo.keep(key, text);
  return text;
}

/** The terms of all topics by what they depend on, as an authority was last made from them. */
let lastTerms: ReadonlyMap<string, string> = new Map();

function termLines(
  folder: Folder,
  file: DocumentFile | undefined,
  keywords: TopicmillConfig['keywords'],
): string | undefined {
  return (
    file &&
    readTermsOf(folder, file.text, keywords)
      .terms.map(({ term }) => term)
      .join('\n')
  );
}

/**
 * The terms of a topic's document.
 *
 * @throws TopicmillError what reading the document throws
 */
export function termsOfTopic({ folder, files, config: { keywords } }: Parameters<PartForTopic>[1]): readonly string[] {
  const key = termsKey(keywords, topicDocument(folder), files.hash(REFERENCE_FILE));
  const lines = lastTerms.get(key) ?? termLines(folder, files.read(REFERENCE_FILE), keywords) ?? '';
  return lines.split('\n');
}

/** What the terms of a reference depend on. */
function termsKey(
  { languages, stopWords }: TopicmillConfig['keywords'],
  { readingKey }: TopicDocument,
  hash: string,
): string {
  return `${[languages, stopWords].map((words) => words.join(',')).join(';')} ${readingKey}${hash}`;
}

function computeAuthority(topics: readonly string[]): string {
  const terms = topics.map((text) => ({ terms: text === '' ? [] : text.split('\n').map((term) => ({ term })) }));
  return formatAuthorityFile(buildAuthority(terms));
}

/** Makes the hash of the authority that a run is planned with. */
export type AuthorityPlan = (place: TopicPlace, engine: string) => string;

/**
 * The hash of the authority. It is made already when a run is planned, of terms that are kept from run to run: a
 * topic's task is known by the authority that it will read, and need not wait for another task to be looked up in a cache.
 *
 * @param engine names the release of the code that computes
 */
export const planAuthority: AuthorityPlan = (place, engine) => {
  const memo = openMemo(place.root, TOPIC_TERMS_MEMO, engine);
  return hashIfReadable(() => {
    const pinned = pinnedText(place);
    if (pinned !== undefined) return fileHash(Buffer.from(pinned, 'utf8'));
    const references = topicFilesOf(place, REFERENCE_FILE);
    const text = makeAuthority(references, place.config.keywords, memo);
    memo.saveIfWritable();
    return fileHash(Buffer.from(text, 'utf8'));
  });
};

/** @throws TopicmillError for a pin that cannot be read */
function pinnedText(place: TopicPlace): string | undefined {
  const files = openFolder(place, place.tree.get('')!);
  const pin = files.read(KEYWORD_SHARES_FILE);
  return pin && pinnedAuthority(pin.text, files.displayPath(KEYWORD_SHARES_FILE));
}

/** One page more or less can move a quarter of the listed terms of 80 pages across a limit. */
const MAX_DRIFT = 0.5;
/** Of a few listed terms, one page moves half. */
const MIN_CHANGED_TERMS = 10;

/** How pinned shares differ from those that the topics have now. */
interface ShareDrift {
  /** Terms that have another class now, or are listed in one of both only. */
  readonly changedCount: number;
  /** Terms that are listed in either. */
  readonly termCount: number;
}

/**
 * The authority of a docs root whose shares are pinned: what the pin says, in the form that the step has for it.
 *
 * @param file path that errors name
 * @throws TopicmillError `AUTHORITY_FILE_INVALID` with the line at fault
 */
function pinnedAuthority(pin: string, file: string): string {
  const rows = [...readAuthorityFile(pin, file)].sort((a, b) => compareCodeUnits(a.term, b.term));
  return formatAuthorityFile(rows);
}

/** Compares two authorities. */
function shareDrift(pinned: readonly AuthorityRow[], computed: readonly AuthorityRow[]): ShareDrift {
  const shares = new Map(pinned.map(({ term, share }) => [term, share]));
  const same = computed.filter(({ term, share }) => shares.get(term) === share).length;
  const listed = new Set([...shares.keys(), ...computed.map(({ term }) => term)]);
  return { changedCount: listed.size - same, termCount: listed.size };
}

/** A warning if over half of the terms, and at least ten, have a different share than the pin says. */
function driftDiagnostics({ changedCount, termCount }: ShareDrift, file: string): Diagnostic[] {
  if (changedCount < MIN_CHANGED_TERMS || changedCount <= MAX_DRIFT * termCount) return [];
  return [
    {
      severity: 'warning',
      code: 'KEYWORD_SHARES_DRIFTED',
      message: `${changedCount} of ${termCount} terms now occur in a different share of the topics than this file says.`,
      file,
      remedy:
        'Renew it: `npx topicmill pin-keywords`. Keywords of many topics may change, so make it a separate commit.',
    },
  ];
}

/** What happened to the pin. */
export interface PinReport {
  /** Below the workspace's root, with `/`. */
  readonly path: string;
  /** Whether its bytes changed, or would. */
  readonly isChanged: boolean;
  /** How it differs from the pin before; `undefined` without one, and for one that cannot be read. */
  readonly drift: ShareDrift | undefined;
  readonly termCount: number;
}

/**
 * Pins the shares of the terms as the topics have them now. A pin that cannot be read, such as one with conflict markers,
 * is replaced.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function pinKeywords(workspace: Workspace, isDryRun = false): PinReport {
  const { root, config, tree, services } = workspace;
  const topics = topicFilesOf(workspace, REFERENCE_FILE);
  const text = makeAuthority(topics, config.keywords, services.openMemo(TOPIC_TERMS_MEMO));
  const path = sourcePath(config, tree.get('')!, KEYWORD_SHARES_FILE)!;
  const file = join(root, path);
  const before = readTextIfExists(file, path);
  const rows = readAuthorityFile(text, path);
  if (!isDryRun) writeFileIfChanged(file, text, path);
  return { path, isChanged: before !== text, drift: driftFrom(before, rows, path), termCount: rows.length };
}

function driftFrom(
  before: string | undefined,
  rows: ReturnType<typeof readAuthorityFile>,
  path: string,
): ShareDrift | undefined {
  if (before === undefined) return undefined;
  try {
    return shareDrift(readAuthorityFile(before, path), rows);
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return undefined;
    throw thrown;
  }
}
