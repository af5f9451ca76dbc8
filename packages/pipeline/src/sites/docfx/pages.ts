import { isObject } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { decodeIfValid, resolvePath } from '@topicmill/base/paths';
import { parseYaml } from '@topicmill/base/yaml';
import { pathIn } from '@topicmill/topics/formats/file-names';
import * as z from 'zod';
import { applyOrder, orderPages } from '../page-order.js';
import { foldersAbove, joinPath, splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import { type PlacedPage, type Publication, partSources, type SiteContext } from '../publication.js';
import { built, inclusions, order, url } from '../settings.js';

/** What `topicmill.yaml` may say about a site. */
export const settings = z.strictObject({
  generator: z.literal('docfx'),
  url,
  built,
  pathPrefix: z.string().default('').describe('Path of docsRoot in the site: dest of build.content in docfx.json.'),
  configFolder: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of docfx.json, relative to this file: paths that begin with ~/ start there. docsRoot if unset.'),
  cleanUrls: z
    .boolean()
    .default(false)
    .describe('Whether addresses have no .html at their end, as those of Microsoft Learn.'),
  inclusions,
  order,
});

export type Settings = z.infer<typeof settings>;

/** Globs of tables of contents below the docs root. */
export const TOC_FILES: readonly string[] = ['**/[Tt][Oo][Cc].{md,yml}'];

/** Where Microsoft publishes its docs. */
export const LEARN = 'https://learn.microsoft.com';
const TOC = /(?:^|\/)toc\.(?:md|yml)$/i;
const PAGE = /\.md$/i;
/** Keys of an entry that lead to pages, in reading order. */
const LEADING_KEYS = ['homepage', 'topicHref', 'href', 'tocHref', 'items'] as const;
const LINK = /\]\([ \t]*<?([^()\s<>]{1,500})/g;

/** Whether a file is a table of contents, and no page. */
function isToc(path: string): boolean {
  return TOC.test(path);
}

/**
 * The pages that tables of contents lead to, as paths without extension, in reading order: those of the outermost table,
 * with what a table that an entry leads to names in its place, then those of tables to which nothing leads.
 *
 * @param files texts by path below the docs root, of tables of contents and of others
 */
function tocOrder(files: ReadonlyMap<string, string>): string[] {
  const tables = [...files.keys()].filter(isToc);
  const byDepth = tables.sort((a, b) => foldersAbove(a).length - foldersAbove(b).length || compareCodeUnits(a, b));
  const reader = new TocReader(files, new Map(byDepth.map((path) => [path.toLowerCase(), path])));
  for (const path of byDepth) reader.readTable(path);
  return [...reader.pages];
}

class TocReader {
  readonly pages = new Set<string>();
  private readonly read = new Set<string>();

  constructor(
    private readonly files: ReadonlyMap<string, string>,
    /** Paths of the tables by themselves in lower case. */
    private readonly tables: ReadonlyMap<string, string>,
  ) {}

  readTable(path: string): void {
    if (this.read.has(path)) return;
    this.read.add(path);
    const text = this.files.get(path) ?? '';
    const { folder } = splitPath(path);
    if (PAGE.test(path)) for (const [, href] of text.matchAll(LINK)) this.follow(href!, folder);
    else this.readEntries(valuesOf(text), folder);
  }

  private readEntries(value: unknown, folder: string): void {
    if (Array.isArray(value)) for (const each of value) this.readEntries(each, folder);
    else if (typeof value === 'string') this.follow(value, folder);
    else if (isObject(value)) for (const key of LEADING_KEYS) this.readEntries(value[key], folder);
  }

  /** A link to a page, to a table of contents, or to the folder of one. */
  private follow(href: string, folder: string): void {
    const written = decodeIfValid(href.replace(/[?#].*/s, ''));
    if (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(written)) return;
    const path = written.startsWith('~/') ? resolvePath('', written.slice(2)) : resolvePath(folder, written);
    if (path === undefined) return;
    const table = this.tableAt(written.endsWith('/') ? path.replace(/\/$/, '') : path, written.endsWith('/'));
    if (table !== undefined) this.readTable(table);
    else if (PAGE.test(path) && !isToc(path)) this.pages.add(path.slice(0, -'.md'.length));
  }

  private tableAt(path: string, isFolder: boolean): string | undefined {
    const places = isFolder ? ['toc.yml', 'toc.md'].map((name) => pathIn(path, name)) : [path];
    const found = places.find((place) => this.tables.has(place.toLowerCase()));
    return found === undefined ? undefined : this.tables.get(found.toLowerCase());
  }
}

/** A list of entries, or an object that contains it; nothing where the file is not sound. */
function valuesOf(yaml: string): unknown {
  try {
    return parseYaml(yaml).toJS();
  } catch {
    return undefined;
  }
}

/** The pages of a DocFX site, in the order of its tables of contents. */
export function docfxPages(
  sources: readonly PageSource[],
  settings: Settings,
  { files, version }: SiteContext,
): Publication {
  const { published, leftOut } = partSources(sources, ({ path, frontMatter }) => {
    if (!/\.md$/i.test(path)) return 'not .md';
    if (isToc(path)) return 'a table of contents';
    return typeof frontMatter['redirect_url'] === 'string' ? 'redirect_url' : undefined;
  });
  const ordered = orderPages(published, { isOwnPage: ({ path }) => isIndex(path) });
  // Microsoft Learn shows all versions of a page at one address, and without a query the one that it chooses.
  const query = version !== undefined && settings.url.startsWith(LEARN) ? `view=${version}` : undefined;
  const pages = ordered.map((source): PlacedPage => ({ source, route: routeOf(source.path, settings), query }));
  return { pages: applyOrder(pages, settings.order ?? tocOrder(files)), leftOut, categories: [] };
}

function isIndex(path: string): boolean {
  return splitPath(path).name.toLowerCase() === 'index';
}

function routeOf(path: string, { pathPrefix, cleanUrls }: Settings): string {
  const { folder, name } = splitPath(path);
  if (isIndex(path)) return joinPath(pathPrefix, folder).replace(/(?<=.)$/, '/');
  return joinPath(pathPrefix, folder, cleanUrls ? name : `${name}.html`);
}
