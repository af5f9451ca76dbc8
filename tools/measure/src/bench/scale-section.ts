import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileIfChanged } from '@topicmill/base/files';
import { sum } from '@topicmill/base/sums';
import { generateTopics } from '@topicmill/test-support/generate';
import type { Row, Table } from '../table-command.js';
import { mcpSearches } from './mcp-searches.js';
import { runTopicmill, type TimedRun } from './run-topicmill.js';

const PAGES_PER_FOLDER = 25;
const SEED = 1;
/** Pages that another branch has changed, at most: half of them if there are fewer. */
const SWITCHED = 500;
const QUERY_COUNT = 200;
const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ru', 'sv'];
const BYTES_PER_MB = 1e6;
const BYTES_PER_BLOCK = 512;
const NO_DISK = [undefined, undefined, undefined, undefined];

interface ScaleOptions {
  readonly pageCounts: readonly number[];
  /** Languages, each a docs root: from 1 to 10. */
  readonly languageCounts: readonly number[];
}

/**
 * What builds and searches of generated sites take: each size in each number of languages.
 *
 * @param log told what is going on, since this takes minutes
 */
export async function scaleSection(options: ScaleOptions, log: (message: string) => void): Promise<Table> {
  const rows: Row[] = [];
  for (const pageCount of options.pageCounts) {
    for (const languageCount of options.languageCounts) {
      const size = `${pageCount} pages, ${languageCount === 1 ? '1 language' : `${languageCount} languages`}`;
      const site = new Site(pageCount, languageCount);
      try {
        for await (const { name, values } of measured(site)) {
          const [seconds, cpu] = values.map((each) => (typeof each === 'number' ? each.toFixed(2) : '–'));
          log(`${size}: ${name}: ${seconds} s, CPU ${cpu} s\n`);
          rows.push({ name: `${size}: ${name}`, values });
        }
      } finally {
        site.remove();
      }
    }
  }
  return {
    title: 'Scale',
    notes: [
      `Generated pages of 6 to 14 kB, ${PAGES_PER_FOLDER} a folder; each language is a docs root. Processes of their own, Node's start included; each build with its search index.`,
      `MCP: ${QUERY_COUNT} searches with words of the pages, one after the other, by one server.`,
      'Keyword shares are pinned after the cold build, as `topicmill init` does for pages.',
      'Copy: all sources, written once by one process, is the floor. Times sources: apparent bytes; on disk, blocks.',
    ],
    columns: ['s', 'CPU s', 'peak MB', 'MB', 'MB on disk', 'files', 'times sources', 'p50 ms', 'p99 ms'],
    rows,
  };
}

async function* measured(site: Site): AsyncGenerator<Row> {
  yield { name: 'copy of the sources', values: [secondsOf(() => site.copySources())] };
  const build = (): Promise<TimedRun> => runTopicmill(site.directory, ['build']);
  yield rowOf('cold build', await build());
  yield* diskRows(site);
  // As `topicmill init` does for pages: without it, one term that crosses a limit changes the keywords of all of them.
  await runTopicmill(site.directory, ['pin-keywords']);
  await build();
  yield rowOf('nothing changed', await build());
  site.edit();
  yield rowOf('one edit', await build());
  const [query] = site.queries(1);
  yield rowOf('first query after an edit', await runTopicmill(site.directory, ['query', query!]));
  yield rowOf('later query, words alone', await runTopicmill(site.directory, ['query', '--mode', 'bm25', query!]));
  const { milliseconds, server } = await mcpSearches(site.directory, site.queries(QUERY_COUNT));
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  yield {
    name: 'search over MCP',
    values: [
      sum(milliseconds) / 1000,
      server.cpuSeconds,
      server.peakBytes / BYTES_PER_MB,
      ...NO_DISK,
      at(0.5),
      at(0.99),
    ],
  };
  const switched = site.switchBranch();
  yield rowOf(`branch switch of ${switched} pages`, await build());
}

function rowOf(name: string, { seconds, cpuSeconds, peakBytes }: TimedRun): Row {
  return { name, values: [seconds, cpuSeconds, peakBytes / BYTES_PER_MB] };
}

/** What is on disk after a build, by kind. */
function diskRows(site: Site): Row[] {
  const sources = diskUse(join(site.directory, 'docs'));
  const kinds = ['topics', '.embedding-cache', ...site.below('.topicmill')];
  const uses = kinds.map((kind) => ({ kind, ...diskUse(join(site.directory, kind)) }));
  const total = {
    kind: 'all that is made',
    bytes: sum(uses.map(({ bytes }) => bytes)),
    blockBytes: sum(uses.map(({ blockBytes }) => blockBytes)),
    fileCount: sum(uses.map(({ fileCount }) => fileCount)),
  };
  return [total, ...uses, { kind: 'sources', ...sources }].map(({ kind, bytes, blockBytes, fileCount }) => ({
    name: `disk, ${kind}`,
    values: [
      undefined,
      undefined,
      undefined,
      bytes / BYTES_PER_MB,
      blockBytes / BYTES_PER_MB,
      fileCount,
      bytes / sources.bytes,
    ],
  }));
}

