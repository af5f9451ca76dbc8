import type { SiteDialect, SiteGenerator } from '@topicmill/base/config';
import { type Dialect, type DialectName, dialectOf, proseMarkdown, readableMarkdown } from '@topicmill/text/markdown';
import { splitPath } from './page-path.js';
import type { PageDialect } from './read-page.js';

/** What decides how the pages of a site are read. */
export interface ReadSite {
  readonly generator: SiteGenerator;
  /** How they are written, where there is no generator that says it. */
  readonly dialect?: SiteDialect | undefined;
}

/**
 * The dialect in which the pages of a site are written: that of its generator, and VitePress's for VuePress. Pages of
 * no known generator are written in the one that the settings name; without it they have at least the HTML, comments
 * and attributes of headings that nearly all of them leave out.
 */
export function dialectNameOf({ generator, dialect }: ReadSite): DialectName {
  if (generator === 'none') return dialect ?? 'markdown';
  return generator === 'vuepress' ? 'vitepress' : generator;
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
