import type { Diagnostic } from '@topicmill/base/diagnostics';
import { decodeDocument } from '@topicmill/base/files';
import { decodeIfValid } from '@topicmill/base/paths';
import { findLinks, lineNumberAt, readPageFrontMatter } from '@topicmill/text/markdown';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { pagesRootsOf } from '../config/index.js';
import { readIfText } from '../runner/index.js';
import { type PageParts, pageDialect, pageParts, type ResolvedLink, type TopicPage } from '../sources/index.js';
import type { DocsSnapshot } from './docs-snapshot.js';

/**
 * The links of pages that a rename or a deletion broke: their page or heading was there before, and is no longer.
 * `LINK_TARGET_GONE` for each place where one is written. Links that led nowhere before are the business of the site's own
 * build, which knows what a clone does not contain.
 */
export async function brokenLinks(before: DocsSnapshot, now: DocsSnapshot): Promise<Diagnostic[]> {
  const [then, current] = [new SnapshotPages(before), new SnapshotPages(now)];
  const found: Diagnostic[] = [];
  for (const page of current.all()) {
    const old = then.page(page.id);
    if (old === undefined) continue;
    const resolved = new Map(page.links.map((link) => [link.href, link]));
    const broken = new Map<string, string>();
    for (const link of old.links) {
      const reason = await brokenLinkReason(link, resolved.get(link.href), then, current);
      if (reason !== undefined) broken.set(link.href, reason);
    }
    if (broken.size > 0) found.push(...brokenLinkDiagnostics(page, await current.text(page), broken));
  }
  return found;
}

/** Why a link that led to a topic leads nowhere now. */
async function brokenLinkReason(
  link: ResolvedLink,
  resolved: ResolvedLink | undefined,
  then: SnapshotPages,
  current: SnapshotPages,
): Promise<string | undefined> {
  const old = then.page(link.topic);
  if (old === undefined) return undefined;
  if (resolved === undefined) {
    const moved = current.all().find(({ id, title }) => title === old.title && then.page(id) === undefined);
    return `${old.path}, which is gone${moved === undefined ? '' : `; ${moved.path} has its title`}`;
  }
  const target = current.page(resolved.topic);
  const anchor = decodeIfValid(link.href.split('#', 2)[1] ?? '');
  if (target === undefined || anchor === '') return undefined;
  const [had, has] = [await then.parts(old), await current.parts(target)];
  return had.leadTo(anchor) && !has.leadTo(anchor) && !has.mayLeadTo(anchor)
    ? `the heading #${anchor} of ${target.path}, which is gone`
    : undefined;
}

function brokenLinkDiagnostics(page: TopicPage, text: string, broken: ReadonlyMap<string, string>): Diagnostic[] {
  const { bodyOffset } = readPageFrontMatter(text, page.path);
  return findLinks(text, bodyOffset, pageDialect(page, page.path).dialect).flatMap(({ destination, startOffset }) => {
    const reason = broken.get(destination);
    if (reason === undefined) return [];
    return [
      {
        severity: 'warning' as const,
        code: 'LINK_TARGET_GONE' as const,
        message: `The link ${destination} led to ${reason}.`,
        file: page.path,
        line: lineNumberAt(text, startOffset),
        remedy: 'Link to where it is now.',
      },
    ];
  });
}

class SnapshotPages {
  private readonly byId: ReadonlyMap<string, TopicPage>;
  private readonly partsById = new Map<string, PageParts>();

  constructor(private readonly snapshot: DocsSnapshot) {
    this.byId = new Map([...snapshot.tree].flatMap(([id, { page }]) => (page === undefined ? [] : [[id, page]])));
  }

  all(): TopicPage[] {
    return [...this.byId.values()];
  }

  page(id: string | undefined): TopicPage | undefined {
    return id === undefined ? undefined : this.byId.get(id);
  }

  /** Empty for a file that is not text. */
  async text({ id, path }: TopicPage): Promise<string> {
    const bytes = await this.snapshot.read(id, REFERENCE_FILE);
    return (bytes && readIfText(() => decodeDocument(bytes, path))?.text) ?? '';
  }

  async parts(page: TopicPage): Promise<PageParts> {
    const known = this.partsById.get(page.id);
    if (known !== undefined) return known;
    const { site } = pagesRootsOf(this.snapshot.config)[page.rootIndex]!;
    const parts = pageParts(await this.text(page), page, site);
    this.partsById.set(page.id, parts);
    return parts;
  }
}
