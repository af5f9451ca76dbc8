import { PAGE_ENDINGS } from '@topicmill/base/config';
import { compareCodeUnits } from '@topicmill/base/order';
import { parseYaml } from '@topicmill/base/yaml';
import { folderOf, pathIn } from '@topicmill/topics/formats/file-names';
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
  const sorted = pathsOf(nav).sort(compareCodeUnits);
  const sections: NavSection[] = [];
  collectSections(nav, sections);
  for (const { label, folder, pathCount } of sections) {
    if (folder === '' || titles.has(folder)) continue;
    if (countBelow(sorted, folder) === pathCount) titles.set(folder, label);
  }
  return titles;
}

/** The paths that a part of a nav names, as much of them as sections need. */
interface NavPart {
  readonly pathCount: number;
  /** The innermost folder that contains all of them; `undefined` where there are none. */
  readonly folder: string | undefined;
}

interface NavSection extends NavPart {
  readonly label: string;
  readonly folder: string;
}

const NO_PATHS: NavPart = { pathCount: 0, folder: undefined };

/** Adds the sections of a nav, inner ones before those around them, and says what its paths have in common. */
function collectSections(node: unknown, sections: NavSection[]): NavPart {
  if (isSeq(node)) return node.items.map((item) => collectSections(item, sections)).reduce(joined, NO_PATHS);
  if (!isMap(node)) return partOf(pathsOf(node));
  return node.items.map(({ key, value }) => sectionOf(key, value, sections)).reduce(joined, NO_PATHS);
}

function sectionOf(key: unknown, value: unknown, sections: NavSection[]): NavPart {
  if (!isSeq(value)) return partOf(pathsOf(value));
  const { folder, pathCount } = collectSections(value, sections);
  const label = isScalar(key) ? String(key.value) : '';
  if (label !== '' && folder !== undefined) sections.push({ label, folder, pathCount });
  return { folder, pathCount };
}

function partOf(paths: readonly string[]): NavPart {
  return paths.map((path) => ({ pathCount: 1, folder: folderOf(path) })).reduce(joined, NO_PATHS);
}

function joined(left: NavPart, right: NavPart): NavPart {
  const pathCount = left.pathCount + right.pathCount;
  if (left.folder === undefined || right.folder === undefined)
    return { pathCount, folder: left.folder ?? right.folder };
  return { pathCount, folder: commonFolder(left.folder, right.folder) };
}

/** The innermost folder that contains both; `''` for the docs root. */
function commonFolder(left: string, right: string): string {
  const [first, second] = [`${left}/`, `${right}/`];
  let at = 0;
  while (at < first.length && first[at] === second[at]) at++;
  return first.slice(0, Math.max(0, first.lastIndexOf('/', at - 1)));
}

/** How many paths are below a folder. */
function countBelow(sorted: readonly string[], folder: string): number {
  // Paths below a folder begin with `folder/`, and `0` is the next character after `/`.
  return placeOf(sorted, `${folder}0`) - placeOf(sorted, `${folder}/`);
}

/** Index of the first path that is not before a text. */
function placeOf(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareCodeUnits(sorted[middle]!, text) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
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
