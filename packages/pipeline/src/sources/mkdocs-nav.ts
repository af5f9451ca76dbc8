import { PAGE_ENDINGS } from '@topicmill/base/config';
import { parseYaml } from '@topicmill/base/yaml';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { splitPath } from './page-path.js';

/**
 * The pages that the `nav` of a mkdocs.yml names, as paths without extension, in its order; empty without a nav. Tags of
 * Python objects, which MkDocs allows, are skipped.
 */
export function navPaths(mkdocsYaml: string): string[] {
  const document = parseYaml(mkdocsYaml);
  const nav = document.get('nav', true);
  return nav === undefined ? [] : pathsOf(nav as Node);
}

/**
 * What the sections of a nav call folders, by folder: the label of a section that names every page of the folder which
 * the nav names, and no other. Of sections within each other with the same pages, the inner one counts.
 */
export function navFolderTitles(mkdocsYaml: string): ReadonlyMap<string, string> {
  const nav = parseYaml(mkdocsYaml).get('nav', true);
  const titles = new Map<string, string>();
  if (nav === undefined) return titles;
  const all = pathsOf(nav);
  for (const { label, paths } of sectionsOf(nav)) {
    const folder = commonFolder(paths);
    if (folder === '' || titles.has(folder)) continue;
    if (all.filter((path) => path.startsWith(`${folder}/`)).length === paths.length) titles.set(folder, label);
  }
  return titles;
}

interface NavSection {
  readonly label: string;
  readonly paths: readonly string[];
}

/** The sections of a nav, inner ones before those around them. */
function sectionsOf(node: unknown): NavSection[] {
  if (isSeq(node)) return node.items.flatMap(sectionsOf);
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key, value }) => {
    if (!isSeq(value)) return [];
    const label = isScalar(key) ? String(key.value) : '';
    const paths = pathsOf(value);
    const own = label === '' || paths.length === 0 ? [] : [{ label, paths }];
    return [...sectionsOf(value), ...own];
  });
}

/** The innermost folder that contains all paths; `''` for the docs root. */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const differing = first.findIndex((name, at) => others.some((other) => other[at] !== name));
  return (differing === -1 ? first : first.slice(0, differing)).join('/');
}

function pathsOf(node: unknown): string[] {
  if (isSeq(node)) return node.items.flatMap(pathsOf);
  if (isMap(node)) return node.items.flatMap(({ value }) => pathsOf(value));
  if (!isScalar(node) || typeof node.value !== 'string') return [];
  const path = node.value;
  if (path.endsWith('/')) return [path.replace(/^\.?\//, '')];
  const { folder, name, extension } = splitPath(path.replace(/^\.?\//, ''));
  return PAGE_ENDINGS.mkdocs.some((ending) => extension === `.${ending}`) ? [pathIn(folder, name)] : [];
}
