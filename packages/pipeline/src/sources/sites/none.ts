import type { SettingsOf, SiteSettings } from '@topicmill/base/config';
import { applyOrder, orderPages } from '../page-order.js';
import { isFolderPage, joinPath, splitPath } from '../page-path.js';
import { numberValue, type PageSource } from '../page-source.js';
import type { Publication, SiteContext } from '../publication.js';
import { partByList, summaryPaths } from './summary.js';

type Settings = SettingsOf<'none'>;

const FIRST_PAGE = 'README.md';
/** The index of a folder is read at the folder, whatever ending the files of the site have. */
const FILE_OF_PATH = /\{path\}\.\w+$/;

/**
 * The pages of a repository without a site: those of its table of contents, or all, by the number that they name for it,
 * those without one last, then by name.
 */
export function plainPages(sources: readonly PageSource[], settings: Settings, { files }: SiteContext): Publication {
  const { published, leftOut } = listedPages(sources, settings, files) ?? inOrder(sources, settings);
  const indexFolders = new Set(published.filter(({ path }) => isIndex(path)).map(({ path }) => splitPath(path).folder));
  const standsForFolder = (path: string): boolean =>
    isFolderPage(path) && (isIndex(path) || !indexFolders.has(splitPath(path).folder));
  const pages = published.map((source) => ({ source, route: routeOf(source.path, settings, standsForFolder) }));
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
}

type Pages = Pick<Publication, 'leftOut'> & { readonly published: readonly PageSource[] };

/** GitBook's rules: a page that the table of contents does not list has no address, but the first page has one. */
function listedPages(
  sources: readonly PageSource[],
  { summary }: Settings,
  files: SiteContext['files'],
): Pages | undefined {
  const text = summary === undefined ? undefined : files.get(summary);
  if (summary === undefined || text === undefined) return undefined;
  const listed = summaryPaths(text, summary);
  return partByList(sources, summary, listed.includes(FIRST_PAGE) ? listed : [FIRST_PAGE, ...listed]);
}

function inOrder(sources: readonly PageSource[], { orderKey }: Settings): Pages {
  const placeOf = (page: PageSource | undefined): number =>
    (page && orderKey !== undefined ? numberValue(page, orderKey) : undefined) ?? Infinity;
  const published = orderPages(sources, {
    pageKey: (page) => [placeOf(page), 0, splitPath(page.path).name],
    folderKey: (folder, page) => [placeOf(page), 1, folder],
  });
  return { published, leftOut: [] };
}

/** Whether people read the files themselves, on a forge or a file server, rather than a site made from them. */
export function areFilesRead(settings: SiteSettings): settings is Settings {
  return settings.generator === 'none' && settings.permalink === undefined;
}

function routeOf(path: string, { permalink }: Settings, standsForFolder: (path: string) => boolean): string {
  if (permalink === undefined) return path;
  const { folder, name } = splitPath(path);
  const filled = standsForFolder(path)
    ? permalink.replace(FILE_OF_PATH, '{path}/').replace('{path}', () => folder)
    : permalink.replace('{path}', () => joinPath(folder, name));
  return filled.replace(/\/{2,}/g, '/').replace(/^\//, '');
}

/** README is an ordinary page if its folder also has an index. */
function isIndex(path: string): boolean {
  return /^_?index$/i.test(splitPath(path).name);
}

/** Lines of a file, 1-based, the last one included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The address of a file on its forge, with line numbers as the forge writes them; below `url` without a repository.
 *
 * @param path of the page below the docs root
 */
export function forgeAddress(path: string, settings: Settings, lines?: LineRange): string {
  const { repository, branch, forge } = settings;
  if (repository === undefined) return `${settings.url.replace(/\/$/, '')}/${encodeURI(path)}`;
  const file = encodeURI(joinPath(settings.path, path));
  const base = repository.replace(/(?<!\.git|\/)(?:\.git|\/)+$/, '');
  const { first, last } = lines ?? { first: 0, last: 0 };
  switch (forge) {
    case 'github':
      return `${base}/blob/${branch}/${file}${lines ? `?plain=1#L${first}-L${last}` : ''}`;
    case 'gitlab':
      return `${base}/-/blob/${branch}/${file}${lines ? `?plain=1#L${first}-${last}` : ''}`;
    case 'bitbucket':
      return `${base}/src/${branch}/${file}${lines ? `#lines-${first}:${last}` : ''}`;
    case 'gitea':
      return `${base}/src/branch/${branch}/${file}${lines ? `?display=source#L${first}-L${last}` : ''}`;
  }
}
