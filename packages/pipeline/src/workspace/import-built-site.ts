import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readSealedFile, removeCacheFile, sealJson, sha256Hex, writeCacheFile } from '@topicmill/base/files';
import type { HtmlPage } from '@topicmill/text/html-pages';
import picomatch from 'picomatch';
import { stringify } from 'yaml';
import { IMPORTED_PAGES, lineOfKey, type PagesRoot, pagesRootsOf, parseConfig } from '../config/index.js';
import { BuildRecord, CONFIG_FILE, fileHash, STATE_DIRECTORY } from '../runner/index.js';
import type { HtmlSettings } from '../sites/index.js';
import type { BuiltPage, LeftOutFile, PublishedBlock } from '../sources/index.js';
import { engineId } from './engine-id.js';
import { HtmlReader } from './html-reader.js';
import {
  FIRST_PAGE,
  frameOf,
  type PublishedHtml,
  publishedSite,
  type ReadHtml,
  reasonToLeaveOut,
  routeOf,
  withoutFrame,
} from './published-html.js';
import { walkDocsRoot } from './walk-docs-root.js';
import { findWorkspaceRoot, readConfigText } from './workspace-root.js';

/** What the last import of a docs root read and wrote. */
interface ImportState {
  /** What reading depends on besides the pages. */
  readonly reader: string;
  /** By path below the folder of the built site. */
  readonly pages: Readonly<Record<string, ReadHtml>>;
  /** Hashes of the markdown and of what it was made from, by path below the docs root. */
  readonly written: Readonly<Record<string, string>>;
  readonly leftOut: readonly LeftOutFile[];
}

/** @param done pages of HTML that were looked at, of `total` */
type PageListener = (done: number, total: number) => void;

/** A docs root whose pages are imported. */
type HtmlRoot = PagesRoot & { readonly site: HtmlSettings };

/**
 * Writes the pages of built sites as markdown below `.topicmill`, for the steps of pages to read; a page that has not
 * changed since costs a look at its file. Nothing is done in a workspace whose pages have other sources.
 *
 * @param path in a workspace
 * @param onPage told of each page that was looked at, of how many of its site
 * @throws TopicmillError `DOCS_ROOT_MISSING` where the folder of the built site is not there; FaultsError `CONFIG_INVALID`
 */
export async function importBuiltSites(path: string, onPage: PageListener = () => undefined): Promise<void> {
  const root = findWorkspaceRoot(path);
  const text = root === undefined ? undefined : readConfigText(root);
  if (root === undefined || text === undefined || !/\b(?:html|built)\b/.test(text)) return;
  const all = pagesRootsOf(parseConfig(text, CONFIG_FILE));
  const roots = all.filter(isImported);
  const compared = all.filter((each) => !isImported(each) && each.site.built !== undefined);
  if (roots.length + compared.length === 0) return;
  const record = new BuildRecord(root, engineId());
  for (const built of new Set(compared.map(({ site }) => site.built!)))
    await readBuiltPages(root, built, record, onPage);
  for (const each of roots) {
    refuseMissing(root, each.site.built, () =>
      lineOfKey(text, each.name === undefined ? ['site', 'built'] : ['roots']),
    );
    await importBuiltSite(root, each, record, onPage);
  }
  record.saveIfWritable();
}

/** A page of HTML as it is compared with a page of markdown. */
interface ComparedHtml extends Pick<ReadHtml, 'hash' | 'title' | 'canonical' | 'keys'> {
  readonly editLink?: string | undefined;
  /** Those of its keys that frame the text of all pages. */
  readonly frame?: readonly string[];
  /** Why it has no text, where it has none. */
  readonly textless?: string | undefined;
}

/** What was read last of a built site whose pages are markdown. */
interface ComparedState {
  readonly reader: string;
  /** By path below the folder; those that are no pages have no more than `isLeftOut`. */
  readonly pages: Readonly<Record<string, ComparedHtml | { readonly hash: string; readonly isLeftOut: true }>>;
  /** Hashes of the files of blocks and of what they were made from, by path below the folder for them. */
  readonly written: Readonly<Record<string, string>>;
}

