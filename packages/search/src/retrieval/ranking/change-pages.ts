/** What speaks for a page that tells what changed counts this much, unless the query asks for changes. */
const CHANGE_PAGE_WEIGHT = 0.6;

/** Folders of posts. A page of such a name may explain how to make a blog. */
const POSTS = /^(?:blog|changes|news|announcements?)$/;
/** Pages, and folders of them. */
const CHANGES = /^(?:releases|(?:release-?notes?|change-?logs?|what-?s-new|announcing)(?![a-z]).*)$/;
/** A guide from one version to the next: the version tells it from guides of moving from elsewhere. */
const UPGRADE = /migrat|upgrad/;
const HAS_VERSION = /\d/;

const ASKS_FOR_CHANGES =
  /\b(?:migrat\w*|upgrad\w*|releas\w*|change-?log|changed|deprecat\w*|breaking|versions?|what['’]?s new|blog|v?\d+\.\d+)\b/i;

/**
 * Whether a page tells what changed rather than how things are: release notes, changelogs, announcements and guides from
 * version to version, by the English names that they usually have. They name everything that the docs are about, often
 * better than the page that explains it.
 *
 * @param id path of the page
 */
export function tellsOfChanges({ id, title }: { readonly id: string; readonly title: string }): boolean {
  const parts = id.toLowerCase().replaceAll('_', '-').split('/');
  const page = parts.at(-1)!;
  if (parts.some((part) => CHANGES.test(part)) || parts.slice(0, -1).some((part) => POSTS.test(part))) return true;
  return UPGRADE.test(page) && (HAS_VERSION.test(page) || HAS_VERSION.test(title));
}

/** Whether a query asks for what changed. */
export function asksForChanges(query: string): boolean {
  return ASKS_FOR_CHANGES.test(query);
}

/** @param changePages numbers of topics that tell of changes */
export function weakenChangePages(evidence: Float32Array, changePages: readonly number[]): void {
  for (const topic of changePages) evidence[topic]! *= CHANGE_PAGE_WEIGHT;
}
