import * as z from 'zod';
import { applyOrder, orderPages } from '../page-order.js';
import { splitPath } from '../page-path.js';
import { listValue, numberValue, type PageSource, textValue } from '../page-source.js';
import type { PlacedPage, Publication } from '../publication.js';
import { builtFolder, order, url } from '../settings.js';
import { siteGenerator } from '../site-generator.js';

const settings = z.strictObject({
  generator: z.literal('html'),
  url,
  built: builtFolder.describe('Folder of the HTML that the build of the site makes, relative to this file.'),
  content: z
    .array(z.string().min(1))
    .default([])
    .describe('CSS selectors of the element that contains the text of a page; the first that a page has counts.'),
  order,
});

type Settings = z.infer<typeof settings>;

/** The pages of a built site, as they were imported: their front matter names their places and addresses. */
function htmlPages(sources: readonly PageSource[], settings: Settings): Publication {
  const weight = (source: PageSource): number => numberValue(source, 'weight') ?? Infinity;
  const ordered = orderPages(sources, {
    pageKey: (source) => [weight(source), splitPath(source.path).name],
    folderKey: (folder, _, inside) => [inside.reduce((least, each) => Math.min(least, weight(each)), Infinity), folder],
    isOwnPage: ({ path }) => splitPath(path).name === 'index',
  });
  const pages = ordered.map(
    (source): PlacedPage => ({
      source,
      route: textValue(source, 'permalink') ?? '',
      aliases: listValue(source, 'aliases'),
    }),
  );
  return { pages: applyOrder(pages, settings.order), leftOut: [], categories: [] };
}

/** Any site, from the HTML that its own build makes. */
export const html = siteGenerator({
  settings,
  detections: [],
  linksAreAddresses: true,
  dialect: () => 'markdown',
  anchors: () => ({ style: 'explicit' }),
  pages: htmlPages,
});
