import { type NumberedPage, type NumberedPages, renumberedTerms } from './numbered-page.js';
import type { LiveSegment } from './segment-index.js';

/** The pages of several segments that are still current, as `writeSegment` takes them. */
export function mergePages(segments: readonly Pick<LiveSegment, 'segment' | 'deleted'>[]): NumberedPages {
  const terms = new Names();
  const spellings = new Names();
  const pages = segments.flatMap(({ segment, deleted }) => {
    const keys = segment.keys();
    const ofTerms = terms.numbersOf(segment.terms());
    const ofSpellings = spellings.numbersOf(segment.spellings()[0]);
    return segment.ids.flatMap((_, page) =>
      deleted.has(page) ? [] : renumbered(segment.page(page, keys[page]!), ofTerms, ofSpellings),
    );
  });
  return { pages, terms: terms.list, spellings: spellings.list };
}

class Names {
  readonly list: string[] = [];
  private readonly numbers = new Map<string, number>();

  numbersOf(names: readonly string[]): Uint32Array {
    return Uint32Array.from(names, (name) => {
      const known = this.numbers.get(name);
      if (known !== undefined) return known;
      const number = this.list.push(name) - 1;
      this.numbers.set(name, number);
      return number;
    });
  }
}

function renumbered(page: NumberedPage, terms: Uint32Array, spellings: Uint32Array): NumberedPage {
  const named = renumberedTerms(page, terms);
  return { ...named, spellings: page.spellings.map((number) => spellings[number]!) };
}
