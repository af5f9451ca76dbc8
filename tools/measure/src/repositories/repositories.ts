import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { existingFolder } from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { pagesRootsOf, resultsRootOf } from '@topicmill/pipeline/config';
import { withRepeatsSummarized } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { readIndexJson } from '@topicmill/topics/formats';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import { DomUtils, parseDocument } from 'htmlparser2';
import { type Row, type Table, tableCommand } from '../table-command.js';
import { buildDirectly, buildWithNx, type Commands, commandsOf, run, runNode, succeed } from './commands.js';

/** The pages of a built site, paired with their topics. Paths are those of addresses, in one form. */
interface PathComparison {
  readonly published: number;
  /** Published and no topic. */
  readonly missing: readonly string[];
  /** Topics that are not published. */
  readonly extra: readonly string[];
}

/** What generators make of no source file; where a topic has such a name, its page is one like any other. */
const MADE = /(?:^|\/)(?:404|search|tags?|categories|authors|archive|page|genindex|print|toc)(?:\/|$)/;
const REDIRECT = /<meta[^>]+http-equiv="?refresh/i;

/** The paths of the pages of a built site: those of its `sitemap.xml` or `sitemap-0.xml`, else of its HTML files without redirects. */
export function publishedPaths(folder: string): Set<string> {
  const sitemap = ['sitemap-0.xml', 'sitemap.xml'].map((name) => join(folder, name)).find((path) => existsSync(path));
  const paths = sitemap === undefined ? htmlPaths(folder) : addressesIn(readFileSync(sitemap, 'utf8'));
  return new Set(paths.map(pathOfAddress));
}

function addressesIn(sitemap: string): string[] {
  const document = parseDocument(sitemap, { xmlMode: true });
  return DomUtils.getElementsByTagName('loc', document, true).map((location) => DomUtils.textContent(location).trim());
}

function htmlPaths(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !REDIRECT.test(readFileSync(file, 'utf8').slice(0, 2000)))
    .map((file) => relative(folder, file).split(sep).join('/'));
}

/** The path of an address without slashes around it, `index.html` and `.html`. */
export function pathOfAddress(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
  const bare = path.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '');
  return decodeURI(bare).replace(/^\/+|\/+$/g, '');
}

/** @param base path at which the site is published; HTML files are below none */
export function comparePaths(
  published: ReadonlySet<string>,
  topics: ReadonlySet<string>,
  base: string,
): PathComparison {
  const below = (path: string): string =>
    base !== '' && (path === base || path.startsWith(`${base}/`)) ? path.slice(base.length).replace(/^\//, '') : path;
  const isOfSource = (path: string): boolean => bare.topics.has(path) || !MADE.test(path);
  const bare = { published: new Set([...published].map(below)), topics: new Set([...topics].map(below)) };
  return {
    published: [...bare.published].filter(isOfSource).length,
    missing: [...bare.published].filter((path) => isOfSource(path) && !bare.topics.has(path)).sort(),
    extra: [...bare.topics].filter((path) => !bare.published.has(path)).sort(),
  };
}

const SHOWN_PATHS = 8;

/** A repository by the name of its clone. */
export interface Tried {
  readonly name: string;
  readonly result: TriedRepository;
}

export function buildsTable(tried: readonly Tried[]): Table {
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
        withRepeatsSummarized(result.diagnostics).length,
      ];
      return { name, values: [...values, ...seconds, result.cacheHits, changedAgain, files] };
    }),
  };
}

export function codesTable(tried: readonly Tried[]): Table {
  const found = tried.flatMap(({ name, result }) =>
    withRepeatsSummarized(result.diagnostics).map(({ code }) => ({ code, repository: name })),
  );
  return {
    title: 'Diagnostics by code',
    notes: ['Each counts once, as at the end of a build.'],
    columns: ['diagnostics', 'repositories'],
    rows: [...new Set(found.map(({ code }) => code))].sort(compareCodeUnits).map((name) => {
      const same = found.filter(({ code }) => code === name);
      return { name, values: [same.length, new Set(same.map(({ repository }) => repository)).size] };
    }),
  };
}

