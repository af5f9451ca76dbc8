import type { SettingsOf } from '@topicmill/base/config';
import picomatch from 'picomatch';
import { applyOrder, orderPages } from '../page-order.js';
import { joinPath, splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import { type PlacedPage, type Publication, partSources } from '../publication.js';

type Settings = SettingsOf<'quarto'>;

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
  const ordered = orderPages(published, {
    pageKey: ({ path }) => [0, splitPath(path).name],
    folderKey: (folder) => [1, folder],
    isOwnPage: ({ path }) => isIndex(path),
  });
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
