import { addTo } from '@topicmill/base/groups';
import type { SeenHeading, SeenMarkdown, SeenPage } from './read-in-chromium.js';

/** How the text that was read of a page differs from what a browser shows of it. */
export interface PageDifference {
  readonly words: number;
  /** Shown, and not in the text: words, as often as they are missing. */
  readonly missing: readonly string[];
  /** In the text, and nowhere in the content of the page. */
  readonly added: readonly string[];
  readonly headings: number;
  /** Headings whose id leads to another heading, or to none. */
  readonly wrongIds: readonly string[];
  /** Headings without an id to which one leads. */
  readonly withoutId: readonly string[];
  /** Shown headings that the text does not have. */
  readonly lost: readonly string[];
}

/** Compares word by word, as a bag, and heading by heading. */
export function comparePage(page: SeenPage, text: SeenMarkdown): PageDifference {
  const [shown, all, read] = [countWords(page.shown), countWords(page.all), countWords(text.shown)];
  const allowed = new Map([...all].map(([word, count]) => [word, Math.max(count, shown.get(word) ?? 0)]));
  const leading = new Map<string, SeenHeading[]>();
  for (const heading of page.headings) for (const id of heading.ids) addTo(leading, id, heading);
  const isSame = (one: string, other: string): boolean => bare(one) === bare(other);
  const wrongIds = text.headings.filter(({ text: title, ids }) =>
    ids.some((id) => !leading.get(id)?.some((each) => isSame(each.text, title))),
  );
  const rest = [...text.headings];
  const withoutId: string[] = [];
  const lost: string[] = [];
  for (const { text: title, ids } of page.headings) {
    if (bare(title) === '') continue;
    const at = rest.findIndex((each) => isSame(each.text, title));
    const [own] = at === -1 ? [] : rest.splice(at, 1);
    if (own === undefined) lost.push(title);
    else if (own.ids.length === 0 && ids.length > 0) withoutId.push(title);
  }
  return {
    words: [...shown.values()].reduce((sum, count) => sum + count, 0),
    missing: lacking(shown, read),
    added: lacking(read, allowed),
    headings: page.headings.length,
    wrongIds: wrongIds.map(({ text: title, ids }) => `${title} #${ids.join(' #')}`),
    ...{ withoutId, lost },
  };
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const clean = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200d\u2060]/g, '');
  for (const [word] of clean.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function lacking(wanted: ReadonlyMap<string, number>, found: ReadonlyMap<string, number>): string[] {
  return [...wanted].flatMap(([word, count]) =>
    Array.from({ length: Math.max(0, count - (found.get(word) ?? 0)) }, () => word),
  );
}

function bare(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
