import { isObject } from '@topicmill/base/json';
import { isAbsoluteUrl, resolveInRoot } from '@topicmill/base/paths';
import { githubSlug } from '@topicmill/text/slugs';
import * as z from 'zod';
import { type ConfigValue, flagAt, objectAt, textAt } from '../config-value.js';
import { type DetectedRoot, decidingKeys, joinUrl, SCRIPT, written } from '../detected-site.js';
import { dependencyVersion, type FolderView } from '../folder-view.js';
import { inOtherRoot, languageRoots } from '../languages.js';
import { applyOrder, orderPages } from '../page-order.js';
import { joinPath, splitPath } from '../page-path.js';
import { numberValue, objectValue, type PageSource, textValue } from '../page-source.js';
import { isVersionBefore, type PlacedPage, type Publication, partSources } from '../publication.js';
import { built, inclusions, locales, order, url, version } from '../settings.js';
import { siteGenerator } from '../site-generator.js';

const settings = z.strictObject({
  generator: z.literal('starlight'),
  url,
  built,
  version: version.describe(
    'Version of Astro; the newest if unset. Decides how anchors end, and whether folders that start with _ are left out.',
  ),
  pathPrefix: z
    .string()
    .default('')
    .describe('Folder of docsRoot below src/content/docs, for a language in a docs root of its own: fr.'),
  locales,
  trailingSlash: z.enum(['always', 'never', 'ignore']).default('ignore'),
  format: z.enum(['directory', 'file', 'preserve']).default('directory').describe("Astro's build.format."),
  smartDashes: z.boolean().default(true).describe('Whether -- in a heading becomes a dash (markdown.smartypants).'),
  inclusions,
  order,
});

type Settings = z.infer<typeof settings>;

/** Endings of page files. */
const ENDINGS = ['md', 'mdx', 'markdown', 'mdown', 'mkdn', 'mkd', 'mdwn', 'mdoc'];

const EXTENSIONS: readonly string[] = ENDINGS.map((ending) => `.${ending}`);

/** Starlight sorts by the rules of the site's language; those of English are used for all. */
const COLLATOR = new Intl.Collator('en');

/** The pages of Starlight's collection `docs`. */
export function starlightPages(sources: readonly PageSource[], settings: Settings): Publication {
  // Before Astro 5, collections leave out whole folders; the loader of Starlight, which came with it, reads them.
  const ignoresFolders = isVersionBefore(settings.version, [5]);
  const { published, leftOut } = partSources(sources, (source) => {
    const { folder, name, extension } = splitPath(source.path);
    if (!EXTENSIONS.includes(extension)) return 'not markdown';
    if (name.startsWith('_')) return 'a name that starts with _';
    if (ignoresFolders && /(?:^|\/)_/.test(folder)) return 'a folder whose name starts with _';
    if (source.frontMatter['draft'] === true) return 'draft: true';
    return inOtherRoot(source.path, settings.locales);
  });
  const ordered = orderPages(published, {
    pageKey: (source) => [sidebarOrder(source), slugOf(source, settings)],
    folderKey: (folder, _, inside) => [Math.min(...inside.map(sidebarOrder)), slugOfPath(folder)],
    isOwnPage: () => false,
    compareTexts: COLLATOR.compare,
  });
  const pages = ordered.map((source): PlacedPage => {
    const key = slugOf(source, settings);
    const label = textValue({ frontMatter: objectValue(source, 'sidebar') }, 'label');
    const hero = { frontMatter: objectValue(source, 'hero') };
    return {
      source,
      route: routeOf(key, settings),
      key: withoutPrefix(key, settings),
      label,
      title: textValue(hero, 'title'),
    };
  });
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
}

function sidebarOrder(source: PageSource): number {
  return numberValue({ frontMatter: objectValue(source, 'sidebar') }, 'order') ?? Infinity;
}

/** The entry's slug in the collection, without the name of an index page. */
function slugOf(source: PageSource, settings: Settings): string {
  const written = textValue(source, 'slug');
  if (written !== undefined) return joinPath(written);
  const { folder, name } = splitPath(source.path);
  const slug = slugOfPath(joinPath(settings.pathPrefix, folder, name));
  return slug === 'index' ? '' : slug.replace(/\/index$/, '');
}

function slugOfPath(path: string): string {
  return path
    .split('/')
    .map((segment) => githubSlug(segment))
    .join('/');
}

function withoutPrefix(slug: string, settings: Settings): string {
  const prefix = slugOfPath(settings.pathPrefix);
  return prefix !== '' && slug.startsWith(`${prefix}/`) ? slug.slice(prefix.length + 1) : slug;
}

function routeOf(slug: string, { format, trailingSlash }: Settings): string {
  if (slug === '') return '';
  if (format === 'file') return `${slug.normalize()}.html`;
  return slug.normalize() + (trailingSlash === 'never' ? '' : '/');
}

