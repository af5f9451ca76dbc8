import type { PagesRoot, SiteGenerator } from '@topicmill/base/config';
import { resolvePath } from '@topicmill/base/paths';
import { splitPath } from './page-path.js';

/** Whether the configuration asks for the text of included files. */
export function asksForInclusions({ site }: Pick<PagesRoot, 'site'>): boolean {
  return 'inclusions' in site && site.inclusions;
}

/** Whether what a page includes is at an address, made by a plugin of the site, as `virtual:list` is, or in a package. */
export function isMadeElsewhere(written: string, generator: SiteGenerator): boolean {
  if (/^[a-z][a-z\d+.-]+:/i.test(written)) return true;
  const isImported = generator === 'docusaurus' || generator === 'starlight';
  return isImported && !/^(?:\.{1,2}|@site|@|~)\//.test(written);
}

/**
 * Where the generator looks for an included file, below the workspace's root; no path that leads out of it.
 *
 * @param written as the page writes it
 * @param from path below the workspace's root of the file that includes it
 */
export function inclusionPaths(written: string, from: string, { docsRoot, site }: PagesRoot): string[] {
  if (isMadeElsewhere(written, site.generator)) return [];
  return placesOf(written, from, { docsRoot, site })
    .filter((parts) => !parts.at(-1)!.startsWith('/'))
    .map((parts) => resolvePath('', parts.join('/')))
    .filter((path) => path !== undefined);
}

/** Folders and paths below them, in the order in which a file is sought there. */
function placesOf(
  written: string,
  from: string,
  { docsRoot, site }: Pick<PagesRoot, 'docsRoot' | 'site'>,
): readonly (readonly string[])[] {
  const nextToPage = [[splitPath(from).folder, written]];
  switch (site.generator) {
    case 'mkdocs':
      return site.snippetPaths.map((folder) => [folder, written]);
    case 'vitepress':
      if (!written.startsWith('@')) return nextToPage;
      return [[srcDirOf(docsRoot, site.pathPrefix), written.slice(1).replace(/^\/+/, '')]];
    case 'docfx':
      return written.startsWith('~/') ? [[site.configFolder ?? docsRoot, written.slice(2)]] : nextToPage;
    default:
      return aliasedPlaces(written, docsRoot) ?? nextToPage;
  }
}

/**
 * `@site/` is the site's folder in Docusaurus; `@/` and `~/` are most often `src` in it, in Starlight. The docs root is
 * somewhere below that folder; the nearest is sought first.
 */
function aliasedPlaces(written: string, docsRoot: string): string[][] | undefined {
  const [, alias, path] = /^(@site|@|~)\/(.+)$/.exec(written) ?? [];
  if (alias === undefined) return undefined;
  const segments = docsRoot.split('/');
  const folders = segments.map((_, at) => segments.slice(0, segments.length - 1 - at).join('/'));
  const below = alias === '@site' ? [] : ['src'];
  return folders.map((folder) => [...(folder === '' ? [] : [folder]), ...below, path!]);
}

/** The folder above that of a language, which `@` stands for. */
function srcDirOf(docsRoot: string, pathPrefix: string): string {
  return pathPrefix !== '' && docsRoot.endsWith(`/${pathPrefix}`)
    ? docsRoot.slice(0, -pathPrefix.length - 1)
    : docsRoot;
}
