import { WORD_OR_LANGUAGE, WordNumbers } from '@topicmill/text/words';
import { newTermsOf } from './analyze-text.js';

/** The words of texts as numbers, for whoever compares many texts: each word is looked at once. */
export class WordTerms {
  private readonly numbers = new WordNumbers(WORD_OR_LANGUAGE);
  private readonly termsOfNumbers: (readonly string[])[] = [];
  /** By number, the text that had the word last. */
  private lastTexts = new Int32Array(1 << 12);
  private textCount = 0;

  /** Forgets all words, if they are many. Numbers that were given before mean other words afterwards. */
  forgetIfLarge(): void {
    if (!this.numbers.isLarge) return;
    this.numbers.clear();
    this.termsOfNumbers.length = 0;
    this.lastTexts.fill(0);
  }

  /** The numbers of the words of a text, each once, in the order of the text. */
  differentWords(text: string): number[] {
    const words: number[] = [];
    const plainText = text.normalize('NFKC');
    const id = ++this.textCount;
    this.numbers.read(plainText, 0, plainText.length, (word) => {
      if (word >= this.lastTexts.length) this.lastTexts = grownCopy(this.lastTexts, word);
      if (this.lastTexts[word] === id) return;
      this.lastTexts[word] = id;
      words.push(word);
    });
    return words;
  }

  /** The terms of the word that has a number. */
  termsOf(word: number): readonly string[] {
    const known = this.termsOfNumbers[word];
    if (known !== undefined) return known;
    const terms = newTermsOf(this.numbers.wordOf(word));
    this.termsOfNumbers[word] = terms;
    return terms;
  }
}

function grownCopy(values: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * (least + 1));
  longer.set(values);
  return longer;
}
