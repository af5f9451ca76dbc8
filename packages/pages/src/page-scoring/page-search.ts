import { singularWords } from './singular-words.js';

/** Okapi BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;

/** Finds the page that best matches the words of a question. */
export class PageSearch {
  readonly #counts: readonly ReadonlyMap<string, number>[];
  readonly #lengths: readonly number[];
  readonly #meanLength: number;
  readonly #pagesWith = new Map<string, number>();

  constructor(pages: readonly string[]) {
    this.#counts = pages.map((page) => {
      const counts = new Map<string, number>();
      for (const word of singularWords(page)) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const word of counts.keys()) this.#pagesWith.set(word, (this.#pagesWith.get(word) ?? 0) + 1);
      return counts;
    });
    this.#lengths = this.#counts.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, pages.length);
  }

  /** Index of the page with the highest BM25 score for the distinct words of the question; the first of equals. */
  bestPage(question: string): number {
    const words = new Set(singularWords(question));
    let best = 0;
    let bestScore = -1;
    this.#counts.forEach((_, page) => {
      let score = 0;
      for (const word of words) score += this.#score(word, page);
      if (score > bestScore) [best, bestScore] = [page, score];
    });
    return best;
  }

  #score(word: string, page: number): number {
    const count = this.#counts[page]!.get(word);
    if (count === undefined) return 0;
    const pagesWith = this.#pagesWith.get(word)!;
    const idf = Math.log(1 + (this.#counts.length - pagesWith + 0.5) / (pagesWith + 0.5));
    const length = 1 - B + B * (this.#lengths[page]! / this.#meanLength);
    return (idf * count * (K1 + 1)) / (count + K1 * length);
  }
}
