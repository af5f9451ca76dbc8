/** Folders of posts. A page of such a name may explain how to make a blog. */
const POSTS = /^(?:blog|changes|news|announcements?)$/;
/** Pages, and folders of them. */
const CHANGES = /^(?:releases|(?:release-?notes?|change-?logs?|what-?s-new|announcing)(?![a-z]).*)$/;
/** A guide from one version to the next: the version tells it from guides of moving from elsewhere. */
const UPGRADE = /migrat|upgrad/;
const HAS_VERSION = /\d/;
/** A heading that is a version, with a date or without. Sections of a standard have a number followed by a name. */
const VERSION_HEADING =
  /^(?:version )?\[?v?\d+\.\d[^\s\]]*(?![^\s\]])(?:\P{L}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*(?!\p{L})|(?<=\d)(?:st|nd|rd|th))*$/iu;
/** Chunks that begin with a version, as a share of all; those between begin with `Fixed` and the like. */
const MIN_VERSION_SHARE = 1 / 3;
const MIN_NUMBERED_HEADINGS = 3;

/**
 * Whether a page tells what changed rather than how things are: release notes, changelogs, announcements and guides from
 * version to version, by the English names that they usually have or by headings that are versions. They name everything
 * that the docs are about, often better than the page that explains it.
 */
export function tellsOfChanges({ id, title, chunks }: ReadPage): boolean {
  const parts = id.toLowerCase().replaceAll('_', '-').split('/');
  const page = parts.at(-1)!;
  if (parts.some((part) => CHANGES.test(part)) || parts.slice(0, -1).some((part) => POSTS.test(part))) return true;
  if (UPGRADE.test(page) && (HAS_VERSION.test(page) || HAS_VERSION.test(title))) return true;
  const versions = chunks.filter((chunk) => VERSION_HEADING.test(chunk.title)).length;
  return versions >= MIN_NUMBERED_HEADINGS && versions >= MIN_VERSION_SHARE * chunks.length;
}

/** What tells such a page. */
interface ReadPage {
  /** Path of the page. */
  readonly id: string;
  readonly title: string;
  readonly chunks: readonly { readonly title: string }[];
}
