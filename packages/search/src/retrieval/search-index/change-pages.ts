/** Folders of posts. A page of such a name may explain how to make a blog. */
const POSTS = /^(?:blog|changes|news|announcements?)$/;
/** Pages, and folders of them. */
const CHANGES = /^(?:releases|(?:release-?notes?|change-?logs?|what-?s-new|announcing)(?![a-z]).*)$/;
/** A guide from one version to the next: the version tells it from guides of moving from elsewhere. */
const UPGRADE = /migrat|upgrad/;
const HAS_VERSION = /\d/;

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
