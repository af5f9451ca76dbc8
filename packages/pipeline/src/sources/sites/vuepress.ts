import type { SettingsOf } from '@topicmill/base/config';
import picomatch from 'picomatch';
import { applyOrder, orderPages } from '../page-order.js';
import { isFolderPage, joinPath, splitPath } from '../page-path.js';
import { type PageSource, textValue } from '../page-source.js';
import { type PlacedPage, type Publication, partSources } from '../publication.js';

type Settings = SettingsOf<'vuepress'>;

/** The pages of a VuePress site. A `permalink` in the front matter is the page's address as it is written. */
export function vuepressPages(sources: readonly PageSource[], settings: Settings): Publication {
  const isExcluded = picomatch(['**/node_modules/**', ...settings.exclude.flatMap((each) => [each, `${each}/**`])]);
  const { published, leftOut } = partSources(sources, ({ path }) => {
    if (!path.endsWith('.md')) return 'not .md';
    if (isExcluded(joinPath(settings.pathPrefix, path))) return 'excluded by pagePatterns';
    const locale = settings.locales.find((each) => path.startsWith(`${each}/`));
    return locale === undefined ? undefined : `the language ${locale}, a docs root of its own`;
  });
  const ordered = orderPages(published, {
    pageKey: ({ path }) => [0, splitPath(path).name],
    folderKey: (folder) => [1, folder],
    isOwnPage: ({ path }) => isIndex(path),
  });
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
