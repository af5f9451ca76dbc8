import { parseJsonIfValid } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import * as z from 'zod';
import { objectAt } from '../config-value.js';
import { docsRootPath, joinUrl, SCRIPT, written } from '../detected-site.js';
import { liquidPlaces } from '../liquid-places.js';
import { applyOrder, orderPages } from '../page-order.js';
import { joinPath, splitPath } from '../page-path.js';
import { listValue, numberValue, type PageSource } from '../page-source.js';
import { type PlacedPage, type Publication, partSources, type SiteContext } from '../publication.js';
import { built, foundInclusions, order, url } from '../settings.js';
import { type ReadConfig, type SiteOfConfig, siteGenerator } from '../site-generator.js';

const settings = z.strictObject({
  generator: z.literal('eleventy'),
  url,
  built,
  inclusions: foundInclusions,
  anchors: z
    .enum(['none', 'markdown-it-anchor'])
    .default('none')
    .describe('What gives ids to headings: markdown-it-anchor with its own slugs, or nothing.'),
  drafts: z
    .boolean()
    .default(true)
    .describe('Whether pages with `draft: true` are published, as without a preprocessor.'),
  order,
});

type Settings = z.infer<typeof settings>;

/** Folders of templates and data. */
const FOLDERS = { includes: '_includes', layouts: undefined, data: '_data' } as const;
/** Data of a page or of a folder. */
const DATA = ['.11tydata.json', '.json'];

const NAMED_TEXT = /\b(\w+):\s*['"`]([^'"`]+)['"`]/g;
const SET_TEXT = /\.set(\w+)\(\s*['"`]([^'"`]+)['"`]/g;

function firstByName(text: string, pattern: RegExp): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(pattern)].reverse().map(([, name, value]) => [name!, value!]));
}

