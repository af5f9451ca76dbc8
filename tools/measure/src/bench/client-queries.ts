import { EDITS, misspell, randomNumbers } from '../typing/misspell.js';
import type { GeneratedDocs } from './generated-docs.js';

/** Queries of each kind. */
export const QUERY_COUNT = 40;
/** Lengths to which the last word of a title is cut, one after another. */
const CUTS = [3, 4, 5, 6];
const SEED = 1;

/** Queries of one kind. */
export interface QueryKind {
  readonly name: string;
  readonly queries: readonly string[];
}

/** Titles of topics and of sections, as they are, with the last word cut short, and with one mistake in the longest word. */
export function typedQueries({ topics }: GeneratedDocs): readonly QueryKind[] {
  const random = randomNumbers(SEED);
  const kinds: readonly (readonly [name: string, vary: (title: string, at: number) => string | undefined])[] = [
    ['clean', (title) => title],
    ['cut', (title, at) => cut(title, CUTS[at % CUTS.length]!)],
    ['mistyped', (title, at) => mistyped(title, EDITS[at % EDITS.length]!, random)],
  ];
  const titles: readonly (readonly [name: string, titles: readonly string[]])[] = [
    ['topics', topics.map(({ title }) => title)],
    ['sections', topics.flatMap(({ chunks }) => chunks.map(({ title }) => title))],
  ];
  return titles.flatMap(([of, all]) => {
    const distinct = [...new Set(all)];
    return kinds.map(([kind, vary]) => ({
      name: `${of}, ${kind}`,
      queries: evenly(
        distinct.flatMap((title, at) => vary(title, at) ?? []),
        QUERY_COUNT,
      ),
    }));
  });
}

/** So many of a list, evenly spread. */
export function evenly<T>(all: readonly T[], count: number): T[] {
  const taken = Math.min(count, all.length);
  return Array.from({ length: taken }, (_, at) => all[Math.floor(((at + 0.5) / taken) * all.length)]!);
}

function cut(title: string, length: number): string | undefined {
  const last = title.split(' ').at(-1)!;
  return last.length > length ? title.slice(0, title.length - last.length + length) : undefined;
}

function mistyped(title: string, edit: (typeof EDITS)[number], random: () => number): string | undefined {
  const longest = (title.match(/\p{L}+/gu) ?? []).reduce((a, b) => (b.length > a.length ? b : a), '');
  const wrong = misspell(longest, edit, random);
  return wrong === undefined ? undefined : title.replace(longest, () => wrong);
}