export function addressesTable(tried: readonly Tried[], built: string): Table {
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

export function pagesTable(tried: readonly Tried[], built: string): Table {
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

/** The addresses of chunks compared with the HTML of a built site. */
interface AddressComparison {
  readonly checked: number;
  /** Addresses whose page the site does not have. */
  readonly withoutPage: readonly string[];
  /** Addresses whose page has no such id. */
  readonly withoutId: readonly string[];
}

/**
 * Looks for the page and the id of every address, as a browser would.
 *
 * @param folder a built site
 * @param base path at which the site is published, without slashes around it; its HTML files are below none
 */
export function compareAddresses(folder: string, addresses: readonly string[], base: string): AddressComparison {
  const idsOfFile = new Map<string, ReadonlySet<string>>();
  const withoutPage: string[] = [];
  const withoutId: string[] = [];
  for (const address of addresses) {
    const { pathname, hash } = new URL(address, 'http://site');
    const file = htmlFile(folder, decodeURI(pathname), base);
    if (file === undefined) {
      withoutPage.push(address);
      continue;
    }
    if (hash === '') continue;
    const ids = idsOfFile.get(file) ?? idsIn(readFileSync(file, 'utf8'));
    idsOfFile.set(file, ids);
    if (!ids.has(decodeURIComponent(hash.slice(1)))) withoutId.push(address);
  }
  return { checked: addresses.length, withoutPage, withoutId };
}

/** The file that a static server sends for a path. */
function htmlFile(folder: string, pathname: string, base: string): string | undefined {
  const path = pathname.slice(1);
  const below = base !== '' && `${path}/`.startsWith(`${base}/`) ? path.slice(base.length).replace(/^\//, '') : path;
  const names =
    below === '' || below.endsWith('/') ? [`${below}index.html`] : [below, `${below}.html`, `${below}/index.html`];
  return names.map((name) => join(folder, name)).find((file) => existsSync(file) && statSync(file).isFile());
}

/** All possible targets of `#`: ids, and names of links. */
function idsIn(html: string): Set<string> {
  const elements = DomUtils.getElementsByTagName('*', parseDocument(html), true);
  return new Set(
    elements.flatMap(({ name, attribs }) => [attribs['id'] ?? [], name === 'a' ? (attribs['name'] ?? []) : []].flat()),
  );
}

interface RepositoriesOptions {
  readonly clones: string;
  readonly built?: string;
  readonly packed?: string;
  readonly only?: string;
}

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
      .option('--only <names>', 'names of clones, with commas between them'),
  async function* measure({ clones, built, packed, only }, { log }) {
    // Node finds packages that are installed in a folder above, so nothing is installed in the copies.
    const work = mkdtempSync(join(packed ?? tmpdir(), 'repositories-'));
    const commands = commandsOf(packed);
    const tried: Tried[] = [];
    try {
      for (const name of only?.split(',') ?? clonesIn(clones)) {
        log(`${name}\n`);
        tried.push({ name, result: tryRepository(join(clones, name), join(work, name), commands) });
      }
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    yield buildsTable(tried);
    yield codesTable(tried);
    const compared = tried.filter(({ name }) => built !== undefined && existsSync(join(built, name)));
    if (built === undefined || compared.length === 0) return;
    yield pagesTable(compared, built);
    yield addressesTable(compared, built);
  },
);

function clonesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, '.git')))
    .sort();
}

/** The result of `topicmill init` and two builds in a repository. */
export interface TriedRepository {
  readonly generators: readonly string[];
  /** Of `init --yes` and the builds. */
  readonly exits: readonly (number | null)[];
  readonly buildSeconds: number;
  readonly secondSeconds: number;
  /** Topics that a later build changed. */
  readonly changedAgain: number;
  /** Tasks that Nx answered from its cache in the second build, of how many; `undefined` without Nx. */
  readonly cacheHits: string | undefined;
  readonly topicCount: number;
  readonly leftOutCount: number;
  /** Paths of the addresses of all pages, as `pathOfAddress` has them. */
  readonly paths: ReadonlySet<string>;
  /** Path of the address of the site. */
  readonly base: string;
  /** Addresses of all chunks. */
  readonly chunkAddresses: readonly string[];
  /** What `git status` names. */
  readonly changedFiles: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Sets up and builds a copy of a repository with the commands that a user has.
 *
 * @param clone a clone; it stays as it is
 * @param copy folder that is made for the copy
 */
export function tryRepository(clone: string, copy: string, { topicmill, nx }: Commands): TriedRepository {
  succeed(run('git', ['clone', '--quiet', '--shared', clone, copy], '.'));
  const init = runNode(topicmill, ['init', '--yes'], copy);
  if (!existsSync(join(copy, 'topicmill.yaml'))) throw new Error(`${clone}: init\n${init.stdout}${init.stderr}`);
  const byNx = nx === undefined ? [] : [buildWithNx(nx, copy), buildWithNx(nx, copy)];
  // With Nx, a third build: it says what the others noticed, and would change what they had made otherwise.
  const direct =
    nx === undefined
      ? [buildDirectly(topicmill, copy), buildDirectly(topicmill, copy)]
      : [buildDirectly(topicmill, copy)];
  const builds = [...byNx, ...direct];
  const hits = byNx.at(1)?.cache;
  const status = succeed(run('git', ['status', '--porcelain', '--untracked-files=all'], copy));
  const workspace = openWorkspace(copy, { env: {} });
  const folders = [...workspace.tree.values()];
  const urls = folders.flatMap(({ page, category }) => page?.url ?? category?.url ?? []);
  const sites = pagesRootsOf(workspace.config).map(({ site }) => site);
  return {
    generators: [...new Set(sites.map(({ generator }) => generator))],
    exits: [init.status, ...builds.map(({ exit }) => exit)],
    buildSeconds: builds[0]!.seconds,
    secondSeconds: builds[1]!.seconds,
    changedAgain: direct.at(-1)!.changedCount,
    cacheHits: hits === undefined ? undefined : `${hits.hits}/${hits.tasks}`,
    topicCount: folders.filter(({ isTopic }) => isTopic).length,
    leftOutCount: workspace.leftOut.length,
    paths: new Set(urls.map(pathOfAddress)),
    base: pathOfAddress(sites[0]!.url),
    chunkAddresses: folders.flatMap(({ id }) => chunkAddresses(join(copy, resultsRootOf(workspace.config), id))),
    changedFiles: status
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(3)),
    diagnostics: direct[0]!.diagnostics,
  };
}

/** Addresses of the chunks of a topic, by its folder of results; none of a folder without a text of its own. */
function chunkAddresses(results: string): string[] {
  const file = join(results, INDEX_FILE);
  if (!existsSync(file)) return [];
  const { chunks } = readIndexJson(readFileSync(file, 'utf8'), file)._embedded;
  return Object.values(chunks ?? {}).flatMap(({ items }) => items.flatMap(({ url }) => url ?? []));
}
