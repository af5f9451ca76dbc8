import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { existingFolder } from '@topicmill/base/cli';
import { withOneForAll } from '@topicmill/pipeline/steps';
import type { Row, Table } from '../table.js';
import { tableCommand } from '../table-command.js';
import { besideItsPage, byCode, drawDiagnostics, drawOfEachCode, type FoundDiagnostic } from './draw-diagnostics.js';
import { compareAddresses } from './published-addresses.js';
import { comparePaths, publishedPaths } from './published-paths.js';
import { pageOf, type TriedRepository, tryRepository } from './try-repository.js';

interface RepositoriesOptions {
  readonly clones: string;
  readonly built?: string;
  readonly packed?: string;
  readonly only?: string;
  readonly draw?: string;
  readonly count: string;
  readonly perCode?: string;
  readonly seed: string;
}

const SHOWN_PATHS = 8;
/** Sets up and builds the repositories of a folder as they were cloned. */
export const repositories = tableCommand<RepositoriesOptions>(
  {
    name: 'npm run eval:repositories --',
    description:
      'Sets up and builds docs repositories as they were cloned, and compares the topics with the pages of their built sites.',
    examples: [
      ['npm run eval:repositories -- --clones <folder>', 'every git clone directly below the folder'],
      [
        'npm run eval:repositories -- --clones <folder> --built <folder>',
        'compared with built sites, or sitemaps, by name',
      ],
      ['npm run eval:repositories -- --clones <folder> --packed <folder>', 'with Nx and the packages installed there'],
      ['npm run eval:repositories -- --clones <folder> --draw drawn.txt', 'and 100 diagnostics next to their pages'],
    ],
  },
  (program) =>
    program
      .requiredOption('--clones <folder>', 'folder of git clones', existingFolder)
      .option(
        '--built <folder>',
        'folder with a built site, or its sitemap.xml, for a clone of the same name',
        existingFolder,
      )
      .option(
        '--packed <folder>',
        'folder in which topicmill, @topicmill/nx and nx are installed: build with them, with Nx',
        existingFolder,
      )
      .option('--only <names>', 'names of clones, with commas between them')
      .option('--draw <file>', 'write diagnostics drawn at random, with the lines around each, to be judged')
      .option('--count <number>', 'how many are drawn', '100')
      .option('--per-code <number>', 'how many of each code are drawn, instead of some of all')
      .option('--seed <number>', 'which ones are drawn', '1'),
  async function* measure({ clones, built, packed, only, draw, count, perCode, seed }, { log }) {
    // Node finds packages that are installed in a folder above, so nothing is installed in the copies.
    const work = mkdtempSync(join(packed ?? tmpdir(), 'repositories-'));
    const tried: Tried[] = [];
    const found: FoundDiagnostic[] = [];
    try {
      for (const name of only?.split(',') ?? clonesIn(clones)) {
        log(`${name}\n`);
        const result = tryRepository(join(clones, name), join(work, name), packed);
        tried.push({ name, result });
        found.push(...withOneForAll(result.diagnostics).map((diagnostic) => ({ repository: name, diagnostic })));
      }
      if (draw !== undefined) {
        const drawn =
          perCode === undefined
            ? drawDiagnostics(found, Number(count), Number(seed))
            : drawOfEachCode(found, Number(perCode), Number(seed));
        const texts = drawn.map((each) => besideItsPage(each, pageOf(join(work, each.repository), each.diagnostic)));
        writeFileSync(draw, texts.join('\n'));
      }
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    yield buildsTable(tried);
    yield codesTable(found);
    const compared = tried.filter(({ name }) => built !== undefined && existsSync(join(built, name)));
    if (built === undefined || compared.length === 0) return;
    yield pagesTable(compared, built);
    yield addressesTable(compared, built);
  },
);

interface Tried {
  readonly name: string;
  readonly result: TriedRepository;
}

function clonesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, '.git')))
    .sort();
}

function buildsTable(tried: readonly Tried[]): Table {
  return {
    title: 'Repositories as they were cloned: init --yes, build, build again',
    notes: [
      'Diagnostics are those that the end of a build tells; files are those that `git status` names.',
      'Changed again: topics that the last build changed. With Nx that is a third build, without Nx.',
    ],
    columns: [
      'generator',
      'exits',
      'topics',
      'left out',
      'diagnostics',
      's',
      's again',
      'hits',
      'changed again',
      'files',
    ],
    rows: tried.map(({ name, result }): Row => {
      const { generators, exits, topicCount, leftOutCount, buildSeconds, secondSeconds, changedAgain } = result;
      const seconds = [buildSeconds, secondSeconds].map((each) => Math.round(each * 10) / 10);
      const files = result.changedFiles.join(' ');
      const values = [
        generators.join(' '),
        exits.join(' '),
        topicCount,
        leftOutCount,
        withOneForAll(result.diagnostics).length,
      ];
      return { name, values: [...values, ...seconds, result.cacheHits, changedAgain, files] };
    }),
  };
}

function codesTable(found: readonly FoundDiagnostic[]): Table {
  return {
    title: 'Diagnostics by code',
    notes: ['Each counts once, as at the end of a build.'],
    columns: ['diagnostics', 'repositories'],
    rows: byCode(found).map(([name, same]) => ({
      name,
      values: [same.length, new Set(same.map(({ repository }) => repository)).size],
    })),
  };
}

function addressesTable(tried: readonly Tried[], built: string): Table {
  return {
    title: 'Addresses of chunks compared with the pages and ids of the built sites',
    notes: ['Sites of which there is only a sitemap do not count.'],
    columns: ['chunks', 'share', 'without page', 'without id'],
    rows: tried
      .filter(({ name }) => hasHtml(join(built, name)))
      .map(({ name, result }) => {
        const { checked, withoutPage, withoutId } = compareAddresses(
          join(built, name),
          result.chunkAddresses,
          result.base,
        );
        const share = 1 - (withoutPage.length + withoutId.length) / checked;
        return { name, values: [checked, `${(share * 100).toFixed(2)} %`, shown(withoutPage), shown(withoutId)] };
      }),
  };
}

function hasHtml(folder: string): boolean {
  return readdirSync(folder).includes('index.html');
}

function shown(texts: readonly string[]): string {
  return `${texts.length}${texts.length === 0 ? '' : `: ${texts.slice(0, SHOWN_PATHS).join(' ')}`}`;
}

function pagesTable(tried: readonly Tried[], built: string): Table {
  return {
    title: 'Topics and categories compared with the pages of the built sites',
    notes: ['Pages that generators make of no file, such as 404 and lists of tags, do not count.'],
    columns: ['published', 'missing', 'not published'],
    rows: tried.map(({ name, result }) => {
      const { published, missing, extra } = comparePaths(publishedPaths(join(built, name)), result.paths, result.base);
      return { name, values: [published, shown(missing), shown(extra)] };
    }),
  };
}
