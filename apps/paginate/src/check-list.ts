import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CommandIo, counted } from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readTextIfExists } from '@topicmill/base/files';
import { consecutiveSuccesses } from '@topicmill/pages/page-scoring';
import type { VerifiedPageSet } from '@topicmill/pages/page-store';
import type { PagesManifest } from '@topicmill/pages/pagination';

export interface CheckOptions {
  /** Command that gets the HTML files as arguments and fails when one is invalid. */
  readonly htmlChecker?: string;
  /** JSON lines written by aio-scorer, the newest last. */
  readonly history?: string;
  /** Document that describes how to roll back pages. */
  readonly playbook?: string;
}

/** `open`: not checked, so not passed. `not-applicable`: the set has nothing to check. */
export type CheckState = 'ok' | 'failed' | 'open' | 'not-applicable';

/** An item of the deployment checklist. */
export interface CheckItem {
  readonly name: string;
  readonly state: CheckState;
  readonly detail: string;
}

/** The set to check. */
export interface CheckedSet {
  readonly manifest: PagesManifest;
  readonly verified: VerifiedPageSet;
  /** Absolute path of the folder of pages. */
  readonly folder: string;
}

const REQUIRED_SUCCESSES = 3;
const CT_COMMENT = /<!--CT (?:(?!<!--CT ).)*?-->/g;
const STATE_LABELS: Readonly<Record<CheckState, string>> = {
  ok: 'ok  ',
  failed: 'FAIL',
  open: 'open',
  'not-applicable': 'n/a ',
};

/** The deployment checklist of a set of pages. */
export function checkList(set: CheckedSet, options: CheckOptions, io: CommandIo): CheckItem[] {
  return [
    sizes(set),
    checksum(set),
    pages(set),
    html(set, options.htmlChecker),
    score(options.history, io),
    playbook(options.playbook, io),
  ];
}

/** Whether a list passed: every item is ok, except those that do not apply. */
export function isPassed(items: readonly CheckItem[]): boolean {
  return items.every(({ state }) => state === 'ok' || state === 'not-applicable');
}

/** `ok`, `FAIL`, `open` or `n/a`, the item and the reason. */
export function formatCheckItem({ name, state, detail }: CheckItem): string {
  return `${STATE_LABELS[state]} ${name}: ${detail}`;
}

/** `passed`, or how many items failed or were not checked. */
export function formatOutcome(items: readonly CheckItem[]): string {
  if (isPassed(items)) return 'passed';
  const count = (state: CheckState) => items.filter((item) => item.state === state).length;
  const parts = [
    ...(count('failed') > 0 ? [`${counted(count('failed'), 'item')} failed`] : []),
    ...(count('open') > 0 ? [`${counted(count('open'), 'item')} not checked`] : []),
  ];
  return `not passed: ${parts.join(', ')}`;
}

function sizes({ manifest, verified: { faults, largestTokenCount } }: CheckedSet): CheckItem {
  const name = `all pages within ${manifest.n_max} tokens`;
  const marked = manifest.chunks.filter(({ oversize }) => oversize === true).length;
  const tooLarge = faults.filter(({ code }) => code === 'PAGE_TOO_LARGE').length;
  const over = marked + tooLarge === 0 ? '' : `, ${counted(marked + tooLarge, 'page')} over the limit`;
  return {
    name,
    state: marked + tooLarge === 0 ? 'ok' : 'failed',
    detail: `the largest has ${counted(largestTokenCount, 'token')}${over}`,
  };
}

function checksum({ verified }: CheckedSet): CheckItem {
  const name = 'chunks.json with its SHA-256';
  const fault = verified.faults.find(({ code }) => code === 'PAGES_CHECKSUM_WRONG');
  if (fault === undefined) return { name, state: 'ok', detail: 'chunks.json.sha256 matches' };
  return { name, state: 'failed', detail: fault.message.replace(/\.$/, '') };
}

function pages({ verified }: CheckedSet): CheckItem {
  const others = verified.faults.filter(isAboutPages).length;
  return {
    name: 'pages, continuity tokens and manifest agree',
    state: others === 0 ? 'ok' : 'failed',
    detail: others === 0 ? 'no faults' : `${counted(others, 'fault')}, see paginate verify`,
  };
}

function isAboutPages({ code }: Diagnostic): boolean {
  return code !== 'PAGE_TOO_LARGE' && code !== 'PAGES_CHECKSUM_WRONG';
}

/** The checker gets every page twice: as published, and without the comments with the tokens. */
function html({ manifest, folder }: CheckedSet, checker: string | undefined): CheckItem {
  const name = 'HTML is valid, with and without the comments with the tokens';
  const files = manifest.chunks.flatMap((chunk) => (chunk.html === undefined ? [] : [chunk.html.file]));
  if (files.length === 0) return { name, state: 'not-applicable', detail: 'the set has no HTML' };
  if (checker === undefined) return { name, state: 'open', detail: 'not checked; name a checker with --html-checker' };
  const stripped = mkdtempSync(join(tmpdir(), 'paginate-check-'));
  try {
    for (const file of files) {
      writeFileSync(join(stripped, file), (readTextIfExists(join(folder, file)) ?? '').replace(CT_COMMENT, ''));
    }
    const paths = [folder, stripped].flatMap((place) => files.map((file) => join(place, file)));
    const [command = '', ...args] = checker.split(' ').filter((part) => part !== '');
    const run = spawnSync(command, [...args, ...paths], { encoding: 'utf8' });
    if (run.status === 0) return { name, state: 'ok', detail: counted(files.length, 'file') };
    const output = `${run.stdout ?? ''}${run.stderr ?? ''}`.trim().split('\n')[0] ?? '';
    return { name, state: 'failed', detail: run.error?.message ?? output };
  } finally {
    rmSync(stripped, { recursive: true, force: true });
  }
}

function score(history: string | undefined, io: CommandIo): CheckItem {
  const name = `aio-scorer succeeded ${REQUIRED_SUCCESSES} times in a row`;
  if (history === undefined) return { name, state: 'open', detail: 'not checked; name its history with --history' };
  const successes = consecutiveSuccesses(readTextIfExists(resolve(io.cwd, history), history) ?? '');
  const detail = `${counted(successes, 'success', 'successes')} at the end of ${history}`;
  return { name, state: successes >= REQUIRED_SUCCESSES ? 'ok' : 'failed', detail };
}

function playbook(path: string | undefined, io: CommandIo): CheckItem {
  const name = 'the playbook describes the rollback';
  if (path === undefined) return { name, state: 'open', detail: 'not checked; name it with --playbook' };
  const text = readTextIfExists(resolve(io.cwd, path), path);
  if (text === undefined) return { name, state: 'failed', detail: `${path} does not exist` };
  if (text.includes('paginate rollback')) return { name, state: 'ok', detail: path };
  return { name, state: 'failed', detail: `${path} does not mention "paginate rollback"` };
}
