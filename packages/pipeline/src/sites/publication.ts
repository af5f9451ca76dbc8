import type { PageSource } from './page-source.js';

/** A page that a site publishes. */
export interface PlacedPage {
  readonly source: PageSource;
  /** Decoded path below the site's url without a leading slash: `guide/intro/`; `''` is the site's first page. */
  readonly route: string;
  /** Query of its address, where versions of the page share a route: `view=kiln-9.0`. */
  readonly query?: string | undefined;
  /** Other routes that point to it. */
  readonly aliases?: readonly string[];
  /** Its short name in the site's navigation. */
  readonly label?: string | undefined;
  /** A title that the generator takes from elsewhere, for a page that names none. */
  readonly title?: string | undefined;
  /** Another name by which the generator's navigation refers to it. */
  readonly key?: string | undefined;
}

/** A page file that is not a page of the site, and why, as one phrase: `draft: true`. */
export interface LeftOutPage {
  readonly path: string;
  readonly reason: string;
  /** Set for a page that has an address anyway, as unlisted ones have. */
  readonly route?: string;
  /** Path of the page that readers see at its address. */
  readonly shown?: string;
}

/** What a site says about a folder that has no page of its own. */
export interface FolderCategory {
  /** Below the docs root, with `/`. */
  readonly folder: string;
  readonly title: string;
  readonly description: string;
  /** Set where the generator makes a page of its own for it. */
  readonly route?: string;
}

/** What a site makes of the page files of a docs root. */
export interface Publication {
  /** In reading order. */
  readonly pages: readonly PlacedPage[];
  readonly leftOut: readonly LeftOutPage[];
  readonly categories: readonly FolderCategory[];
}

/** What the rules of a site may read besides pages and settings. */
export interface SiteContext {
  /** Text of the files that `siteFiles` names, by path below the docs root, or as the settings write it. */
  readonly files: ReadonlyMap<string, string>;
  /** What counts as the future, for pages with a date. */
  readonly now: Date;
  /** Of the docs root, as the configuration has them. */
  readonly locale?: string | undefined;
  readonly version?: string | undefined;
}

/** Parts the sources into those that the site publishes and those that it leaves out. */
export function partSources(
  sources: readonly PageSource[],
  reasonOf: (source: PageSource) => string | undefined,
): { readonly published: readonly PageSource[]; readonly leftOut: readonly LeftOutPage[] } {
  const published: PageSource[] = [];
  const leftOut: LeftOutPage[] = [];
  for (const source of sources) {
    const reason = reasonOf(source);
    if (reason === undefined) published.push(source);
    else leftOut.push({ path: source.path, reason });
  }
  return { published, leftOut };
}

/** Whether a version is older; one that is not known is taken for the newest. */
export function isVersionBefore(version: string | undefined, limit: readonly number[]): boolean {
  if (version === undefined) return false;
  const parts = version.split('.').map(Number);
  for (const [at, wanted] of limit.entries()) {
    const part = parts[at] ?? 0;
    if (part !== wanted) return part < wanted;
  }
  return false;
}