/**
 * Reads what has changed of the HTML of a site whose pages are markdown, and writes the blocks of its pages below `.topicmill`;
 * without its folder there is none.
 */
async function readBuiltPages(
  root: string,
  built: string,
  hashes: Pick<BuildRecord, 'file'>,
  onPage: PageListener,
): Promise<void> {
  const isThere = statSync(join(root, built), { throwIfNoEntry: false })?.isDirectory() === true;
  const folder = comparedFolder(built);
  const before = readComparedState(root, built);
  const files = new ImportedFiles(root, folder, before.written, hashes);
  const found = hashedPages(isThere ? htmlPathsIn(root, built) : [], built, hashes);
  const changed = found.filter(({ path, hash }) => before.pages[path]?.hash !== hash).map(({ path }) => path);
  const reader = new HtmlReader(root, built, changed);
  const read: Record<string, ComparedState['pages'][string]> = {};
  try {
    for (const [at, { path, hash }] of found.entries()) {
      const old = before.pages[path];
      const result = old?.hash === hash ? undefined : await reader.read(path);
      const page: ComparedState['pages'][string] =
        result === undefined ? old! : { hash, ...comparedHtml(path, result.page) };
      read[path] = page;
      if (!('isLeftOut' in page)) {
        const blocksOf = async (): Promise<string> => {
          const { page: readNow } = result ?? (await reader.read(path));
          return JSON.stringify(readNow?.blocks.map(publishedBlock) ?? []);
        };
        await files.update(blocksFile(path), [hash], blocksOf);
      }
      onPage(at + 1, found.length);
    }
  } finally {
    await reader.close();
  }
  const state: ComparedState = { reader: engineId(), pages: withFrame(read), written: files.finish() };
  if (JSON.stringify(state) !== JSON.stringify(before)) writeImported(root, `${folder}.json`, sealJson(state));
}

function hashedPages(
  paths: readonly string[],
  built: string,
  hashes: Pick<BuildRecord, 'file'>,
): { readonly path: string; readonly hash: string }[] {
  return paths.map((path) => ({ path, hash: hashes.file(posix.join(built, path)) }));
}

function withFrame(pages: ComparedState['pages']): ComparedState['pages'] {
  const frame = frameOf(Object.values(pages).flatMap((page) => ('isLeftOut' in page ? [] : [page])));
  return Object.fromEntries(
    Object.entries(pages).map(([path, page]) => {
      if ('isLeftOut' in page) return [path, page];
      const { frame: _, ...rest } = page;
      const own = page.keys.filter((key) => frame.has(key));
      return [path, own.length === 0 ? rest : { ...rest, frame: own }];
    }),
  );
}

function comparedHtml(
  path: string,
  page: HtmlPage | undefined,
): Omit<ComparedHtml, 'hash'> | { readonly isLeftOut: true } {
  // A page of links that somebody wrote is a page.
  if (page === undefined || reasonToLeaveOut(path, { ...page, textless: undefined }) !== undefined)
    return { isLeftOut: true };
  const { title, editLink, canonical, textless } = page;
  const compared = { title, editLink, canonical, textless, keys: keysOf(page) };
  return JSON.parse(JSON.stringify(compared)) as Omit<ComparedHtml, 'hash'>;
}

function publishedBlock({ markdown, level, title = '', id, key }: HtmlPage['blocks'][number]): PublishedBlock {
  return level === undefined ? { markdown, key } : { level, title, id };
}

/** The HTML of a docs root whose pages are markdown, as it was read last; `undefined` where there is none. */
export function builtPagesOf(root: string, { site }: PagesRoot): ReadonlyMap<string, BuiltPage> | undefined {
  if (site.generator === 'html' || site.built === undefined) return undefined;
  const folder = comparedFolder(site.built);
  const pages = Object.entries(readComparedState(root, site.built).pages).flatMap(([path, page]) =>
    'isLeftOut' in page ? [] : [[path, builtPage(path, page, folder, site.url)] as const],
  );
  return new Map(pages);
}

