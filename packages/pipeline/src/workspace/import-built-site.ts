import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  readDocument,
  readSealedFile,
  refuseLinkOrPipe,
  removeCacheFile,
  sealJson,
  sha256Hex,
  writeCacheFile,
} from '@topicmill/base/files';
import type { HtmlPage } from '@topicmill/text/html-pages';
import picomatch from 'picomatch';
import { stringify } from 'yaml';
import { IMPORTED_PAGES, lineOfKey, type PagesRoot, pagesRootsOf, parseConfig } from '../config/index.js';
import { BuildRecord, CONFIG_FILE, STATE_DIRECTORY } from '../runner/index.js';
import type { HtmlSettings } from '../sites/index.js';
import type { LeftOutFile } from '../sources/index.js';
import { engineId } from './engine-id.js';
import { FIRST_PAGE, type PublishedHtml, publishedSite, type ReadHtml } from './published-html.js';
import { walkDocsRoot } from './walk-docs-root.js';
import { findWorkspaceRoot, readConfigText } from './workspace-root.js';

/** What the last import of a docs root read and wrote. */
interface ImportState {
  /** What reading depends on besides the pages. */
  readonly reader: string;
  /** By path below the folder of the built site. */
  readonly pages: Readonly<Record<string, ReadHtml>>;
  /** Hashes of the markdown written, by path below the docs root. */
  readonly written: Readonly<Record<string, string>>;
  readonly leftOut: readonly LeftOutFile[];
}

/** A docs root whose pages are imported. */
type HtmlRoot = PagesRoot & { readonly site: HtmlSettings };

/**
 * Writes the pages of built sites as markdown below `.topicmill`, for the steps of pages to read; a page that has not
 * changed since costs a look at its file. Nothing is done in a workspace whose pages have other sources.
 *
 * @param path in a workspace
 * @throws TopicmillError `DOCS_ROOT_MISSING` where the folder of the built site is not there; FaultsError `CONFIG_INVALID`
 */
export async function importBuiltSites(path: string): Promise<void> {
  const root = findWorkspaceRoot(path);
  const text = root === undefined ? undefined : readConfigText(root);
  if (root === undefined || text?.includes('html') !== true) return;
  const roots = pagesRootsOf(parseConfig(text, CONFIG_FILE)).filter(isImported);
  if (roots.length === 0) return;
  const record = new BuildRecord(root, engineId());
  for (const each of roots) {
    refuseMissing(root, each.site.built, () =>
      lineOfKey(text, each.name === undefined ? ['site', 'built'] : ['roots']),
    );
    await importBuiltSite(root, each, record);
  }
  record.saveIfWritable();
}

/** The pages of HTML that are not topics, as they were imported last. */
export function leftOutHtml(root: string, roots: readonly PagesRoot[]): LeftOutFile[] {
  return roots.filter(isImported).flatMap(({ docsRoot }) => {
    const file = readSealedFile(join(root, statePath(docsRoot)));
    return file.status === 'sound' ? (file.content as ImportState).leftOut : [];
  });
}

function isImported(root: PagesRoot): root is HtmlRoot {
  return root.site.generator === 'html' && root.docsRoot.startsWith(IMPORTED_PAGES);
}

async function importBuiltSite(root: string, htmlRoot: HtmlRoot, hashes: Pick<BuildRecord, 'file'>): Promise<void> {
  const { docsRoot, site } = htmlRoot;
  const reader = sha256Hex(JSON.stringify([engineId(), site.content]));
  const before = readState(root, docsRoot, reader);
  const { readHtmlPage, markdownOf } = await import('@topicmill/text/html-pages');
  const read = new Map<string, HtmlPage>();
  const readPage = (path: string): HtmlPage => {
    const file = posix.join(site.built, path);
    refuseLinkOrPipe(join(root, file), file);
    const page = read.get(path) ?? readHtmlPage(readDocument(join(root, file), file).text, site.content);
    read.set(path, page);
    return page;
  };
  const pages = new Map<string, ReadHtml>();
  const unreadable: LeftOutFile[] = [];
  for (const path of htmlPathsIn(root, site.built, htmlRoot.exclude)) {
    const hash = hashes.file(posix.join(site.built, path));
    const old = before.pages[path];
    try {
      pages.set(path, old?.hash === hash ? old : keptOf(readPage(path), path, hash));
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      unreadable.push({ path: posix.join(site.built, path), reason: `${thrown.code}: ${thrown.message}` });
    }
  }
  const { pages: published, leftOut, frame } = publishedSite(pages, site.url);
  const written: Record<string, string> = {};
  for (const page of published) {
    const { hash, keys } = pages.get(page.path)!;
    const frontMatter = frontMatterOf(page);
    const target = posix.join(docsRoot, page.target);
    written[page.target] = sha256Hex([hash, frontMatter, ...keys.filter((key) => frame.has(key))].join('\0'));
    if (written[page.target] === before.written[page.target] && existsSync(join(root, target))) continue;
    const blocks = readPage(page.path).blocks.filter(({ key }) => key === undefined || !frame.has(key));
    writeImported(root, target, `---\n${frontMatter}---\n\n${markdownOf(blocks)}`);
  }
  removeOthers(root, docsRoot, written);
  const reasons = Array.from(leftOut, ([path, reason]) => ({ path: posix.join(site.built, path), reason }));
  const state: ImportState = {
    ...{ reader, written, pages: Object.fromEntries(pages) },
    leftOut: [...unreadable, ...reasons],
  };
  if (JSON.stringify(state) !== JSON.stringify(before)) writeImported(root, statePath(docsRoot), sealJson(state));
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
  const { title, description, language, canonical, version, isHidden, redirect, blocks } = page;
  const keys = [...new Set(blocks.flatMap(({ key }) => key ?? []))];
  const navigation = path === FIRST_PAGE ? page.navigation : [];
  // As it is read again from JSON, which has no `undefined`.
  return JSON.parse(
    JSON.stringify({ hash, title, description, language, canonical, version, isHidden, redirect, keys, navigation }),
  ) as ReadHtml;
}

function frontMatterOf({ title, description, route, aliases, language, place }: PublishedHtml): string {
  return stringify({ title, description, permalink: route, aliases, lang: language, weight: place });
}

function writeImported(root: string, path: string, content: string | Uint8Array): void {
  writeCacheFile(join(root, STATE_DIRECTORY), join(root, path), content);
}

/** Pages that no page of HTML has any more. */
function removeOthers(root: string, docsRoot: string, written: Readonly<Record<string, string>>): void {
  if (!existsSync(join(root, docsRoot))) return;
  const { paths } = walkDocsRoot(root, docsRoot, {
    entersFolder: () => true,
    takesFile: (name, path) => name.endsWith('.md') && !Object.hasOwn(written, path),
    includesIgnored: true,
  });
  for (const path of paths) removeCacheFile(join(root, STATE_DIRECTORY), join(root, docsRoot, path));
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
