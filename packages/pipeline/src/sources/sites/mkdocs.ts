import { PAGE_ENDINGS, type SettingsOf } from '@topicmill/base/config';
import ignore from 'ignore';
import { navFolderTitles, navPaths } from '../mkdocs-nav.js';
import { applyOrder, orderPages } from '../page-order.js';
import { foldersAbove, splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import {
  type FolderCategory,
  type PlacedPage,
  type Publication,
  partSources,
  type SiteContext,
} from '../publication.js';

type Settings = SettingsOf<'mkdocs'>;

const PAGE = new RegExp(`\\.(?:${PAGE_ENDINGS.mkdocs.join('|')})$`);
const HIDDEN = /(?:^|\/)\./;

/** The pages of a MkDocs site. */
export function mkdocsPages(sources: readonly PageSource[], settings: Settings, { files }: SiteContext): Publication {
  const excluded = ignore().add(settings.excludeDocs);
  const folders = new Set(
    sources.filter(({ path }) => splitPath(path).name === 'index').map(({ path }) => splitPath(path).folder),
  );
  const { published, leftOut } = partSources(sources, ({ path }) => {
    const { folder, name } = splitPath(path);
    if (!PAGE.test(path)) return 'not .md';
    if (HIDDEN.test(path)) return 'a hidden file or folder';
    if (excluded.ignores(path)) return 'excluded by exclude_docs';
    return name === 'README' && folders.has(folder) ? 'index.md stands for the folder' : undefined;
  });
  const ordered = orderPages(published, {
    pageKey: ({ path }) => [0, splitPath(path).name],
    folderKey: (folder) => [1, folder],
    isOwnPage: isIndex,
  });
  const pages = ordered.map((source): PlacedPage => ({ source, route: routeOf(source, settings) }));
  const nav = settings.navFile === undefined ? undefined : files.get(settings.navFile);
  const order = settings.order ?? (nav === undefined ? [] : navPaths(nav));
  const titles = nav === undefined ? [] : navFolderTitles(nav);
  return { pages: applyOrder(pages, order), leftOut, categories: folderCategories(titles, pages) };
}

/** Folders whose own page says what they are need no title from the nav. */
function folderCategories(titles: Iterable<readonly [string, string]>, pages: readonly PlacedPage[]): FolderCategory[] {
  const own = new Set(pages.filter(({ source }) => isIndex(source)).map(({ source }) => splitPath(source.path).folder));
  const filled = new Set(pages.flatMap(({ source }) => foldersAbove(source.path)));
  return Array.from(titles, ([folder, title]) => ({ folder, title, description: '' })).filter(
    ({ folder }) => !own.has(folder) && filled.has(folder),
  );
}

function isIndex({ path }: PageSource): boolean {
  const { name } = splitPath(path);
  return name === 'index' || name === 'README';
}

function routeOf(source: PageSource, { useDirectoryUrls }: Settings): string {
  const { folder, name } = splitPath(source.path);
  const base = folder === '' ? '' : `${folder}/`;
  if (isIndex(source)) return useDirectoryUrls ? base : `${base}index.html`.replace(/^index\.html$/, '');
  return useDirectoryUrls ? `${base}${name}/` : `${base}${name}.html`;
}
