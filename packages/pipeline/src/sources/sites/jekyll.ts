import { PAGE_ENDINGS, type SettingsOf } from '@topicmill/base/config';
import picomatch from 'picomatch';
import { applyOrder, orderPages, type SortKey } from '../page-order.js';
import { joinPath, splitPath } from '../page-path.js';
import { listValue, numberValue, objectValue, type PageSource, textValue } from '../page-source.js';
import { type PlacedPage, type Publication, partSources, type SiteContext } from '../publication.js';
import { jekyllRoute, postDate } from './jekyll-route.js';

type Settings = SettingsOf<'jekyll'>;

const PAGE = new RegExp(`\\.(?:${PAGE_ENDINGS.jekyll.join('|')})$`);
const DEFAULT_EXCLUDE = ['.sass-cache', '.jekyll-cache', 'gemfiles', 'node_modules', 'vendor'];

/** The pages, posts and collections of a Jekyll site. */
export function jekyllPages(sources: readonly PageSource[], settings: Settings, { now }: SiteContext): Publication {
  const isExcluded = globs([...DEFAULT_EXCLUDE, ...settings.exclude]);
  const isIncluded = globs(settings.include);
  const { published, leftOut } = partSources(sources, (source) => {
    const path = joinPath(settings.pathPrefix, source.path);
    if (!PAGE.test(path)) return 'not markdown';
    if (isExcluded(path)) return 'excluded by exclude';
    const isOutput = collectionOf(path, settings) !== undefined || /(?:^|\/)_posts\//.test(path);
    if (!isOutput && !isIncluded(path) && /(?:^|\/)[_.#]|~$/.test(path)) return 'a name that Jekyll ignores';
    if (source.frontMatter['published'] === false) return 'published: false';
    if (source.frontMatter['layout'] === 'search') return 'layout: search';
    if (!settings.optionalFrontMatter && !source.hasFrontMatter) return 'no front matter';
    const date = postDate(path, source);
    return date !== undefined && date > now ? 'a date in the future' : undefined;
  });
  const ordered = orderPages(published, {
    pageKey: navKey,
    folderKey: (folder, page) => (page === undefined ? [Infinity, folder] : navKey(page)),
  });
  const pages = ordered.map((source): PlacedPage => {
    const aliases = listValue(source, 'redirect_from').map((alias) => joinPath(alias));
    return { source, route: jekyllRoute(source, settings), aliases, label: textValue(source, 'nav_title') };
  });
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
}

/** Themes for documentation sort by `nav_order`, or an `order` of a collection. */
function navKey(source: PageSource): SortKey {
  return [numberValue(source, 'nav_order') ?? numberValue(source, 'order') ?? Infinity, splitPath(source.path).name];
}

function collectionOf(path: string, { collections }: Settings): string | undefined {
  const name = /^_([^/]+)\//.exec(path)?.[1];
  return name !== undefined && objectValue({ frontMatter: collections }, name)['output'] === true ? name : undefined;
}

/** An entry matches a file, a folder with all below it, or as a glob. */
function globs(entries: readonly string[]): (path: string) => boolean {
  const patterns = entries.flatMap((entry) => [joinPath(entry), `${joinPath(entry)}/**`]);
  return patterns.length === 0 ? () => false : picomatch(patterns, { dot: true });
}
