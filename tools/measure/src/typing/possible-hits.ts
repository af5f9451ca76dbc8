import { sum } from '@topicmill/base/sums';

/** The titles of a page and of its sections, as they are compared. */
export interface PageTitles {
  readonly id: string;
  readonly titles: readonly string[];
}

/**
 * The share of titles that a search can be expected to have right which knows all titles, and nothing else of what is meant:
 * of those that begin as was typed, each as likely as any other, it can only take the pages that have most of them.
 *
 * @param count pages that are looked at
 * @returns a function from what was typed to the share, 0 to 1; 1 where no title begins so
 */
export function possibleHits(pages: readonly PageTitles[], count: number): (typed: string) => number {
  const known = pages.map(({ titles }) => [...new Set(titles.map(comparable))]);
  return (typed) => {
    const sought = comparable(typed);
    const counts = known
      .map((titles) => titles.filter((title) => title.startsWith(sought)).length)
      .sort((a, b) => b - a);
    return counts[0] === 0 ? 1 : sum(counts.slice(0, count)) / sum(counts);
  };
}

function comparable(text: string): string {
  return text.replace(/[`*]/g, '').trim().toLowerCase();
}