function diskUse(path: string): { bytes: number; blockBytes: number; fileCount: number } {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { bytes: 0, blockBytes: 0, fileCount: 0 };
  if (!stats.isDirectory()) return { bytes: stats.size, blockBytes: stats.blocks * BYTES_PER_BLOCK, fileCount: 1 };
  const below = readdirSync(path).map((name) => diskUse(join(path, name)));
  return {
    bytes: sum(below.map(({ bytes }) => bytes)),
    blockBytes: stats.blocks * BYTES_PER_BLOCK + sum(below.map(({ blockBytes }) => blockBytes)),
    fileCount: sum(below.map(({ fileCount }) => fileCount)),
  };
}

function secondsOf(run: () => void): number {
  const before = performance.now();
  run();
  return (performance.now() - before) / 1000;
}

/** A generated site in a temporary folder, under git. */
class Site {
  readonly directory = mkdtempSync(join(tmpdir(), 'topicmill-scale-'));
  /** Paths of its pages below the folder, spread over folders and languages. */
  private readonly pages: string[] = [];

  constructor(pageCount: number, languageCount: number) {
    const locales = LOCALES.slice(0, languageCount);
    const categoryCount = Math.ceil(pageCount / PAGES_PER_FOLDER);
    for (const { path, text } of generateTopics({
      topicCount: pageCount,
      categoryCount,
      seed: SEED,
      sources: 'pages',
    })) {
      if (!path.endsWith('.md')) continue;
      const locale = locales[this.pages.length % locales.length]!;
      const page = languageCount === 1 ? path : path.replace('docs/', `docs/${locale}/`);
      writeFileIfChanged(join(this.directory, page), text, page);
      this.pages.push(page);
    }
    writeFileSync(join(this.directory, 'topicmill.yaml'), settingsOf(languageCount === 1 ? [] : locales));
    writeFileSync(join(this.directory, '.gitignore'), '.topicmill\n.embedding-cache\ntopics\n');
    this.git('init', '--quiet');
    this.commit();
  }

  /** Writes every page once more, in another place. */
  copySources(): void {
    const copy = mkdtempSync(join(tmpdir(), 'topicmill-copy-'));
    cpSync(join(this.directory, 'docs'), copy, { recursive: true });
    rmSync(copy, { recursive: true });
  }

  edit(): void {
    this.append(this.pages[0]!, 'An edit of one page.');
  }

  /** Checks out a branch on which pages in all folders are other ones, and says how many. */
  switchBranch(): number {
    const count = Math.min(SWITCHED, Math.floor(this.pages.length / 2));
    this.commit();
    this.git('checkout', '--quiet', '-b', 'other');
    const stride = Math.floor(this.pages.length / count);
    for (let at = 0; at < count; at++) this.append(this.pages[at * stride]!, `Page ${at} on another branch.`);
    this.commit();
    return count;
  }

  /** Runs of three words from pages that are spread over the site. */
  queries(count: number): string[] {
    return Array.from({ length: count }, (_, at) => {
      const page = this.pages[Math.floor((at / count) * this.pages.length)]!;
      const words = readFileSync(join(this.directory, page), 'utf8').match(/[a-z]{4,}/g) ?? [];
      return words.slice(20, 23).join(' ');
    });
  }

  below(folder: string): string[] {
    return readdirSync(join(this.directory, folder)).map((name) => `${folder}/${name}`);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 });
  }

  private append(page: string, line: string): void {
    appendFileSync(join(this.directory, page), `\n${line}\n`);
  }

  private commit(): void {
    this.git('add', '.');
    this.git('-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '--quiet', '-m', 'pages');
  }

  private git(...args: readonly string[]): void {
    execFileSync('git', args, { cwd: this.directory });
  }
}

function settingsOf(locales: readonly string[]): string {
  const site = 'sources: pages\nsite: { generator: none }\n';
  if (locales.length === 0) return `docsRoot: docs\n${site}`;
  const roots = locales.map(
    (locale) => `  - { name: ${locale}, docsRoot: docs/${locale}, locale: ${locale}, site: { generator: none } }\n`,
  );
  return `sources: pages\nroots:\n${roots.join('')}`;
}
