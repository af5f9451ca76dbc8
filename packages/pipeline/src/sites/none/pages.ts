import * as z from 'zod';
import { applyOrder, orderPages } from '../page-order.js';
import { isFolderPage, joinPath, splitPath } from '../page-path.js';
import { numberValue, type PageSource } from '../page-source.js';
import type { Publication, SiteContext } from '../publication.js';
import { order, url } from '../settings.js';
import type { CommonSettings } from '../site-generator.js';
import { partByList, summaryPaths } from '../summary.js';

/** How the markdown of pages without a generator may be written. */
export const SITE_DIALECTS = ['myst', 'mdc', 'obsidian', 'gitbook'] as const;
export type SiteDialect = (typeof SITE_DIALECTS)[number];

/** Partials, by the usual convention. */
export const PARTIALS: readonly string[] = ['**/_!(index.md|index.*.md|index.mdx)', '**/_*/**'];

/** What `topicmill.yaml` may say of a site. */
export const settings = z.strictObject({
  generator: z.literal('none'),
  dialect: z
    .enum(SITE_DIALECTS)
    .optional()
    .describe(
      'How the pages are written: myst, as for Sphinx and Jupyter Book; mdc, as for Nuxt Content; obsidian; gitbook. If unset, HTML, comments and attributes of headings are left out of what is read, and nothing else.',
    ),
  url: url.describe('Address of the docs root where files are served as they are, or of the site of permalink.'),
  permalink: z
    .string()
    .includes('{path}')
    .optional()
    .describe(
      'Address of a page below url, where a tool of your own publishes it: docs/{path}/. {path} is the path of the file without its ending, and the folder of an index.md or README.md.',
    ),
  repository: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be the address of the repository')
    .optional()
    .describe('Address of the repository on its forge: https://github.com/owner/name; unused with permalink.'),
  branch: z.string().min(1).default('main'),
  path: z.string().default('').describe('Path of the docs root in the repository.'),
  forge: z.enum(['github', 'gitlab', 'bitbucket', 'gitea']).default('github'),
  summary: z
    .string()
    .min(1)
    .optional()
    .describe(
      "A table of contents below docsRoot, as GitBook's SUMMARY.md: the pages that it links to, in its order, and the docs root's README.md; without the file all pages.",
    ),
  orderKey: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Key of the front matter whose number orders the pages of a folder, such as weight; that of the page of a folder orders the folder.',
    ),
  order,
});

export type Settings = z.infer<typeof settings>;

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
export function areFilesRead(settings: CommonSettings): settings is Settings {
  return settings.generator === 'none' && !('permalink' in settings && settings.permalink !== undefined);
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
