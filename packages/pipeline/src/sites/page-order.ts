import { compareCodeUnits } from '@topicmill/base/order';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { foldersAbove, isFolderPage, pageId, splitPath } from './page-path.js';
import type { PageSource } from './page-source.js';
import type { PlacedPage } from './publication.js';

/** Compared part by part; numbers come before texts. */
export type SortKey = readonly (number | string)[];

/** How the entries of a folder are sorted: its pages by name, then its folders, where nothing else is said. */
interface OrderRules {
  readonly pageKey?: (source: PageSource) => SortKey;
  /** @param page the folder's own page, where it has one */
  readonly folderKey?: (folder: string, page: PageSource | undefined, inside: readonly PageSource[]) => SortKey;
  /** Whether a page is that of its folder, and comes first in it; by its name without this. */
  readonly isOwnPage?: (source: PageSource) => boolean;
  /** How texts compare; by code unit without this. */
  readonly compareTexts?: (left: string, right: string) => number;
}

interface FolderNode {
  readonly pages: PageSource[];
  readonly folders: Map<string, FolderNode>;
}

/** Pages in reading order: a folder's own page, then its pages and folders by their keys, folders with all below them. */
export function orderPages(sources: readonly PageSource[], rules: OrderRules): PageSource[] {
  const root: FolderNode = { pages: [], folders: new Map() };
  for (const source of sources) nodeOf(root, splitPath(source.path).folder).pages.push(source);
  return pagesBelow(root, '', rules);
}

function nodeOf(root: FolderNode, folder: string): FolderNode {
  let node = root;
  for (const name of folder === '' ? [] : folder.split('/')) {
    const next = node.folders.get(name) ?? { pages: [], folders: new Map() };
    node.folders.set(name, next);
    node = next;
  }
  return node;
}

function pagesBelow(node: FolderNode, folder: string, rules: OrderRules): PageSource[] {
  const {
    pageKey = ({ path }) => [0, splitPath(path).name],
    folderKey = (path) => [1, path],
    isOwnPage: isOwn = ({ path }) => isFolderPage(path),
    compareTexts = compareCodeUnits,
  } = rules;
  const own = node.pages.filter(isOwn);
  const entries: { readonly key: SortKey; readonly pages: readonly PageSource[] }[] = node.pages
    .filter((page) => !own.includes(page))
    .map((page) => ({ key: pageKey(page), pages: [page] }));
  for (const [name, child] of node.folders) {
    const path = pathIn(folder, name);
    const pages = pagesBelow(child, path, rules);
    entries.push({ key: folderKey(path, child.pages.find(isOwn), pages), pages });
  }
  entries.sort((left, right) => compareKeys(left.key, right.key, compareTexts));
  return [...own, ...entries.flatMap(({ pages }) => pages)];
}

type CompareTexts = (left: string, right: string) => number;

function compareKeys(left: SortKey, right: SortKey, compareTexts: CompareTexts): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = compareParts(left[at]!, right[at]!, compareTexts);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareParts(left: number | string, right: number | string, compareTexts: CompareTexts): number {
  if (typeof left === 'string') return typeof right === 'string' ? compareTexts(left, right) : 1;
  return typeof right === 'string' ? -1 : left - right || 0;
}

/**
 * Pages in the order that a site's navigation names; those that it does not name follow as they were.
 *
 * @param order ids, paths without extension or keys of pages; with `/` at the end a folder with all below it
 */
export function applyOrder(pages: readonly PlacedPage[], order: readonly string[] | undefined): readonly PlacedPage[] {
  if (order === undefined || order.length === 0) return pages;
  const byName = new Map<string, PlacedPage>();
  for (const page of pages) {
    const { folder, name } = splitPath(page.source.path);
    const names = [page.key, pageId(page.source.path), pathIn(folder, name)];
    for (const each of names) if (each !== undefined && !byName.has(each)) byName.set(each, page);
  }
  const ordered = new Set<PlacedPage>();
  const below = order.some((entry) => entry.endsWith('/')) ? pagesByFolder(pages) : undefined;
  for (const entry of new Set(order)) {
    const page = byName.get(entry);
    if (page !== undefined) ordered.add(page);
    else if (entry.endsWith('/')) for (const each of below?.get(entry.slice(0, -1)) ?? []) ordered.add(each);
  }
  for (const page of pages) ordered.add(page);
  return [...ordered];
}

/** All pages below each folder, in their order; those of the docs root by `''`. */
function pagesByFolder(pages: readonly PlacedPage[]): ReadonlyMap<string, readonly PlacedPage[]> {
  const byFolder = new Map<string, PlacedPage[]>([['', [...pages]]]);
  for (const page of pages) {
    for (const folder of foldersAbove(page.source.path)) {
      const inside = byFolder.get(folder);
      if (inside === undefined) byFolder.set(folder, [page]);
      else inside.push(page);
    }
  }
  return byFolder;
}