/** A site by the text of its configuration, which is code. */
function siteOf({ view, folder, text }: ReadConfig): SiteOfConfig {
  const named = firstByName(text, NAMED_TEXT);
  const set = firstByName(text, SET_TEXT);
  const docsRoot = resolveInRoot(folder, set.get('InputDirectory') ?? named.get('input') ?? '');
  const folders = [
    set.get('IncludesDirectory') ?? named.get('includes') ?? FOLDERS.includes,
    set.get('LayoutsDirectory') ?? named.get('layouts') ?? FOLDERS.layouts,
    set.get('DataDirectory') ?? named.get('data') ?? FOLDERS.data,
  ].filter((each) => each !== undefined);
  const ignored = [...new Set([folder, docsRoot])].flatMap((each) =>
    ignoredGlobs(view.readText(pathIn(each, '.eleventyignore')) ?? '', each, docsRoot),
  );
  const hasOwnSlugs = /\bslugify\s*[:(,}]/.test(text);
  const hasAnchors = text.includes('markdown-it-anchor') && !hasOwnSlugs;
  const hasOtherIds = /\bIdAttributePlugin\b|markdown-it-(?:named-headings|github-headings)/.test(text) || hasOwnSlugs;
  const site = written({
    generator: 'eleventy',
    url: joinUrl(undefined, named.get('pathPrefix')),
    anchors: hasAnchors ? 'markdown-it-anchor' : undefined,
    drafts: /addPreprocessor\(\s*['"`]drafts?['"`]/.test(text) ? false : undefined,
  });
  const exclude = [...folders.map((each) => `${joinPath(each)}/**`), '**/node_modules/**', ...ignored];
  return {
    roots: [{ docsRoot: docsRootPath(docsRoot), exclude: [...new Set(exclude)], site }],
    unread: hasOtherIds && !hasAnchors ? ['how ids of headings are made'] : [],
  };
}

/** The lines of an `.eleventyignore` as globs below the docs root; they are paths and globs below its own folder. */
function ignoredGlobs(text: string, folder: string, docsRoot: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !/^[#!]/.test(line))
    .map((line) => joinPath(folder, line.replace(/^\.?\//, '')))
    .filter((path) => docsRoot === '' || path.startsWith(`${docsRoot}/`) || path.startsWith('**/'))
    .map((path) => (path.startsWith('**/') || docsRoot === '' ? path : path.slice(docsRoot.length + 1)))
    .flatMap((path) => (path.endsWith('*') ? [path] : [path, `${path}/**`]));
}

/** The pages of an Eleventy site, by name where no `order` of their front matter says otherwise. */
function eleventyPages(sources: readonly PageSource[], settings: Settings, { files }: SiteContext): Publication {
  const data = new DataCascade(files);
  const { published, leftOut } = partSources(sources, (source) => {
    if (!source.path.endsWith('.md')) return 'not markdown';
    const permalink = data.valueOf(source, 'permalink');
    if (permalink === false) return 'permalink: false';
    const isUnknown = typeof permalink === 'string' && filledIn(permalink, source, data) === undefined;
    if (isUnknown && data.valueOf(source, 'pagination') !== undefined) return 'pagination: a page for each of its data';
    return !settings.drafts && data.valueOf(source, 'draft') ? 'draft: true' : undefined;
  });
  const ordered = orderPages(published, {
    pageKey: (source) => [numberValue(source, 'order') ?? Infinity, splitPath(source.path).name],
    folderKey: (folder, page) => [(page && numberValue(page, 'order')) ?? Infinity, folder],
    isOwnPage: ({ path }) => isFolderIndex(path),
  });
  const pages = ordered.map(
    (source): PlacedPage => ({ source, route: routeOf(source, data), aliases: aliasesOf(source) }),
  );
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
}

function aliasesOf(source: PageSource): string[] {
  return listValue(source, 'redirect_from').map((alias) => joinPath(alias));
}

/** `about/about.md` is the page of its folder, as `about/index.md` is. */
function isFolderIndex(path: string): boolean {
  const { folder, name } = splitPath(path);
  return name === 'index' || (folder !== '' && name === folder.split('/').at(-1));
}

function routeOf(source: PageSource, data: DataCascade): string {
  const { folder, name } = splitPath(source.path);
  const written = data.valueOf(source, 'permalink');
  const route = typeof written === 'string' ? filledIn(written, source, data) : undefined;
  if (route !== undefined)
    return joinPath(...route.split('/')).replace(/(^|\/)index\.html$/, '$1') + (/[^/]\/$/.test(route) ? '/' : '');
  const base = isFolderIndex(source.path) ? folder : joinPath(folder, name);
  return base === '' ? '' : `${base}/`;
}

const VARIABLE = /\{\{-?\s*([\w.]+)\s*(?:\|\s*(slugify|slug)\s*)?-?\}\}/g;

/** A permalink with the values of its template; `undefined` where it has something else than values and slugs. */
function filledIn(permalink: string, source: PageSource, data: DataCascade): string | undefined {
  const filled = permalink.replace(VARIABLE, (whole, name: string, filter: string | undefined) => {
    const value = variable(name, source, data);
    if (value === undefined || (filter !== undefined && /[^\x20-\x7e]/.test(value))) return whole;
    return filter === undefined
      ? value
      : value
          .toLowerCase()
          .replace(/[^a-z\d]+/g, '-')
          .replace(/^-|-$/g, '');
  });
  return /\{[{%]/.test(filled) ? undefined : filled;
}

const DATE = /^\d{4}-\d{2}-\d{2}-/;

function variable(name: string, source: PageSource, data: DataCascade): string | undefined {
  const { folder, name: file } = splitPath(source.path);
  const bare = file.replace(DATE, '');
  if (name === 'page.filePathStem') return `/${joinPath(folder, bare)}`;
  if (name === 'page.fileSlug') return bare === 'index' ? (folder.split('/').at(-1) ?? '').replace(DATE, '') : bare;
  const value = data.valueOf(source, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** What a page's front matter says, else the data files of the page, else those of its folders. */
class DataCascade {
  constructor(private readonly files: SiteContext['files']) {}

  valueOf({ path, frontMatter }: PageSource, key: string): unknown {
    if (frontMatter[key] !== undefined) return frontMatter[key];
    const { folder, name } = splitPath(path);
    const folders = folder === '' ? [] : folder.split('/');
    const stems = [
      joinPath(folder, name),
      ...folders.map((each, at) => joinPath(...folders.slice(0, at + 1), each)).reverse(),
    ];
    const values = stems.flatMap((stem) => DATA.map((ending) => this.objectIn(`${stem}${ending}`)[key]));
    return values.find((value) => value !== undefined);
  }

  private objectIn(path: string): Readonly<Record<string, unknown>> {
    return objectAt(parseJsonIfValid(this.files.get(path) ?? ''));
  }
}

/** Eleventy: the markdown below its input folder. */
export const eleventy = siteGenerator({
  settings,
  detections: [
    {
      configs: [{ name: new RegExp(`^(?:\\.eleventy\\.js|eleventy\\.config\\.${SCRIPT})`) }],
      readsText: true,
      isOfAnyKind: true,
      site: siteOf,
    },
  ],
  exclude: ['_includes/**', '_data/**', '**/node_modules/**'],
  linksAreAddresses: true,
  dialect: () => 'liquid',
  inclusionPlaces: liquidPlaces,
  anchors: ({ anchors }) => ({ style: anchors === 'none' ? 'explicit' : 'markdown-it-anchor' }),
  files: () => ({ inDocsRoot: ['**/!(package|package-lock|tsconfig*).json'] }),
  pages: eleventyPages,
});
