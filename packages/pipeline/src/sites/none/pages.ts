import * as z from 'zod';
import { applyOrder, orderPages } from '../page-order.js';
import { isFolderPage, joinPath, splitPath } from '../page-path.js';
import { listValue, numberValue, type PageSource, textValue } from '../page-source.js';
import type { PlacedPage, Publication, SiteContext } from '../publication.js';
import { built, foundInclusions, order, url } from '../settings.js';
import type { CommonSettings } from '../site-generator.js';
import { partByList, summaryPages } from '../summary.js';

/** How the markdown of pages without a generator may be written. */
export const SITE_DIALECTS = ['myst', 'mdc', 'obsidian', 'gitbook', 'kumascript', 'liquid'] as const;
export type SiteDialect = (typeof SITE_DIALECTS)[number];

const KNOWN_PLACEHOLDERS = '{path}, {slug}, {permalink}, {frontmatter.x}, {locale} and {version}';
const PLACEHOLDERS = /^(?:[^{}]|\{(?:path|slug|permalink|locale|version|frontmatter\.[\w-]+)\})*$/;
const NAMES_PAGE = /\{(?:path|slug|permalink|frontmatter\.)/;

/** What `topicmill.yaml` may say about a site. */
export const settings = z.strictObject({
  generator: z.literal('none'),
  dialect: z
    .enum(SITE_DIALECTS)
    .optional()
    .describe(
      'How the pages are written: myst, as for Sphinx and Jupyter Book; mdc, as for Nuxt Content; obsidian; gitbook; kumascript, as for MDN; liquid, with its tags and outputs. If unset, HTML, comments and attributes of headings are left out of what is read, and nothing else.',
    ),
  url: url.describe('Address of the docs root where files are served as they are, or of the site of permalink.'),
  built,
  inclusions: foundInclusions,
  permalink: z
    .string()
    .regex(PLACEHOLDERS, `may contain ${KNOWN_PLACEHOLDERS}, and no other { or }`)
    .regex(NAMES_PAGE, 'must contain {path}, {slug}, {permalink} or {frontmatter.x}, or all pages have one address')
    .optional()
    .describe(
      `Address of a page below url, where a tool of your own publishes it: docs/{path}/. {path} is the path of the file without its ending, and the folder of an index.md or README.md. {slug}, {permalink} and {frontmatter.x} are what the front matter says, {path} for a page that does not say it; {locale} and {version} are those of the docs root.`,
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
export function plainPages(sources: readonly PageSource[], settings: Settings, context: SiteContext): Publication {
  const listed = listedPages(sources, settings, context.files);
  const { published, leftOut } = listed ?? inOrder(sources, settings);
  const indexFolders = new Set(published.filter(({ path }) => isIndex(path)).map(({ path }) => splitPath(path).folder));
  const standsForFolder = (path: string): boolean =>
    isFolderPage(path) && (isIndex(path) || !indexFolders.has(splitPath(path).folder));
  const pages = published.map(
    (source): PlacedPage => ({
      source,
      route: routeOf(source, settings, standsForFolder(source.path), context),
      title: listed?.titles.get(source.path),
      aliases:
        settings.permalink === undefined
          ? []
          : listValue(source, 'aliases').flatMap((each) => (each.startsWith('/') ? [each.slice(1)] : [])),
    }),
  );
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
}

type Pages = Pick<Publication, 'leftOut'> & { readonly published: readonly PageSource[] };

/** GitBook's rules: a page that the table of contents does not list has no address, but the first page has one. */
function listedPages(
  sources: readonly PageSource[],
  { summary }: Settings,
  files: SiteContext['files'],
): (Pages & { readonly titles: ReadonlyMap<string, string> }) | undefined {
  const text = summary === undefined ? undefined : files.get(summary);
  if (summary === undefined || text === undefined) return undefined;
  const titles = summaryPages(text, summary);
  const listed = titles.has(FIRST_PAGE) ? titles.keys() : [FIRST_PAGE, ...titles.keys()];
  return { ...partByList(sources, summary, listed), titles };
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

function routeOf(
  source: PageSource,
  { permalink }: Settings,
  standsForFolder: boolean,
  { locale = '', version = '' }: SiteContext,
): string {
  const { path } = source;
  if (permalink === undefined) return path;
  const { folder, name } = splitPath(path);
  const pattern = standsForFolder ? permalink.replace(FILE_OF_PATH, '{path}/') : permalink;
  const ownPath = standsForFolder ? folder : joinPath(folder, name);
  const filled = pattern.replace(/\{([^{}]+)\}/g, (_, placeholder: string) => {
    if (placeholder === 'locale') return locale;
    if (placeholder === 'version') return version;
    const keys = placeholder === 'permalink' ? ['permalink', 'url'] : [placeholder.replace(/^frontmatter\./, '')];
    const written = placeholder === 'path' ? undefined : keys.map((key) => textValue(source, key)).find(Boolean);
    return written ?? ownPath;
  });
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
