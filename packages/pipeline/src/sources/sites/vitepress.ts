import type { SettingsOf } from '@topicmill/base/config';
import { compile, match } from 'path-to-regexp-6';
import picomatch from 'picomatch';
import { applyOrder, orderPages } from '../page-order.js';
import { splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import { type Publication, partSources } from '../publication.js';

type Settings = SettingsOf<'vitepress'>;

const DYNAMIC_ROUTE = /\[\w+?\]/;

/** The pages of a VitePress site. */
export function vitepressPages(sources: readonly PageSource[], settings: Settings): Publication {
  const isExcluded = picomatch(['**/node_modules/**', '**/dist/**', ...settings.srcExclude]);
  const { published, leftOut } = partSources(sources, ({ path }) => {
    if (!path.endsWith('.md')) return 'not .md';
    if (isExcluded(path)) return 'excluded by srcExclude';
    return DYNAMIC_ROUTE.test(path) ? 'a template of dynamic routes' : undefined;
  });
  const rewrite = rewriter(settings.rewrites);
  const ordered = orderPages(published, {
    pageKey: ({ path }) => [0, splitPath(path).name],
    folderKey: (folder) => [1, folder],
    isOwnPage: ({ path }) => splitPath(path).name === 'index',
  });
  const pages = ordered.map((source) => ({ source, route: routeOf(rewrite(source.path), settings.cleanUrls) }));
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
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