function builtPage(
  path: string,
  { title, editLink, canonical, textless, keys, frame = [] }: ComparedHtml,
  folder: string,
  url: string,
): BuiltPage {
  const blocks = posix.join(folder, blocksFile(path));
  const hasText = textless === undefined && keys.some((key) => !frame.includes(key));
  return { title, editLink, route: routeOf(path, canonical, url), blocks, hasText, ...(frame.length > 0 && { frame }) };
}

function blocksFile(path: string): string {
  return `${path}.json`;
}

function readComparedState(root: string, built: string): ComparedState {
  const file = readSealedFile(join(root, `${comparedFolder(built)}.json`));
  const state = file.status === 'sound' ? (file.content as ComparedState) : undefined;
  return state?.reader === engineId() ? state : { reader: engineId(), pages: {}, written: {} };
}

function comparedFolder(built: string): string {
  return posix.join(STATE_DIRECTORY, 'built', sha256Hex(posix.normalize(built)).slice(0, 16));
}

/** The pages of HTML that are not topics, as they were imported last. */
export function leftOutHtml(root: string, roots: readonly PagesRoot[]): LeftOutFile[] {
  return roots.filter(isImported).flatMap(({ docsRoot }) => {
    const file = readSealedFile(join(root, statePath(docsRoot)));
    return file.status === 'sound' ? (file.content as ImportState).leftOut : [];
  });
}

/** The folders for what was imported of built sites, below `.topicmill`; each has a file of the same name with `.json`. */
export function importFolders(roots: readonly PagesRoot[]): string[] {
  const folders = roots.flatMap((root) =>
    isImported(root) ? root.docsRoot : root.site.built === undefined ? [] : comparedFolder(root.site.built),
  );
  return folders.map((folder) => posix.relative(STATE_DIRECTORY, folder));
}

function isImported(root: PagesRoot): root is HtmlRoot {
  return root.site.generator === 'html' && root.docsRoot.startsWith(IMPORTED_PAGES);
}

async function importBuiltSite(
  root: string,
  htmlRoot: HtmlRoot,
  hashes: Pick<BuildRecord, 'file'>,
  onPage: PageListener,
): Promise<void> {
  const { docsRoot, site } = htmlRoot;
  const reader = sha256Hex(JSON.stringify([engineId(), site.content]));
  const before = readState(root, docsRoot, reader);
  const found = hashedPages(htmlPathsIn(root, site.built, htmlRoot.exclude), site.built, hashes);
  const changed = found.filter(({ path, hash }) => before.pages[path]?.hash !== hash).map(({ path }) => path);
  const html = new HtmlReader(root, site.built, changed, site.content);
  try {
    const pages = new Map<string, ReadHtml>();
    const read = new Map<string, HtmlPage>();
    const unreadable: LeftOutFile[] = [];
    for (const [at, { path, hash }] of found.entries()) {
      const old = before.pages[path];
      const result = old?.hash === hash ? undefined : await html.read(path);
      if (result?.page !== undefined) read.set(path, result.page);
      if (result === undefined) pages.set(path, old!);
      else if (result.page !== undefined) pages.set(path, keptOf(result.page, path, hash));
      else unreadable.push({ path: posix.join(site.built, path), reason: result.reason });
      onPage(at + 1, found.length);
    }
    const { pages: published, leftOut, frame } = publishedSite(pages, site.url);
    const files = new ImportedFiles(root, docsRoot, before.written, hashes);
    const { markdownOf } = await import('@topicmill/text/html-pages');
    for (const page of published) {
      const { hash, keys } = pages.get(page.path)!;
      const frontMatter = frontMatterOf(page);
      await files.update(page.target, [hash, frontMatter, ...keys.filter((key) => frame.has(key))], async () => {
        const { blocks } = read.get(page.path) ?? (await html.read(page.path)).page!;
        return `---\n${frontMatter}---\n\n${markdownOf(withoutFrame(blocks, frame))}`;
      });
    }
    const reasons = Array.from(leftOut, ([path, reason]) => ({ path: posix.join(site.built, path), reason }));
    const state: ImportState = {
      ...{ reader, written: files.finish(), pages: Object.fromEntries(pages) },
      leftOut: [...unreadable, ...reasons],
    };
    if (JSON.stringify(state) !== JSON.stringify(before)) writeImported(root, statePath(docsRoot), sealJson(state));
  } finally {
    await html.close();
  }
}

