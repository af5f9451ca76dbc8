import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { generatorOf, type SiteSettings, siteSchema } from '@topicmill/pipeline/sites';
import { describeSite, dialectNameOf, pageHeadings, partUrl, readPage, siteFiles } from '@topicmill/pipeline/sources';
import { dialectOf, readableMarkdown } from '@topicmill/text/markdown';
import * as z from 'zod';

/** The fixture sites: their pages, what they leave out and why, and what their generators made of them. */
export const FIXTURES = join(import.meta.dirname, '../../../fixtures/sites');

const siteFile = z.strictObject({
  docsRoots: z.array(z.strictObject({ docsRoot: z.string(), site: siteSchema })),
  /** By path of the page: why it is not part of the site. */
  leftOut: z.record(z.string(), z.string()).default({}),
});

/** What a real generator made of a fixture site. */
export interface BuiltSite {
  /** Name and version. */
  readonly generator: string;
  /** By path of the page below the fixture's folder. */
  readonly pages: Readonly<Record<string, BuiltPage>>;
}

export interface BuiltPage {
  /** Path of the HTML file below the output folder. */
  readonly html: string;
  /** The address that the page itself names, where its generator writes one. */
  readonly canonical?: string;
  /** Ids of the headings of its content, in order. */
  readonly headingIds: readonly string[];
  /** Path of the HTML file that its link to the next page leads to. */
  readonly next?: string;
}

/** What the rules make of a fixture site. */
export interface ComputedPage {
  readonly url: string;
  /** Addresses of the sections of the page, in order. */
  readonly sectionUrls: readonly string[];
}

export interface ComputedSite {
  readonly settings: readonly SiteSettings[];
  readonly pages: ReadonlyMap<string, ComputedPage>;
  readonly leftOut: ReadonlyMap<string, string>;
  readonly expected: z.infer<typeof siteFile>;
}

/** Names of the fixture sites. */
export function fixtureNames(): string[] {
  return readdirSync(FIXTURES).filter((name) => existsSync(join(FIXTURES, name, 'site.json')));
}

/** What a fixture's generator made of it when it was last recorded. */
export function recordedSite(name: string): BuiltSite {
  return JSON.parse(readFileSync(join(FIXTURES, name, 'built.json'), 'utf8')) as BuiltSite;
}

/** Computes pages and addresses of a fixture site from its files and its settings. */
export function computeSite(name: string): ComputedSite {
  const expected = siteFile.parse(JSON.parse(readFileSync(join(FIXTURES, name, 'site.json'), 'utf8')));
  const pages = new Map<string, ComputedPage>();
  const leftOut = new Map<string, string>();
  for (const { docsRoot, site } of expected.docsRoots)
    computeRoot(join(FIXTURES, name), docsRoot, site, { pages, leftOut });
  for (const path of pages.keys()) leftOut.delete(path);
  return { settings: expected.docsRoots.map(({ site }) => site), pages, leftOut, expected };
}

interface Found {
  readonly pages: Map<string, ComputedPage>;
  readonly leftOut: Map<string, string>;
}

function computeRoot(folder: string, docsRoot: string, settings: SiteSettings, { pages, leftOut }: Found): void {
  const paths = filesBelow(join(folder, docsRoot));
  const { inWorkspace } = siteFiles(settings);
  const files = new Map([
    ...paths.map((path) => [path, read(folder, docsRoot, path)] as const),
    ...inWorkspace.map((path) => [path, read(folder, path)] as const),
  ]);
  const markdown = paths.filter((path) => /\.(?:mdx?|markdown)$/.test(path));
  const pageFiles = markdown.map((path) =>
    readPage(path, read(folder, docsRoot, path), {
      readable: (body) => readableMarkdown(body, dialectOf(dialectNameOf(settings), path)),
    }),
  );
  const site = describeSite(
    pageFiles.map(({ source }) => source),
    settings,
    { files, now: new Date('2026-01-01') },
  );
  const bodies = new Map(
    pageFiles.map(({ source: { path, frontMatter }, bodyOffset }) => [
      path,
      { bodyOffset, frontMatter, dialect: dialectOf(dialectNameOf(settings), path) },
    ]),
  );
  for (const page of site.pages) {
    const text = read(folder, docsRoot, page.path);
    const headings = pageHeadings(text, bodies.get(page.path)!, generatorOf(settings).anchors(settings));
    const sectionUrls = headings.flatMap(({ anchor, line }) =>
      anchor === undefined ? [] : [partUrl(page, { anchor, lines: { first: line, last: line } }, settings)],
    );
    pages.set(join(docsRoot, page.path).split(sep).join('/'), { url: page.url, sectionUrls });
  }
  for (const { path, reason } of site.leftOut) {
    const file = join(docsRoot, path).split(sep).join('/');
    if (!leftOut.has(file)) leftOut.set(file, reason);
  }
}

function read(...parts: string[]): string {
  return readFileSync(join(...parts), 'utf8');
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return files
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/'))
    .sort();
}
