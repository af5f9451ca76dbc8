import type { SettingsOf } from '@topicmill/base/config';
import { splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import type { PlacedPage, Publication, SiteContext } from '../publication.js';
import { partByList, summaryPaths } from './summary.js';

type Settings = SettingsOf<'mdbook'>;

/** The file that says what the pages of a book are, below the docs root. */
export const SUMMARY_FILE = 'SUMMARY.md';

/** The pages of an mdBook: those that SUMMARY.md names, in its order. Without the file no page is published. */
export function mdbookPages(sources: readonly PageSource[], _settings: Settings, { files }: SiteContext): Publication {
  const listed = summaryPaths(files.get(SUMMARY_FILE) ?? '', SUMMARY_FILE);
  const { published, leftOut } = partByList(sources, SUMMARY_FILE, listed);
  const pages = published.map((source): PlacedPage => ({ source, route: routeOf(source.path) }));
  return { pages, leftOut, categories: [] };
}

function routeOf(path: string): string {
  const { folder, name } = splitPath(path);
  const base = folder === '' ? '' : `${folder}/`;
  return /^(?:readme|index)$/i.test(name) ? `${base}index.html`.replace(/index\.html$/, '') : `${base}${name}.html`;
}
