import * as z from 'zod';
import { docfx } from './docfx/index.js';
import { docusaurus } from './docusaurus/index.js';
import { eleventy } from './eleventy/index.js';
import { html } from './html/index.js';
import { hugo } from './hugo/index.js';
import { jekyll } from './jekyll/index.js';
import { mdbook } from './mdbook/index.js';
import { mkdocs } from './mkdocs/index.js';
import { none } from './none/index.js';
import { quarto } from './quarto/index.js';
import type { CommonSettings, SiteGenerator } from './site-generator.js';
import { starlight } from './starlight/index.js';
import { vitepress } from './vitepress/index.js';
import { vuepress } from './vuepress/index.js';

/** All that is known about site generators, one row each. */
const GENERATORS = {
  docusaurus,
  vitepress,
  vuepress,
  starlight,
  hugo,
  mkdocs,
  mdbook,
  jekyll,
  eleventy,
  quarto,
  docfx,
  html,
  none,
} as const;

export type GeneratorName = keyof typeof GENERATORS;

const [first, ...others] = Object.values(GENERATORS).map(({ settings }) => settings);

/** What `site` in `topicmill.yaml` says about the site that publishes the pages: plain values, never code. */
export const siteSchema = z.discriminatedUnion('generator', [first!, ...others]);

/** Settings of a site with every default filled in. */
export type SiteSettings = z.infer<typeof siteSchema>;

/** Settings of a site that is read from its HTML. */
export type HtmlSettings = Extract<SiteSettings, { generator: 'html' }>;

/** Names of all generators. */
export const GENERATOR_NAMES = Object.keys(GENERATORS) as readonly GeneratorName[];

export function generatorNamed(name: GeneratorName): SiteGenerator {
  return GENERATORS[name];
}

const ENDINGS = new Set(['md', 'mdx', ...GENERATOR_NAMES.flatMap((name) => generatorNamed(name).endings ?? [])]);
const MARKDOWN = new RegExp(`\\.(?:${[...ENDINGS].join('|')})$`, 'i');

/** Whether a file has an ending with which some generator takes it for a page. */
export function isMarkdownFile(path: string): boolean {
  return MARKDOWN.test(path);
}

/** The generator of a site. */
export function generatorOf({ generator }: Pick<CommonSettings, 'generator'>): SiteGenerator {
  return GENERATORS[generator as GeneratorName];
}
