import { analyzeText } from '@topicmill/search/retrieval';

/** A text that words are looked for in. */
export interface CoveringText {
  readonly topic: string;
  readonly text: string;
}

/** How much of a question's words some texts contain; a rare word weighs more than one that many of them have. */
export class WordCoverage {
  private readonly topics: readonly string[];
  /** By word the numbers of the texts that have it. */
  private readonly textsOf = new Map<string, number[]>();

  constructor(texts: readonly CoveringText[]) {
    this.topics = texts.map(({ topic }) => topic);
    for (const [at, { text }] of texts.entries()) {
      for (const word of new Set(analyzeText(text))) {
        const known = this.textsOf.get(word);
        if (known === undefined) this.textsOf.set(word, [at]);
        else known.push(at);
      }
    }
  }

  /** Share of the texts that have the word of a question that fewest of them have; 1 for a question without words. */
  rarestShare(question: string): number {
    const counts = analyzeText(question).map((word) => this.textsOf.get(word)?.length ?? 0);
    return this.topics.length === 0 ? 1 : Math.min(this.topics.length, ...counts) / this.topics.length;
  }

  /**
   * Shares of a question's words, by weight, that the text of its own has, and the text of another topic that has most.
   *
   * @param own number of the text, in the order given
   */
  compare(question: string, own: number): { own: number; other: number; otherTopic: string | undefined } {
    const found = new Map<number, number>();
    let total = 0;
    for (const word of new Set(analyzeText(question))) {
      const texts = this.textsOf.get(word) ?? [];
      const weight = Math.log(1 + (this.topics.length - texts.length + 0.5) / (texts.length + 0.5));
      total += weight;
      for (const at of texts) found.set(at, (found.get(at) ?? 0) + weight);
    }
    let other = 0;
    let otherTopic: string | undefined;
    for (const [at, weight] of found) {
      if (this.topics[at] === this.topics[own] || weight <= other) continue;
      other = weight;
      otherTopic = this.topics[at];
    }
    const share = (weight: number): number => (total === 0 ? 0 : weight / total);
    return { own: share(found.get(own) ?? 0), other: share(other), otherTopic };
  }
}
