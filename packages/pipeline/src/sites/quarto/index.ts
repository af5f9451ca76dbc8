import { isObject } from '@topicmill/base/json';
import picomatch from 'picomatch';
import * as z from 'zod';
import { type ConfigValue, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, docsRootPath, joinUrl, written } from '../detected-site.js';
import { applyOrder, orderPages } from '../page-order.js';
import { joinPath, splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import { type PlacedPage, type Publication, partSources } from '../publication.js';
import { built, foundInclusions, order, url } from '../settings.js';
import { siteGenerator } from '../site-generator.js';

const settings = z.strictObject({
  generator: z.literal('quarto'),
  url,
  built,
  inclusions: foundInclusions,
  render: z
    .array(z.string().min(1))
    .default([])
    .describe('Globs of project.render: the files that are rendered, without those after !. Empty for all.'),
  order,
});

type Settings = z.infer<typeof settings>;

/** Endings of page files. */
const ENDINGS = ['qmd', 'md'];

/** The docs root of a Quarto website or book: the folder of its project. */
export function quartoRoots(folder: string, config: ConfigValue): DetectedRoot[] {
  const website = objectAt(config, 'website');
  const book = objectAt(config, 'book');
  const chapters = pagesIn([book['chapters'], book['appendices']]);
  const site = written({
    generator: 'quarto',
    url: joinUrl(textAt(website, 'site-url') ?? textAt(book, 'site-url'), ''),
    render: chapters.length > 0 ? chapters : textsAt(objectAt(config, 'project'), 'render'),
    order: [...new Set([...chapters, ...pagesIn(website['sidebar'])].map(withoutEnding))],
  });
  return [{ docsRoot: docsRootPath(folder), site }];
}

/** Keys of navigation that name pages, or lists of them. */
const NAMING = /^(?:href|file|part|section|contents|chapters)$/;

/** Paths of pages at any depth of a navigation, below the project. */
function pagesIn(value: unknown): string[] {
  if (typeof value === 'string') return /\.q?md$/.test(value) ? [value.replace(/^\.?\//, '')] : [];
  if (Array.isArray(value)) return value.flatMap((each) => pagesIn(each));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => (NAMING.test(key) ? pagesIn(each) : []));
}

function withoutEnding(path: string): string {
  return path.replace(/\.q?md$/, '');
}

/** The pages of a Quarto website or book: each file of text that is rendered. */
export function quartoPages(sources: readonly PageSource[], settings: Settings): Publication {
  const isRendered = renderedBy(settings.render);
  const { published, leftOut } = partSources(sources, ({ path, frontMatter }) => {
    if (!/\.q?md$/.test(path)) return 'not .qmd or .md';
    if (/(?:^|\/)[._]/.test(path)) return 'a name that starts with _ or .';
    if (/(?:^|\/)README\.q?md$/i.test(path)) return 'a README, which Quarto does not render';
    if (!isRendered(path)) return 'not among the files of project.render';
    return frontMatter['draft'] === true ? 'draft: true' : undefined;
  });
  const ordered = orderPages(published, { isOwnPage: ({ path }) => isIndex(path) });
  const pages = ordered.map((source): PlacedPage => ({ source, route: routeOf(source.path) }));
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
}

/** Of the patterns the last one that a file matches counts, as in Quarto; without any that names files, all are. */
function renderedBy(patterns: readonly string[]): (path: string) => boolean {
  const rules = patterns.map((pattern) => {
    const glob = pattern.replace(/^!/, '').replace(/^\//, '').replace(/\/$/, '');
    return { isTaken: !pattern.startsWith('!'), matches: picomatch([glob, `${glob}/**`]) };
  });
  const isTakenAtFirst = !rules.some(({ isTaken }) => isTaken);
  return (path) => rules.findLast(({ matches }) => matches(path))?.isTaken ?? isTakenAtFirst;
}

function isIndex(path: string): boolean {
  return splitPath(path).name === 'index';
}

function routeOf(path: string): string {
  const { folder, name } = splitPath(path);
  if (isIndex(path)) return folder === '' ? '' : `${folder}/`;
  return joinPath(folder, `${name}.html`);
}

export const quarto = siteGenerator({
  settings,
  detections: [
    {
      configs: [
        {
          name: /^_quarto\.ya?ml$/,
          matches: (text) => /(?=type:)(?<=^\s+)type:\s*['"]?(?:website|book|manuscript)\b/m.test(text),
        },
      ],
      site: ({ folder, value }) => {
        const named = (key: string): string | undefined =>
          textAt(objectAt(value, 'website'), key) ?? textAt(objectAt(value, 'book'), key);
        return { roots: quartoRoots(folder, value), title: named('title'), description: named('description') };
      },
    },
  ],
  endings: ENDINGS,
  dialect: () => 'quarto',
  anchors: () => ({ style: 'pandoc' }),
  pages: quartoPages,
});
