import type { SiteGenerator } from '@topicmill/base/config';
import { type Dialect, type DialectName, dialectOf, proseMarkdown, readableMarkdown } from '@topicmill/text/markdown';
import { splitPath } from './page-path.js';
import type { PageDialect } from './read-page.js';

/**
 * The dialect in which the pages of a generator are written: that of its name, and VitePress's for VuePress. Pages of
 * no known generator have at least the HTML, comments and attributes of headings that nearly all of them leave out.
 */
export function dialectNameOf(generator: SiteGenerator): DialectName {
  if (generator === 'none') return 'markdown';
  return generator === 'vuepress' ? 'vitepress' : generator;
}

/** How a page of a site is read: by the dialect of its generator, and of its file's extension. */
export function pageDialect(generator: SiteGenerator, path: string): PageDialect & { dialect: Dialect | undefined } {
  const dialect = dialectOf(dialectNameOf(generator), path);
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
export function dialectKey(generator: SiteGenerator, path: string): string {
  return dialectNameOf(generator) + splitPath(path).extension.toLowerCase();
}