/** The docs roots of a Starlight site: one for each language that has a folder. */
export function starlightRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const content = resolveInRoot(folder, `${textAt(config, 'srcDir') ?? 'src'}/content/docs`);
  const options = starlightOptions(config);
  const locales = objectAt(options, 'locales');
  const folders = Object.keys(locales).filter((key) => key !== 'root');
  const markdown = objectAt(config, 'markdown');
  const dashes = flagAt(objectAt(markdown, 'smartypants'), 'dashes') ?? flagAt(markdown, 'smartypants');
  const format = textAt(objectAt(config, 'build'), 'format');
  const site = (pathPrefix: string, others: readonly string[]) =>
    written({
      generator: 'starlight',
      url: joinUrl(textAt(config, 'site'), textAt(config, 'base')),
      version: dependencyVersion(view, folder, 'astro'),
      inclusions: true,
      pathPrefix: pathPrefix === '' ? undefined : pathPrefix.toLowerCase(),
      locales: others,
      trailingSlash: ['always', 'never'].includes(textAt(config, 'trailingSlash') ?? '')
        ? config['trailingSlash']
        : undefined,
      format: format === 'file' || format === 'preserve' ? format : undefined,
      smartDashes: dashes === false ? false : undefined,
      order: sidebarSlugs(options['sidebar']),
    });
  const hasRoot = 'root' in locales;
  const lang = isObject(locales['root']) || !hasRoot ? textAt(objectAt(locales, 'root'), 'lang') : undefined;
  const first = textAt(options, 'defaultLocale');
  const sorted = folders.toSorted((left, right) => Number(right === first) - Number(left === first));
  // Astro lowers the paths of a collection, by which Starlight knows a language.
  const names = new Map(view.list(content).map(({ name }) => [name.toLowerCase(), name]));
  const languages = sorted.map((key) => ({
    folder: names.get(key) ?? key,
    lang: textAt(objectAt(locales, key), 'lang'),
  }));
  const roots = languageRoots(view, { source: content, lang, languages, siteOf: site });
  return hasRoot || roots.length === 1 ? roots : roots.slice(1);
}

function sidebarSlugs(sidebar: unknown): string[] {
  if (typeof sidebar === 'string') return [idOf(sidebar)];
  if (Array.isArray(sidebar)) return sidebar.flatMap(sidebarSlugs);
  if (!isObject(sidebar)) return [];
  const directory = textAt(objectAt(sidebar, 'autogenerate'), 'directory');
  const slug = textAt(sidebar, 'slug');
  const link = textAt(sidebar, 'link');
  const isOwn = link !== undefined && !isAbsoluteUrl(link);
  return [
    ...(slug === undefined ? [] : [idOf(slug)]),
    ...(isOwn ? [idOf(link)] : []),
    ...(directory === undefined ? [] : [`${directory.replace(/^\/|\/$/g, '')}/`]),
    ...sidebarSlugs(sidebar['items']),
  ];
}

function idOf(slug: string): string {
  return (
    slug
      .replace(/[?#].*/s, '')
      .replace(/^\/|\/$/g, '')
      .replace(/(?:^|\/)index$/, '') || 'index'
  );
}

/** What is given to `starlight()`, as a call was written or as an evaluation notes it. */
export function starlightOptions(config: ConfigValue): ConfigValue {
  const integrations = config['integrations'];
  for (const each of Array.isArray(integrations) ? integrations.flat(2) : []) {
    if (!isObject(each) || each['$call'] !== '@astrojs/starlight') continue;
    const [options] = Array.isArray(each['arguments']) ? each['arguments'] : [];
    if (isObject(options)) return options;
  }
  return {};
}

/** Of titles by language, that of the first one. */
function firstText(value: unknown): unknown {
  return Object.values(isObject(value) ? value : {}).find((each) => typeof each === 'string');
}

export const starlight = siteGenerator({
  settings,
  detections: [
    {
      configs: [
        {
          name: new RegExp(`^astro\\.config\\.${SCRIPT}`),
          isCode: true,
          matches: (text) => text.includes('@astrojs/starlight'),
        },
      ],
      decides: decidingKeys(
        ...['site', 'base', 'srcDir', 'trailingSlash', 'format', 'smartypants', 'i18n', 'locales', 'defaultLocale'],
        ...['sidebar', 'directory', 'slug', 'link', 'items', 'dir', 'path'],
      ),
      site: ({ view, folder, value }) => {
        const { title, description } = starlightOptions(value);
        const roots = starlightRoots(view, folder, value);
        return { roots, title: typeof title === 'string' ? title : firstText(title), description };
      },
    },
  ],
  endings: ENDINGS,
  linksAreAddresses: true,
  includesByImport: true,
  dialect: () => 'starlight',
  anchors: ({ version, smartDashes }) => ({
    style: 'astro',
    trimsHyphen: isVersionBefore(version, [6]),
    smartDashes,
  }),
  pages: starlightPages,
});
