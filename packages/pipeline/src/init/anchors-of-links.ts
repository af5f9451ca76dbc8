import { decodeIfValid } from '@topicmill/base/paths';
import { pagesRootsOf, type TopicmillConfig } from '../config/index.js';
import { areFilesRead, type FolderView } from '../sites/index.js';
import { type PageParts, pageParts, type TopicPage } from '../sources/index.js';
import { evenSample } from './estimate-of-pages.js';

/** How many links within the docs name an id that no heading has by the rules of the site's generator. */
export interface LinkedAnchors {
  /** Links with an anchor to a page of the docs, as they are written in the pages that were looked at. */
  readonly linkCount: number;
  readonly missingCount: number;
  /** The first of those whose id is missing. */
  readonly example: { readonly path: string; readonly href: string } | undefined;
  /** Whether these are so many that the site makes ids by rules of its own. */
  readonly hasCustomIds: boolean;
}

/** Pages that are looked at, at most. */
const SAMPLE_COUNT = 200;
/** Fewer links prove nothing. */
const MIN_MISSING = 10;
/** Authors break a link here and there; where a site makes its ids by rules of its own, most links miss. */
const MAX_MISSING_SHARE = 1 / 3;

/**
 * Compares the anchors that authors link to with those that headings have by the rules of the generator: authors see what
 * the site's own build makes. Sites whose HTML is read, and pages without a site, are left out.
 */
export function anchorsOfLinks(view: FolderView, config: TopicmillConfig, pages: readonly TopicPage[]): LinkedAnchors {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const roots = pagesRootsOf(config);
  const partsById = new Map<string, PageParts>();
  const partsOf = (page: TopicPage): PageParts => {
    const known = partsById.get(page.id);
    if (known !== undefined) return known;
    const parts = pageParts(view.readText(page.path) ?? '', page, roots[page.rootIndex]!.site);
    partsById.set(page.id, parts);
    return parts;
  };
  const isRuled = roots.map(({ site }) => site.built === undefined && !areFilesRead(site));
  const linking = pages.filter(
    ({ rootIndex, links }) =>
      isRuled[rootIndex] && links.some(({ topic, url }) => topic !== undefined && url.includes('#')),
  );
  let linkCount = 0;
  const missing: { path: string; href: string }[] = [];
  for (const { path, links } of evenSample(linking, SAMPLE_COUNT)) {
    for (const { href, url, topic } of links) {
      const target = topic === undefined ? undefined : byId.get(topic);
      const anchor = decodeIfValid(url.split('#', 2)[1] ?? '');
      if (target === undefined || anchor === '') continue;
      linkCount++;
      const parts = partsOf(target);
      if (!parts.leadTo(anchor) && !parts.mayLeadTo(anchor)) missing.push({ path, href });
    }
  }
  const missingCount = missing.length;
  const hasCustomIds = missingCount >= MIN_MISSING && missingCount > MAX_MISSING_SHARE * linkCount;
  return { linkCount, missingCount, example: missing[0], hasCustomIds };
}
