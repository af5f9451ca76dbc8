import { PAGE_ENDINGS, type SettingsOf } from '@topicmill/base/config';
import { githubSlug } from '@topicmill/text/slugs';
import { isVersionBefore } from '../generator-version.js';
import { applyOrder, orderPages } from '../page-order.js';
import { joinPath, splitPath } from '../page-path.js';
import { numberValue, objectValue, type PageSource, textValue } from '../page-source.js';
import { type PlacedPage, type Publication, partSources } from '../publication.js';

type Settings = SettingsOf<'starlight'>;

const EXTENSIONS: readonly string[] = PAGE_ENDINGS.starlight.map((ending) => `.${ending}`);

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
    const locale = settings.locales.find((each) => source.path.startsWith(`${each}/`));
    return locale === undefined ? undefined : `the language ${locale}, a docs root of its own`;
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