/** Paths of the pages below the folder of a built site, sorted. */
export function htmlPathsIn(root: string, built: string, exclude: readonly string[] = []): string[] {
  const isExcluded = exclude.length === 0 ? () => false : picomatch([...exclude]);
  const { paths } = walkDocsRoot(root, built, {
    entersFolder: (name) => name !== 'node_modules' && !name.startsWith('.'),
    takesFile: (name, path) => /\.x?html?$/i.test(name) && !isExcluded(path),
    includesIgnored: true,
  });
  return paths.toSorted();
}

function keptOf(page: HtmlPage, path: string, hash: string): ReadHtml {
  const { title, description, language, canonical, version, isHidden, redirect, textless } = page;
  const keys = keysOf(page);
  const navigation = path === FIRST_PAGE ? page.navigation : [];
  // As it is read again from JSON, which has no `undefined`.
  return JSON.parse(
    JSON.stringify({
      hash,
      title,
      description,
      language,
      canonical,
      version,
      isHidden,
      redirect,
      textless,
      keys,
      navigation,
    }),
  ) as ReadHtml;
}

function keysOf({ blocks }: HtmlPage): string[] {
  return [...new Set(blocks.flatMap(({ key }) => key ?? []))];
}

function frontMatterOf({ title, description, route, aliases, language, place }: PublishedHtml): string {
  return stringify({ title, description, permalink: route, aliases, lang: language, weight: place });
}

function writeImported(root: string, path: string, content: string | Uint8Array): void {
  writeCacheFile(join(root, STATE_DIRECTORY), join(root, path), content);
}

/** The files that are made of a built site: each is made again where what it is made from has changed, or the file itself. */
class ImportedFiles {
  private readonly written: Record<string, string> = {};

  /** @param before hashes as `finish` gave them last */
  constructor(
    private readonly root: string,
    private readonly folder: string,
    private readonly before: Readonly<Record<string, string>>,
    private readonly hashes: Pick<BuildRecord, 'file'>,
  ) {}

  async update(name: string, madeFrom: readonly string[], make: () => Promise<string>): Promise<void> {
    const path = posix.join(this.folder, name);
    const from = sha256Hex(madeFrom.join('\0'));
    let hashes = `${from} ${this.hashes.file(path)}`;
    if (hashes !== this.before[name]) {
      const content = await make();
      writeImported(this.root, path, content);
      hashes = `${from} ${fileHash(Buffer.from(content))}`;
    }
    this.written[name] = hashes;
  }

  /** Removes files of pages that the site has no more. */
  finish(): Readonly<Record<string, string>> {
    const { root, folder, written } = this;
    if (!existsSync(join(root, folder))) return written;
    const { paths } = walkDocsRoot(root, folder, {
      entersFolder: () => true,
      takesFile: (_name, path) => !Object.hasOwn(written, path),
      includesIgnored: true,
    });
    for (const path of paths) removeCacheFile(join(root, STATE_DIRECTORY), join(root, folder, path));
    return written;
  }
}

function refuseMissing(root: string, built: string, lineOfFolder: () => number | undefined): void {
  if (statSync(join(root, built), { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new TopicmillError('DOCS_ROOT_MISSING', `The built site "${built}" is not a folder.`, {
    file: CONFIG_FILE,
    line: lineOfFolder(),
    remedy: 'Build the site first, or correct site.built.',
  });
}

function statePath(docsRoot: string): string {
  return `${docsRoot}.json`;
}

function readState(root: string, docsRoot: string, reader: string): ImportState {
  const file = readSealedFile(join(root, statePath(docsRoot)));
  const state = file.status === 'sound' ? (file.content as ImportState) : undefined;
  return state?.reader === reader ? state : { reader, pages: {}, written: {}, leftOut: [] };
}
