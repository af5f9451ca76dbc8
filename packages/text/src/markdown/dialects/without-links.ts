/** Nobody reads longer headings. In UTF-16 units. */
const MAX_LENGTH = 1000;
/** A code span; or an inline link or image. */
const LINK =
  /(?<!`)(?<ticks>`+)(?!`).*?(?<!`)\k<ticks>(?!`)|!?\[(?<label>(?:[^[\]\\`]|\\.|`[^`]*`|\[[^[\]]*\])*)\]\([ \t]*(?:<[^<>]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*\)/g;

/** A heading's markdown with the labels of its inline links and images in their place; code stays as it is. */
export function withoutLinks(heading: string): string {
  if (!heading.includes('](') || heading.length > MAX_LENGTH) return heading;
  const labels = heading.replace(LINK, (written, _ticks, label: string | undefined) =>
    label === undefined ? written : withoutLinks(label),
  );
  return labels.replace(/[ \t]{2,}/g, ' ').trim();
}
