import picomatch from 'picomatch';
import * as z from 'zod';
import { type ConfigValue, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, SCRIPT, type WrittenSettings, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { inOtherRoot, languageRoots, titlesOf } from '../languages.js';
import { applyOrder, orderPages } from '../page-order.js';
import { isFolderPage, joinPath, splitPath } from '../page-path.js';
import { type PageSource, textValue } from '../page-source.js';
import { type PlacedPage, type Publication, partSources } from '../publication.js';
import { built, locales, order, url } from '../settings.js';
import { siteGenerator } from '../site-generator.js';

const settings = z.strictObject({
  generator: z.literal('vuepress'),
  url,
  built,
  pathPrefix: z
    .string()
    .default('')
    .describe("Folder of docsRoot below the site's source, for a language in a docs root of its own: zh."),
  locales,
  exclude: z.array(z.string().min(1)).default([]).describe('Patterns that begin with ! in pagePatterns.'),
  order,
});

type Settings = z.infer<typeof settings>;

/** Patterns that VuePress itself puts before the configured ones, or that exclude what is not a page anyway. */
const USUAL = /^(?:\*\*\/\*\.md|\.vuepress|node_modules)$/;

/** The docs roots of a VuePress site, of version 1 or 2: one for each language that has a folder. */
export function vuepressRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const locales = objectAt(config, 'locales');
  const languages = Object.keys(locales).map((path) => ({
    folder: path.replace(/^\/|\/$/g, ''),
    lang: textAt(objectAt(locales, path), 'lang'),
  }));
  return languageRoots(view, {
    source: folder,
    lang: textAt(objectAt(locales, '/'), 'lang'),
    languages: languages.filter((language) => language.folder !== ''),
    siteOf: (pathPrefix, others) => siteOf(config, pathPrefix, others),
  });
}

/** Settings of VuePress that decide about pages and cannot be written in `topicmill.yaml`. */
function unknownSettings(config: ConfigValue): string[] {
  return ['permalink', 'permalinkPattern'].filter((key) => textAt(config, key) !== undefined);
}

function siteOf(config: ConfigValue, pathPrefix: string, locales: readonly string[]): WrittenSettings {
  // Version 1 calls them `patterns`.
  const patterns = [...textsAt(config, 'pagePatterns'), ...textsAt(config, 'patterns')];
  const excluded = patterns.filter((each) => each.startsWith('!')).map((each) => each.slice(1));
  return written({
    generator: 'vuepress',
    url: joinUrl(undefined, textAt(config, 'base')),
    pathPrefix: pathPrefix === '' ? undefined : pathPrefix,
    locales,
    exclude: excluded.filter((each) => !USUAL.test(each)),
  });
}

/** The pages of a VuePress site. A `permalink` in the front matter is the page's address as it is written. */
export function vuepressPages(sources: readonly PageSource[], settings: Settings): Publication {
  const isExcluded = picomatch(['**/node_modules/**', ...settings.exclude.flatMap((each) => [each, `${each}/**`])]);
  const { published, leftOut } = partSources(sources, ({ path }) => {
    if (!path.endsWith('.md')) return 'not .md';
    if (isExcluded(joinPath(settings.pathPrefix, path))) return 'excluded by pagePatterns';
    return inOtherRoot(path, settings.locales);
  });
  const ordered = orderPages(published, { isOwnPage: ({ path }) => isIndex(path) });
  const pages = ordered.map(
    (source): PlacedPage => ({ source, route: routeOf(source, settings), title: textValue(source, 'heroText') }),
  );
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
}

function isIndex(path: string): boolean {
  return isFolderPage(path) && !splitPath(path).name.startsWith('_');
}

function routeOf(source: PageSource, { pathPrefix }: Settings): string {
  const permalink = textValue(source, 'permalink');
  if (permalink !== undefined) return permalink.replace(/^\/+/, '');
  const { folder, name } = splitPath(joinPath(pathPrefix, source.path));
  const base = folder === '' ? '' : `${folder}/`;
  return isIndex(source.path) ? base : `${base}${name}.html`;
}

const DECIDING = /^(?:base|locales|pagePatterns|patterns|permalink(?:Pattern)?|…|the returned value)(?:[.[]|$)/;

export const vuepress = siteGenerator({
  settings,
  detections: [
    {
      configs: [
        { folder: '.vuepress', name: new RegExp(`^config\\.${SCRIPT}`), isCode: true },
        { folder: '.vuepress', name: /^config\.(?:ya?ml|toml)$/ },
        { folder: '.vuepress/config', name: new RegExp(`^index\\.${SCRIPT}`), isCode: true },
      ],
      decides: (key) => DECIDING.test(key),
      site: ({ view, folder, value }) => ({
        roots: vuepressRoots(view, folder, value),
        ...titlesOf(value, '/'),
        unread: unknownSettings(value),
      }),
    },
  ],
  dialect: () => 'vitepress',
  anchors: () => ({ style: 'vitepress' }),
  pages: vuepressPages,
});
