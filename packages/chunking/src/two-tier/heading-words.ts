/** Words that stay small in a title. */
export const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an and as at be but by for from in into is its nor of on onto or over per than that the to via vs with'.split(' '),
);

const CALLOUT =
  /^(?:note|notes|tip|tips|warning|caution|danger|important|sidebar|hint|remember|callout|box|figure|fig|table|listing|plate|exhibit|example|exercise|definition|theorem|lemma|proof|did you know|try this|try it|key point|key idea|in brief|at a glance|pro tip|aside)(?:$|[.:!?–—-]|\s+[–—-]|\s+[a-z]?\d)/iu;
const DATE =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d/iu;

/** Whether a trimmed line labels a callout, a sidebar, a figure, a table or a listing. */
export function isCallout(line: string): boolean {
  return CALLOUT.test(line);
}

export function isDateLine(line: string): boolean {
  return DATE.test(line);
}
