import { groupBy } from '@topicmill/base/groups';
import { compareCodeUnits } from '@topicmill/base/order';
import { foldedPath, lastName } from '@topicmill/base/paths';
import {
  foldersAbove,
  generatorOf,
  isFolderPage,
  joinPath,
  type LeftOutPage,
  type PlacedPage,
  type SiteSettings,
  splitPath,
} from '../sites/index.js';

/** The ids of a site's pages. */
export interface PageIds {
  /** Of the pages that readers see. */
  readonly ids: ReadonlyMap<PlacedPage, string>;
  /** Those in whose place the site shows another. */
  readonly notShown: readonly LeftOutPage[];
}

/**
 * Gives each page that readers see an id of its own: its path without extension, or its folder for `index`, `_index` and
 * `README`. Of several pages with one id it is that of the page with the name of a folder, else of the folder's own page; the
 * others keep their names, and get a number where that is an id too. Ids that differ only in upper and lower case, or in
 * Unicode form, are one, since their results would be one folder on some file systems; folders are spelled in one way.
 *
 * @param rootName begins the ids
 */
export function assignIds(pages: readonly PlacedPage[], settings: SiteSettings, rootName: string): PageIds {
  const spell = folderSpelling(pages);
  const named = ({ source: { path } }: PlacedPage): string => {
    const { folder, name } = splitPath(path);
    return joinPath(rootName, spell(joinPath(folder, name)));
  };
  const claimed = (page: PlacedPage): string =>
    (isFolderPage(page.source.path) ? splitPath(named(page)).folder : named(page)) || 'index';
  const claims = groupBy(pages, (page) => foldedPath(claimed(page)));
  const ids = new Map<PlacedPage, string>();
  const notShown: LeftOutPage[] = [];
  const taken = new Set(claims.keys());
  for (const claiming of claims.values()) {
    const shown = pagesShownInstead(claiming, settings);
    for (const [{ source, route }, instead] of shown) {
      if (instead.source === source) continue;
      const reason = 'the site shows another page at its address';
      notShown.push({ path: source.path, reason, route, shown: instead.source.path });
    }
    const [first, ...others] = [...new Set(shown.values())].sort(compareClaims);
    ids.set(first!, claimed(first!));
    for (const page of others) {
      let id = named(page);
      for (let number = 2; taken.has(foldedPath(id)); number++) id = `${named(page)}-${number}`;
      taken.add(foldedPath(id));
      ids.set(page, id);
    }
  }
  return { ids, notShown };
}

/** By page the one that readers see at its address: of several with one, that which the site writes last. */
function pagesShownInstead(pages: readonly PlacedPage[], settings: SiteSettings): ReadonlyMap<PlacedPage, PlacedPage> {
  const { fileOf = (route) => route, compareShown = compareByPath } = generatorOf(settings);
  const byAddress = groupBy(pages, ({ route, query = '' }) => `${fileOf(route)}?${query}`);
  return new Map(
    [...byAddress.values()].flatMap((same) => {
      const last = same.toSorted(compareShown).at(-1)!;
      return same.map((page) => [page, last] as const);
    }),
  );
}

function compareByPath(a: PlacedPage, b: PlacedPage): number {
  return compareCodeUnits(a.source.path, b.source.path);
}

function compareClaims(a: PlacedPage, b: PlacedPage): number {
  return claimRank(a) - claimRank(b) || compareByPath(b, a);
}

/** `README` and `_index` are pages like any other to some generators, with their names in their addresses. */
function claimRank({ source, route }: PlacedPage): number {
  if (!isFolderPage(source.path)) return 0;
  return /(?:^|\/)(?:readme|_index)(?:\.(?:html|mdx?))?\/?$/i.test(route) ? 2 : 1;
}

/** Spells paths whose folders differ only in upper and lower case, or in Unicode form, in one way. */
function folderSpelling(pages: readonly PlacedPage[]): (path: string) => string {
  const folders = new Set(pages.flatMap(({ source }) => foldersAbove(source.path)));
  const names = new Map([...folders].sort().map((folder) => [foldedPath(folder), lastName(folder)] as const));
  const spelled = new Map([['', '']]);
  return function spell(path: string): string {
    const known = spelled.get(path);
    if (known !== undefined) return known;
    const found = joinPath(spell(splitPath(path).folder), names.get(foldedPath(path)) ?? lastName(path));
    spelled.set(path, found);
    return found;
  };
}
