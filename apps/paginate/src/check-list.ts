import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readTextIfExists } from '@topicmill/base/files';
import { consecutiveSuccesses } from '@topicmill/pages/page-scoring';
import { hasChecksum } from '@topicmill/pages/page-store';
import type { PagesManifest } from '@topicmill/pages/pagination';

export interface CheckOptions {
  /** Command that gets the HTML files as arguments and fails when one is not valid. */
  readonly htmlChecker?: string;
  /** JSON lines that aio-scorer wrote, the newest last. */
  readonly history?: string;
  /** Document that says what to do when pages must be taken back. */
  readonly playbook?: string;
}

/** A line of the check list. `undefined` where nothing was asked that could be answered. */
export interface CheckItem {
  readonly name: string;
  readonly isMet: boolean | undefined;
  readonly detail: string;
}

const REQUIRED_SUCCESSES = 3;
const CT_COMMENT = /<!--CT .*?-->/g;

/**
 * The list to go through before pages are deployed.
 *
 * @param faults what `verifyFiles` found, and the faults of the graph
 */
export function checkList(
  manifest: PagesManifest,
  faults: readonly Diagnostic[],
  folder: string,
  options: CheckOptions,
  io: CommandIo,
): CheckItem[] {
  return [
    sizes(manifest, faults),
    {
      name: 'chunks.json with its SHA-256',
      isMet: hasChecksum(folder),
      detail: 'chunks.json.sha256 beside chunks.json',
    },
    {
      name: 'pages and continuity tokens as the manifest says',
      isMet: faults.every(({ code }) => code === 'PAGE_TOO_LARGE'),
      detail: faults.length === 0 ? 'no faults' : `${faults.length} faults, see paginate verify`,
    },
    html(manifest, folder, options.htmlChecker),
    score(options.history, io),
    playbook(options.playbook, io),
  ];
}

/** `ok`, `FAIL` or `–`, the item, and why. */
export function formatCheckItem({ name, isMet, detail }: CheckItem): string {
  const state = isMet === undefined ? '–   ' : isMet ? 'ok  ' : 'FAIL';
  return `${state} ${name}: ${detail}`;
}

function sizes(manifest: PagesManifest, faults: readonly Diagnostic[]): CheckItem {
  const largest = Math.max(...manifest.chunks.map(({ tokens }) => tokens));
  const marked = manifest.chunks.filter(({ oversize }) => oversize === true).length;
  return {
    name: `all pages within ${manifest.n_max} tokens`,
    isMet: marked === 0 && faults.every(({ code }) => code !== 'PAGE_TOO_LARGE'),
    detail: `the largest has ${largest}${marked === 0 ? '' : `, ${marked} marked as oversize`}`,
  };
}

/** The checker gets every page twice: as it is published, and without the comments of the tokens. */
function html(manifest: PagesManifest, folder: string, checker: string | undefined): CheckItem {
  const name = 'HTML is valid, with the comments of the tokens and without them';
  const files = manifest.chunks.flatMap((chunk) => (chunk.html === undefined ? [] : [chunk.html.file]));
  if (files.length === 0) return { name, isMet: undefined, detail: 'the set has no HTML' };
  if (checker === undefined) return { name, isMet: undefined, detail: 'name a checker with --html-checker' };
  const stripped = mkdtempSync(join(tmpdir(), 'paginate-check-'));
  try {
    for (const file of files) {
      writeFileSync(join(stripped, file), (readTextIfExists(join(folder, file)) ?? '').replace(CT_COMMENT, ''));
    }
    const paths = [folder, stripped].flatMap((place) => files.map((file) => join(place, file)));
    const [command = '', ...args] = checker.split(' ').filter((part) => part !== '');
    const run = spawnSync(command, [...args, ...paths], { encoding: 'utf8' });
    const output = `${run.stdout ?? ''}${run.stderr ?? ''}`.trim().split('\n')[0] ?? '';
    const isMet = run.status === 0;
    return { name, isMet, detail: isMet ? `${files.length} files` : (run.error?.message ?? output) };
  } finally {
    rmSync(stripped, { recursive: true, force: true });
  }
}

function score(history: string | undefined, io: CommandIo): CheckItem {
  const name = `aio-scorer succeeded ${REQUIRED_SUCCESSES} times in a row`;
  if (history === undefined) return { name, isMet: undefined, detail: 'name its history with --history' };
  const successes = consecutiveSuccesses(readTextIfExists(resolve(io.cwd, history), history) ?? '');
  return { name, isMet: successes >= REQUIRED_SUCCESSES, detail: `${successes} at the end of ${history}` };
}

function playbook(path: string | undefined, io: CommandIo): CheckItem {
  const name = 'the playbook says how to roll back';
  if (path === undefined) return { name, isMet: undefined, detail: 'name it with --playbook' };
  const text = readTextIfExists(resolve(io.cwd, path), path);
  if (text === undefined) return { name, isMet: false, detail: `${path} is not there` };
  const isMet = text.includes('paginate rollback');
  return { name, isMet, detail: isMet ? path : `${path} does not mention "paginate rollback"` };
}
