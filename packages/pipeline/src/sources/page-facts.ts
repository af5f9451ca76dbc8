import type { Diagnostic } from '@topicmill/base/diagnostics';
import {
  type Dialect,
  type DialectName,
  dialectOf,
  findLinks,
  isDialectScan,
  mayInclude,
  proseMarkdown,
  readableMarkdown,
  readPageFrontMatter,
  scanMarkdown,
} from '@topicmill/text/markdown';
import { describePage } from '@topicmill/topics/formats';
import { type GeneratorName, generatorNamed, type PageSource, type SiteDialect, splitPath } from '../sites/index.js';

/** A page file as read. */
interface PageFile {
  readonly source: PageSource;
  /** UTF-16 offset at which its body starts. */
  readonly bodyOffset: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns a page's own text; the reader of its dialect. */
interface PageDialect {
  /** The body without what only the generator reads. */
  readonly readable: (body: string) => string;
  /** The body as its description is looked for in it, the best text first; its readable text without. */
  readonly proseTexts?: (body: string) => Iterable<string>;
}

const HEADING_ONLY = /^\s*(?:#{1,6}(?:\s.*(?!.))?\s*)?$/;

/**
 * Reads what a page says about itself.
 *
 * @param path below the docs root, with `/`
 * @param text the file as read
 * @param displayPath path that diagnostics name
 */
export function readPage(path: string, text: string, dialect: PageDialect, displayPath = path): PageFile {
  const { values, bodyOffset, diagnostics } = readPageFrontMatter(text, displayPath);
  const written = text.slice(bodyOffset);
  const body = dialect.readable(written);
  const source: PageSource = {
    path,
    frontMatter: values,
    hasFrontMatter: text.slice(0, bodyOffset).trim() !== '',
    ...describePage(body, values, dialect.proseTexts?.(written)),
    hasText: !HEADING_ONLY.test(body),
  };
  return { source, bodyOffset, diagnostics };
}

/** What the pages of a site must know of one of them. Plain JSON, derived from the text alone, so that it can be kept. */
export interface PageFacts extends Omit<PageSource, 'path'> {
  /** Destinations of its links as written, each once, sorted. */
  readonly hrefs: readonly string[];
  /** Files that it includes, as it writes their paths, each once, sorted; `undefined` without any. */
  readonly inclusions?: readonly string[];
}

/** Reads the facts of a page. */
export function readPageFacts(
  path: string,
  text: string,
  dialect: PageDialect & { readonly dialect?: Dialect | undefined },
): PageFacts {
  const { source, bodyOffset } = readPage(path, text, dialect);
  const { frontMatter, hasFrontMatter, title, description, hasText } = source;
  const hrefs = new Set(findLinks(text, bodyOffset, dialect.dialect).map(({ destination }) => destination));
  const inclusions = inclusionsIn(text, bodyOffset, dialect.dialect);
  const facts: PageFacts = {
    ...{ frontMatter, hasFrontMatter, title, description, hasText, hrefs: [...hrefs].sort() },
    ...(inclusions.length === 0 ? {} : { inclusions }),
  };
  // Dates and the like become the texts that they are once the facts were kept.
  return JSON.parse(JSON.stringify(facts)) as PageFacts;
}

function inclusionsIn(text: string, bodyOffset: number, dialect: Dialect | undefined): string[] {
  if (dialect?.inclusions === undefined || !mayInclude(dialect.inclusions, text)) return [];
  const scan = scanMarkdown(text, { bodyOffset, dialect });
  return isDialectScan(scan) ? [...new Set(scan.inclusions.map(({ path }) => path))].sort() : [];
}

/** The facts of a page that cannot be read: the steps of its topic say why. */
export const UNREADABLE_PAGE: PageFacts = {
  frontMatter: {},
  hasFrontMatter: true,
  title: '',
  description: '',
  hasText: true,
  hrefs: [],
};

/** What decides how the pages of a site are read. */
export interface ReadSite {
  readonly generator: GeneratorName;
  /** How they are written, where there is no generator that says it. */
  readonly dialect?: SiteDialect | undefined;
}

/** The dialect in which the pages of a site are written. */
export function dialectNameOf(site: ReadSite): DialectName {
  return generatorNamed(site.generator).dialect(site as never);
}

/** How a page of a site is read: by the dialect of the site, and of its file's extension. */
export function pageDialect(site: ReadSite, path: string): PageDialect & { dialect: Dialect | undefined } {
  const dialect = dialectOf(dialectNameOf(site), path);
  return {
    dialect,
    readable: (body) => readableMarkdown(body, dialect),
    proseTexts: (body) => proseTexts(body, dialect),
  };
}

/** The prose around notes describes a page better than its notes do. */
function* proseTexts(body: string, dialect: Dialect | undefined): Generator<string> {
  yield proseMarkdown(body, dialect, false);
  yield proseMarkdown(body, dialect, true);
}

/** Names what `pageDialect` depends on. */
export function dialectKey(site: ReadSite, path: string): string {
  return dialectNameOf(site) + splitPath(path).extension.toLowerCase();
}
