import { analyzeText, wordsOf } from '../analyze-text.js';

/** Terms by number, so that the texts of a large index are kept as numbers. Each word is analyzed once. */
export class TermVocabulary {
  /** By number. */
  readonly terms: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly termsOfWord = new Map<string, readonly number[]>();

  /** Numbers of the terms of a text, in order, each as often as it occurs. */
  read(text: string): Uint32Array {
    const numbers: number[] = [];
    for (const word of wordsOf(text)) for (const number of this.numbersOf(word)) numbers.push(number);
    return Uint32Array.from(numbers);
  }

  private numbersOf(word: string): readonly number[] {
    let numbers = this.termsOfWord.get(word);
    if (numbers === undefined) {
      numbers = analyzeText(word).map((term) => this.numberOf(term));
      this.termsOfWord.set(word, numbers);
    }
    return numbers;
  }

  private numberOf(term: string): number {
    let number = this.numbers.get(term);
    if (number === undefined) {
      number = this.terms.push(term) - 1;
      this.numbers.set(term, number);
    }
    return number;
  }
}
