import { isObject } from '@topicmill/base/json';
import { isAbsoluteUrl, resolveInRoot } from '@topicmill/base/paths';
import { compile, match } from 'path-to-regexp-6';
import picomatch from 'picomatch';
import * as z from 'zod';
import { type ConfigValue, flagAt, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, decidingKeys, joinUrl, SCRIPT, type WrittenSettings, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { inOtherRoot, languageRoots, titlesOf } from '../languages.js';
import { applyOrder, orderPages } from '../page-order.js';
import { joinPath, pageId, splitPath } from '../page-path.js';
import { objectValue, type PageSource, textValue } from '../page-source.js';
import { type PlacedPage, type Publication, partSources } from '../publication.js';
import { built, inclusions, locales, order, rewrites, url } from '../settings.js';
import { siteGenerator } from '../site-generator.js';

const settings = z.strictObject({
  generator: z.literal('vitepress'),
  url,
  built,
  pathPrefix: z
    .string()
    .default('')
    .describe('Folder of docsRoot below srcDir, for a language in a docs root of its own: fr.'),
  locales,
  cleanUrls: z.boolean().default(false),
  rewrites: rewrites.describe('Page path to published path, with .md; patterns as VitePress reads them.'),
  srcExclude: z.array(z.string().min(1)).default([]),
  inclusions,
  order,
});

type Settings = z.infer<typeof settings>;

const DYNAMIC_ROUTE = /\[\w+?\]/;

/** The pages of a VitePress site. */
export function vitepressPages(sources: readonly PageSource[], settings: Settings): Publication {
  const isExcluded = picomatch(['**/node_modules/**', '**/dist/**', ...settings.srcExclude]);
  const pathOf = ({ path }: PageSource): string => joinPath(settings.pathPrefix, path);
  const { published, leftOut } = partSources(sources, (source) => {
    const path = pathOf(source);
    if (!path.endsWith('.md')) return 'not .md';
    if (isExcluded(path)) return 'excluded by srcExclude';
    if (DYNAMIC_ROUTE.test(path)) return 'a template of dynamic routes';
    return inOtherRoot(path, settings.locales);
  });
  const rewrite = rewriter(settings.rewrites);
  const ordered = orderPages(published, { isOwnPage: ({ path }) => splitPath(path).name === 'index' });
  const pages = ordered.map((source): PlacedPage => {
    const path = rewrite(pathOf(source));
    return { source, route: routeOf(path, settings.cleanUrls), key: pageId(path) || 'index', title: heroTitle(source) };
  });
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
}

/** What the home page of the default theme shows as its heading. */
function heroTitle(source: PageSource): string | undefined {
  const hero = { frontMatter: objectValue(source, 'hero') };
  return textValue(hero, 'name') ?? textValue(hero, 'text');
}

function routeOf(path: string, isClean: boolean): string {
  const page = path.replace(/\.md$/, '');
  if (page === 'index' || page.endsWith('/index')) return page.slice(0, -'index'.length);
  return isClean ? page : `${page}.html`;
}

/** The first rule that matches a page counts. */
function rewriter(rewrites: Settings['rewrites']): (path: string) => string {
  const rules = Object.entries(rewrites).map(([from, to]) => ({
    matches: match<Record<string, string>>(from.startsWith('^') ? new RegExp(from) : from),
    write: compile<Record<string, string>>(`/${to}`, { validate: false }),
  }));
  return (path) => {
    for (const { matches, write } of rules) {
      const found = matches(path);
      if (found !== false) return write(found.params).slice(1);
    }
    return path;
  };
}

/** The docs roots of a VitePress site: one for each language that has a folder. */
export function vitepressRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const source = resolveInRoot(folder, textAt(config, 'srcDir') ?? '');
  const locales = objectAt(config, 'locales');
  const folders = Object.keys(locales).filter((key) => key !== 'root');
  return languageRoots(view, {
    source,
    lang: textAt(objectAt(locales, 'root'), 'lang') ?? textAt(config, 'lang'),
    languages: folders.map((folder) => ({ folder, lang: textAt(objectAt(locales, folder), 'lang') })),
    siteOf: (pathPrefix, others) => siteOf(config, pathPrefix, others),
  });
}

