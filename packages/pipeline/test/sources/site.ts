import { type SiteSettings, siteSchema } from '../../src/sites/index.js';
import { describeSite, readPage, type Site } from '../../src/sources/index.js';

/** A docs root as a test writes it: text by path, files of the generator among the pages. */
export interface TestSite {
  readonly settings: SiteSettings;
  readonly site: Site;
}

/**
 * @param settings of the site, defaults left out
 * @param files text by path below the docs root
 */
export function testSite(settings: object, files: Readonly<Record<string, string>>, version?: string): TestSite {
  const parsed = siteSchema.parse(settings);
  const sources = Object.entries(files)
    .filter(([path]) => /\.(?:mdx?|qmd)$/.test(path))
    .map(([path, text]) => readPage(path, text, { readable: (body) => body }).source);
  const context = { files: new Map(Object.entries(files)), now: new Date('2026-01-01'), version };
  return { settings: parsed, site: describeSite(sources, parsed, context) };
}

/** Paths of the pages of a site, in its order. */
export function pathsOf({ site }: TestSite): string[] {
  return site.pages.map(({ path }) => path);
}
