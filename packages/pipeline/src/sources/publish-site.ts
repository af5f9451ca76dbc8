import type { SiteSettings } from '@topicmill/base/config';
import { TOC_FILES } from './docfx-toc.js';
import type { PageSource } from './page-source.js';
import type { PlacedPage, Publication, SiteContext } from './publication.js';
import { docfxPages } from './sites/docfx.js';
import { DOCUSAURUS_FILES, docusaurusPages } from './sites/docusaurus.js';
import { hugoPages } from './sites/hugo.js';
import { jekyllPages } from './sites/jekyll.js';
import { mdbookPages, SUMMARY_FILE } from './sites/mdbook.js';
import { mkdocsPages } from './sites/mkdocs.js';
import { plainPages } from './sites/none.js';
import { quartoPages } from './sites/quarto.js';
import { starlightPages } from './sites/starlight.js';
import { vitepressPages } from './sites/vitepress.js';
import { vuepressPages } from './sites/vuepress.js';

/** Files that the rules of a site read besides its pages. */
export interface SiteFiles {
  /** Globs below the docs root. */
  readonly inDocsRoot: readonly string[];
  /** Paths relative to `topicmill.yaml`. */
  readonly inWorkspace: readonly string[];
}

/** What to read, and to watch, so that `publishSite` can say what the site publishes, and in which order. */
export function siteFiles(settings: SiteSettings): SiteFiles {
  switch (settings.generator) {
    case 'docfx':
      return { inDocsRoot: TOC_FILES, inWorkspace: [] };
    case 'docusaurus':
      return { inDocsRoot: DOCUSAURUS_FILES, inWorkspace: [] };
    case 'mdbook':
      return { inDocsRoot: [SUMMARY_FILE], inWorkspace: [] };
    case 'mkdocs':
      return { inDocsRoot: [], inWorkspace: settings.navFile === undefined ? [] : [settings.navFile] };
    case 'none':
      return { inDocsRoot: settings.summary === undefined ? [] : [settings.summary], inWorkspace: [] };
    default:
      return { inDocsRoot: [], inWorkspace: [] };
  }
}

/** The pages of a site in reading order with their routes, and what it leaves out, by the rules of its generator. */
export function publishSite(sources: readonly PageSource[], settings: SiteSettings, context: SiteContext): Publication {
  const { pages, leftOut, categories } = publishedBy(sources, settings, context);
  const errorPages = pages.filter(isForErrors);
  if (errorPages.length === 0) return { pages, leftOut, categories };
  const found = errorPages.map(({ source: { path }, route }) => ({ path, reason: 'the page for errors', route }));
  return { pages: pages.filter((page) => !isForErrors(page)), leftOut: [...leftOut, ...found], categories };
}

/** Servers and hosts of pages show it in place of pages that are not there, whatever generator made it. */
function isForErrors({ source, route }: PlacedPage): boolean {
  return /^404(?:\.[\w-]+)?\.\w+$/.test(source.path) || route === '404.html';
}

function publishedBy(sources: readonly PageSource[], settings: SiteSettings, context: SiteContext): Publication {
  switch (settings.generator) {
    case 'docusaurus':
      return docusaurusPages(sources, settings, context);
    case 'vitepress':
      return vitepressPages(sources, settings);
    case 'vuepress':
      return vuepressPages(sources, settings);
    case 'starlight':
      return starlightPages(sources, settings);
    case 'hugo':
      return hugoPages(sources, settings, context);
    case 'mkdocs':
      return mkdocsPages(sources, settings, context);
    case 'mdbook':
      return mdbookPages(sources, settings, context);
    case 'jekyll':
      return jekyllPages(sources, settings, context);
    case 'quarto':
      return quartoPages(sources, settings);
    case 'docfx':
      return docfxPages(sources, settings, context);
    case 'none':
      return plainPages(sources, settings, context);
  }
}
