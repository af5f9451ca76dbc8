import { resolveInRoot } from '@topicmill/base/paths';
import * as z from 'zod';
import { type ConfigValue, flagAt, objectAt, textAt } from '../config-value.js';
import { type DetectedRoot, docsRootPath, joinUrl, written } from '../detected-site.js';
import { splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import { isVersionBefore, type PlacedPage, type Publication, type SiteContext } from '../publication.js';
import { built, inclusions, url, version } from '../settings.js';
import { siteGenerator } from '../site-generator.js';
import { partByList, summaryPages } from '../summary.js';

const settings = z.strictObject({
  generator: z.literal('mdbook'),
  url,
  built,
  version: version.describe('Version of mdBook; the newest if unset. Decides how anchors are made.'),
  smartPunctuation: z.boolean().optional().describe('As in book.toml; true from mdBook 0.5 on.'),
  inclusions,
});

type Settings = z.infer<typeof settings>;

/** The file that says what the pages of a book are, below the docs root. */
export const SUMMARY_FILE = 'SUMMARY.md';

/** The pages of an mdBook: those that SUMMARY.md names, in its order. Without the file no page is published. */
export function mdbookPages(sources: readonly PageSource[], _settings: Settings, { files }: SiteContext): Publication {
  const titles = summaryPages(files.get(SUMMARY_FILE) ?? '', SUMMARY_FILE);
  const { published, leftOut } = partByList(sources, SUMMARY_FILE, titles.keys());
  const pages = published.map(
    (source): PlacedPage => ({ source, route: routeOf(source.path), title: titles.get(source.path) }),
  );
  return { pages, leftOut, categories: [] };
}

function routeOf(path: string): string {
  const { folder, name } = splitPath(path);
  const base = folder === '' ? '' : `${folder}/`;
  return /^(?:readme|index)$/i.test(name) ? `${base}index.html`.replace(/index\.html$/, '') : `${base}${name}.html`;
}

/** The docs root of an mdBook. */
export function mdbookRoots(folder: string, config: ConfigValue): DetectedRoot[] {
  const html = objectAt(config, 'output', 'html');
  const path = textAt(html, 'site-url');
  const host = textAt(html, 'cname');
  const site = written({
    generator: 'mdbook',
    url:
      path !== undefined && /^https?:/.test(path)
        ? joinUrl(path, '')
        : joinUrl(host === undefined ? undefined : `https://${host}`, path),
    inclusions: true,
    smartPunctuation: flagAt(html, 'smart-punctuation') ?? flagAt(html, 'curly-quotes'),
  });
  return [{ docsRoot: docsRootPath(resolveInRoot(folder, textAt(objectAt(config, 'book'), 'src') ?? 'src')), site }];
}

export const mdbook = siteGenerator({
  settings,
  detections: [
    {
      configs: [{ name: /^book\.toml$/ }],
      site: ({ folder, value }) => {
        const { title, description } = objectAt(value, 'book');
        return { roots: mdbookRoots(folder, value), title, description };
      },
    },
  ],
  dialect: () => 'mdbook',
  anchors: ({ smartPunctuation, version }) => ({
    style: 'mdbook',
    smartPunctuation: smartPunctuation ?? !isVersionBefore(version, [0, 5]),
  }),
  files: () => ({ inDocsRoot: [SUMMARY_FILE] }),
  pages: mdbookPages,
});