function siteOf(config: ConfigValue, pathPrefix: string, locales: readonly string[]): WrittenSettings {
  const rewrites = objectAt(config, 'rewrites');
  const ofLocales = objectAt(config, 'locales');
  const themes = [config, ...Object.values(pathPrefix === '' ? ofLocales : { own: ofLocales[pathPrefix] })].map(
    (each) => objectAt(each, 'themeConfig'),
  );
  return written({
    generator: 'vitepress',
    url: joinUrl(textAt(objectAt(config, 'sitemap'), 'hostname'), textAt(config, 'base')),
    pathPrefix: pathPrefix === '' ? undefined : pathPrefix,
    locales,
    cleanUrls: flagAt(config, 'cleanUrls') === true ? true : undefined,
    rewrites: Object.fromEntries(Object.entries(rewrites).filter(([, to]) => typeof to === 'string')),
    inclusions: true,
    srcExclude: textsAt(config, 'srcExclude'),
    order: [...new Set(themes.flatMap(({ sidebar }) => sidebarIds(sidebar, '')))],
  });
}

/** Links of a sidebar as ids of pages: of a list of items, or of lists by path. */
function sidebarIds(sidebar: unknown, base: string): string[] {
  if (Array.isArray(sidebar)) return sidebar.flatMap((item) => itemIds(item, base));
  if (!isObject(sidebar)) return [];
  return Object.values(sidebar).flatMap((each) =>
    Array.isArray(each)
      ? sidebarIds(each, base)
      : isObject(each)
        ? sidebarIds(each['items'], textAt(each, 'base') ?? base)
        : [],
  );
}

function itemIds(item: unknown, base: string): string[] {
  if (!isObject(item)) return [];
  const inner = textAt(item, 'base') ?? base;
  const link = textAt(item, 'link');
  const isElsewhere = link === undefined || isAbsoluteUrl(link);
  const path = isElsewhere ? undefined : pageIdOf(`${base}${link}`);
  return [...(path === undefined ? [] : [path]), ...sidebarIds(item['items'], inner)];
}

function pageIdOf(link: string): string {
  const path = link
    .replace(/[?#].*/s, '')
    .replace(/\.(?:html|md)$/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
  return path.replace(/(?:^|\/)index$/, '') || 'index';
}

export const vitepress = siteGenerator({
  settings,
  detections: [
    {
      configs: [
        { folder: '.vitepress', name: new RegExp(`^config\\.${SCRIPT}`), isCode: true },
        { folder: '.vitepress/config', name: new RegExp(`^index\\.${SCRIPT}`), isCode: true },
      ],
      decides: decidingKeys(
        ...['base', 'locales', 'srcDir', 'srcExclude', 'rewrites', 'cleanUrls', 'hostname', 'sidebar', 'link', 'items'],
      ),
      site: ({ view, folder, value }) => ({ roots: vitepressRoots(view, folder, value), ...titlesOf(value, 'root') }),
    },
  ],
  dialect: () => 'vitepress',
  anchors: () => ({ style: 'vitepress' }),
  pages: vitepressPages,
  inclusionPlaces: ({ written, docsRoot }, { pathPrefix }) =>
    written.startsWith('@') ? [[srcDirOf(docsRoot, pathPrefix), written.slice(1).replace(/^\/+/, '')]] : undefined,
});

/** The folder above that of a language, which `@` stands for. */
function srcDirOf(docsRoot: string, pathPrefix: string): string {
  return pathPrefix !== '' && docsRoot.endsWith(`/${pathPrefix}`)
    ? docsRoot.slice(0, -pathPrefix.length - 1)
    : docsRoot;
}
