import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { CommandIo } from '@topicmill/cli';
import { type Diagnostic, FaultsError, TopicmillError } from '@topicmill/diagnostics';
import { readDocument, readTextIfExists, sha256Hex, writeFileIfChanged } from '@topicmill/files';
import {
  countedIds,
  createdIds,
  formatPagesManifest,
  numberedIds,
  PAGES_MANIFEST,
  type PageIds,
  type PageSet,
  type PagesManifest,
  pageHtml,
  pagesManifest,
  splitDocument,
} from '@topicmill/pagination';
import { loadTokenCounter } from '@topicmill/tokens';
import { v7 } from 'uuid';
import { PageSetFolder } from './page-set-folder.js';
import { withLock } from './with-lock.js';

export interface SplitOptions {
  readonly out?: string;
  readonly baseUrl?: string;
  readonly context: number;
  readonly buffer: number;
  readonly overlap: number;
  readonly tokenizer: string;
  readonly ids: 'chunk' | 'uuidv7' | 'counter';
  readonly counterFile: string;
  readonly oversize: 'error' | 'allow';
  readonly html?: true;
  readonly lang: string;
}

export interface SplitResult {
  readonly manifest: PagesManifest;
  readonly isNew: boolean;
}

/**
 * Splits one document and publishes its pages.
 *
 * @throws TopicmillError for a source that cannot be read or split, and for options that do not fit; nothing is
 *   published then
 */
export async function splitFile(source: string, options: SplitOptions, io: CommandIo): Promise<SplitResult> {
  const { text, bytes } = readDocument(resolve(io.cwd, source), source);
  const maxTokens = options.context - options.buffer;
  const counter = await loadTokenCounter(options.tokenizer);
  const split = (ids: PageIds) =>
    splitDocument({
      text,
      file: source,
      baseUrl: needed(options.baseUrl, '--base-url', 'the address of the document'),
      limits: { maxTokens, overlapTokens: options.overlap, allowsOversize: options.oversize === 'allow' },
      counter,
      sha256: sha256Hex,
      ids,
    });
  const out = resolve(io.cwd, needed(options.out, '--out', 'the folder for the pages'));
  const set = await splitWithIds(split, options, io);
  const [first, ...others] = set.diagnostics;
  if (first !== undefined) throw new FaultsError([first, ...others] as [Diagnostic, ...Diagnostic[]]);
  const html = new Map(
    options.html === true ? set.pages.map((page) => [page.token.id, pageHtml(page, options.lang, source)]) : [],
  );
  const about = { source: basename(source), sourceSha256: sha256Hex(bytes), maxTokens, tokenizer: counter.name };
  const manifest = pagesManifest(set, about, html, sha256Hex);
  return { manifest, isNew: new PageSetFolder(out).publish(set.set, filesOf(set, manifest, html)) };
}

function filesOf(set: PageSet, manifest: PagesManifest, html: ReadonlyMap<string, string>): Map<string, string> {
  const text = formatPagesManifest(manifest);
  return new Map([
    ...set.pages.map((page): [string, string] => [`${page.token.id}.md`, page.text]),
    ...[...html].map(([id, page]): [string, string] => [`${id}.html`, page]),
    [PAGES_MANIFEST, text],
    [`${PAGES_MANIFEST}.sha256`, `${sha256Hex(text)}  ${PAGES_MANIFEST}\n`],
  ]);
}

async function splitWithIds(
  split: (ids: PageIds) => Promise<PageSet>,
  options: SplitOptions,
  io: CommandIo,
): Promise<PageSet> {
  if (options.ids === 'chunk') return split(numberedIds);
  if (options.ids === 'uuidv7') return split(createdIds(v7));
  const file = counterFile(resolve(io.cwd, options.counterFile), options.counterFile);
  for (;;) {
    const lastNumber = file.read();
    const set = await split(countedIds(lastNumber));
    if (file.advance(lastNumber, set.pages.length)) return set;
  }
}

/** The file that holds the number given last. */
function counterFile(path: string, shownPath: string) {
  const read = (): number => {
    const text = readTextIfExists(path, shownPath)?.trim() ?? '0';
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new TopicmillError('INVALID_OPTION', 'The counter file holds no number.', {
      file: shownPath,
      remedy: 'Write the number of the last page into it.',
    });
  };
  return {
    read,
    /** Whether the numbers behind `lastNumber` were still free; they are taken then. */
    advance: (lastNumber: number, count: number): boolean => {
      if (!existsSync(dirname(path))) writeFileIfChanged(path, `${lastNumber}\n`, shownPath);
      return withLock(join(dirname(path), `.${basename(path)}.lock`), () => {
        if (read() !== lastNumber) return false;
        writeFileIfChanged(path, `${lastNumber + count}\n`, shownPath);
        return true;
      });
    },
  };
}

function needed(value: string | undefined, option: string, what: string): string {
  if (value !== undefined && value !== '') return value;
  throw new TopicmillError('INVALID_OPTION', `${option} is missing.`, { remedy: `Name ${what} with ${option}.` });
}
