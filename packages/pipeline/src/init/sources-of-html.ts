import { diagnosticsOf } from '@topicmill/base/diagnostics';
import { parseConfig } from '../config/index.js';
import { CONFIG_FILE } from '../runner/index.js';
import type { FolderView } from '../sites/index.js';
import type { BuiltPage } from '../sources/index.js';
import { chooseSources, type SourceWishes } from './choose-sources.js';
import { configText, localeLanguages, type PagesChoice } from './settings-of-pages.js';
import { type SurveyOptions, surveyPages } from './survey-pages.js';

/** A site that its own build has made. */
export interface BuiltSite {
  /** Folder of its HTML, relative to the repository's root. */
  readonly built: string;
  /** Where it is published. */
  readonly url: string | undefined;
}

/** The pages of markdown that a built site is made from. */
export interface SourcesOfHtml {
  /** With the folder of the HTML in the settings of each site. */
  readonly choice: PagesChoice;
  /** How many pages of HTML have a source, of how many that are to be found. */
  readonly foundCount: number;
  readonly pageCount: number;
}

/** Of the pages of HTML: with fewer sources the site has pages that the markdown does not know, and its HTML is read alone. */
const MIN_SHARE = 0.9;

/**
 * The markdown that nearly all pages of a built site are made from, by the address that each says it is edited at, by the
 * rules of its generator, or by its path; `undefined` where there is none.
 *
 * @param paths of its pages, with the folder of the site
 */
export function sourcesOfHtml(
  view: FolderView,
  site: BuiltSite,
  paths: readonly string[],
  options: SourceWishes & SurveyOptions,
): SourcesOfHtml | undefined {
  try {
    const choice = withHtml(chooseSources(view, options), site);
    if (choice === undefined) return undefined;
    const config = parseConfig(
      configText(view, choice, { usesNx: false, languages: localeLanguages(choice) }),
      CONFIG_FILE,
    );
    const html = readHtmlPages(view, site.built, paths);
    const { pages } = surveyPages(view, config, options, html);
    const foundCount = new Set(pages.flatMap(({ published }) => published?.html ?? [])).size;
    return foundCount < html.size * MIN_SHARE ? undefined : { choice, foundCount, pageCount: html.size };
  } catch (thrown) {
    // What `init` refuses of the sources is no fault of a site that is built.
    if (diagnosticsOf(thrown).some(({ code }) => code === 'INTERNAL')) throw thrown;
    return undefined;
  }
}

function withHtml(choice: ReturnType<typeof chooseSources>, { built, url }: BuiltSite): PagesChoice | undefined {
  if (choice.kind !== 'pages') return undefined;
  const own = { built, ...(url && { url }) };
  const roots = choice.roots.map((root) => ({ ...root, site: { ...root.site, ...own } as typeof root.site }));
  return { ...choice, roots };
}

const IS_NO_PAGE = /http-equiv=["']?refresh\b|<meta\b[^<>]{0,200}\bnoindex\b/i;
const EDIT_LINK = /\bhref=["']?([^"'\s<>]{1,500}\/_?edit\/[^"'\s<>]{1,500})/i;

/** What of pages of HTML tells their sources, without those that are not to be found. */
function readHtmlPages(view: FolderView, built: string, paths: readonly string[]): ReadonlyMap<string, BuiltPage> {
  const start = built === '.' ? 0 : built.length + 1;
  const pages = new Map<string, BuiltPage>();
  for (const path of paths) {
    const text = view.readText(path) ?? '';
    if (IS_NO_PAGE.test(text) || /(?:^|\/)404(?:\/index)?\.x?html?$/i.test(path)) continue;
    const editLink = EDIT_LINK.exec(text)?.[1];
    pages.set(path.slice(start), { title: '', route: '', blocks: '', editLink, hasText: false });
  }
  return pages;
}
