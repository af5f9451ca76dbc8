import type { SettingsOf } from '@topicmill/base/config';
import { compile, match } from 'path-to-regexp-6';
import picomatch from 'picomatch';
import { applyOrder, orderPages } from '../page-order.js';
import { joinPath, pageId, splitPath } from '../page-path.js';
import { objectValue, type PageSource, textValue } from '../page-source.js';
import { type PlacedPage, type Publication, partSources } from '../publication.js';

type Settings = SettingsOf<'vitepress'>;

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
    const locale = settings.locales.find((each) => path.startsWith(`${each}/`));
    return locale === undefined ? undefined : `the language ${locale}, a docs root of its own`;
  });
  const rewrite = rewriter(settings.rewrites);
  const ordered = orderPages(published, {
    pageKey: ({ path }) => [0, splitPath(path).name],
    folderKey: (folder) => [1, folder],
    isOwnPage: ({ path }) => splitPath(path).name === 'index',
  });
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
