import type { SettingsOf } from '@topicmill/base/config';
import { isToc, tocOrder } from '../docfx-toc.js';
import { applyOrder, orderPages } from '../page-order.js';
import { joinPath, splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import { type PlacedPage, type Publication, partSources, type SiteContext } from '../publication.js';

type Settings = SettingsOf<'docfx'>;

/** The pages of a DocFX site, in the order of its tables of contents. */
export function docfxPages(sources: readonly PageSource[], settings: Settings, { files }: SiteContext): Publication {
  const { published, leftOut } = partSources(sources, ({ path, frontMatter }) => {
    if (!/\.md$/i.test(path)) return 'not .md';
    if (isToc(path)) return 'a table of contents';
    return typeof frontMatter['redirect_url'] === 'string' ? 'redirect_url' : undefined;
  });
  const ordered = orderPages(published, {
    pageKey: ({ path }) => [0, splitPath(path).name],
    folderKey: (folder) => [1, folder],
    isOwnPage: ({ path }) => isIndex(path),
  });
  const pages = ordered.map((source): PlacedPage => ({ source, route: routeOf(source.path, settings) }));
  return { pages: applyOrder(pages, settings.order ?? tocOrder(files)), leftOut, categories: [] };
}

function isIndex(path: string): boolean {
  return splitPath(path).name.toLowerCase() === 'index';
}

function routeOf(path: string, { pathPrefix, cleanUrls }: Settings): string {
  const { folder, name } = splitPath(path);
  if (isIndex(path)) return joinPath(pathPrefix, folder).replace(/(?<=.)$/, '/');
  return joinPath(pathPrefix, folder, cleanUrls ? name : `${name}.html`);
}
