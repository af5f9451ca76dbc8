import type { SettingsOf } from '@topicmill/base/config';
import { compareCodeUnits } from '@topicmill/base/order';
import { applyOrder } from '../page-order.js';
import { joinPath } from '../page-path.js';
import { type PageSource, textValue } from '../page-source.js';
import type { LeftOutPage, PlacedPage, Publication } from '../publication.js';

type Settings = SettingsOf<'docusaurus'>;

const DATED = /^(.*)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*?)(?:\/index)?\.mdx?$/;

/**
 * The posts of the blog plugin of Docusaurus, newest first, or the markdown pages of its pages plugin.
 *
 * @param reasonOf why a page is left out, for both plugins and the docs plugin alike
 */
export function docusaurusPosts(
  sources: readonly PageSource[],
  settings: Settings,
  reasonOf: (source: PageSource) => string | undefined,
): Publication {
  const routeOf = settings.content === 'blog' ? postRoute : pageRoute;
  const route = (source: PageSource): string => {
    const own = routeOf(source);
    return finished(joinPath(settings.routeBasePath, own) + (own.endsWith('/') ? '/' : ''), settings);
  };
  const placed: PlacedPage[] = [];
  const leftOut: LeftOutPage[] = [];
  for (const source of sources) {
    const reason = reasonOf(source);
    const { path } = source;
    if (reason === undefined) placed.push({ source, route: route(source), label: textValue(source, 'sidebar_label') });
    else leftOut.push({ path, reason, ...(reason === 'unlisted: true' ? { route: route(source) } : {}) });
  }
  if (settings.content === 'blog') placed.sort((a, b) => compareCodeUnits(dateOf(b.source), dateOf(a.source)));
  return { pages: applyOrder(placed, settings.order), leftOut, categories: [] };
}

/** The date in the file's name, or in those of its folders, is the path of its address. */
function postRoute(source: PageSource): string {
  const slug = textValue(source, 'slug');
  if (slug !== undefined) return slug;
  const dated = DATED.exec(source.path);
  if (dated === null) return source.path.replace(/(?:\/index)?\.mdx?$/, '');
  const [, folder, date, text] = dated;
  return joinPath(date!.replaceAll('-', '/'), `${folder}${text}`);
}

/** That of a folder ends with a slash. */
function pageRoute({ path }: PageSource): string {
  return path.replace(/(^|\/)index\.mdx?$/i, '$1').replace(/\.mdx?$/, '');
}

function finished(route: string, { trailingSlash }: Settings): string {
  const bare = route.replace(/\/$/, '');
  if (trailingSlash === undefined || bare === '') return bare === '' ? '' : route;
  return bare + (trailingSlash ? '/' : '');
}

/** Sortable: the front matter's date, else that of the name; posts without either come last. */
function dateOf(source: PageSource): string {
  const written = textValue(source, 'date');
  const parts = (written ?? DATED.exec(source.path)?.[2] ?? '').split(/[-/]/);
  return `${parts.map((part) => part.padStart(2, '0')).join('-')} ${source.path}`;
}
