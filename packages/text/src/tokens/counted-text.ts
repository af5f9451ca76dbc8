import { CharacterClass, characterClass } from './character-class.js';
import type { PreTokenEnd } from './pre-token.js';
import type { TextTokens, TokenCounter } from './token-counter.js';

const ASCII_END = 128;

/** What an encoding does with a single pre-token. */
export interface PreTokenRules {
  readonly end: PreTokenEnd;
  /** Tokens of a pre-token. */
  readonly count: (text: string, start: number, end: number) => number;
}

/**
 * A text whose pre-tokens were counted. A range that starts where one starts shares its pre-tokens with the text, but for
 * the last ones; one that starts elsewhere does so from the first place on where both have a start, since no rule
 * looks back.
 */
export class CountedText implements TextTokens {
  /**
   * @param before by offset, one more than the tokens before it where a pre-token of the text starts and at its end;
   *   else 0
   */
  constructor(
    private readonly text: string,
    private readonly before: Int32Array,
    private readonly rules: PreTokenRules,
    readonly counter: TokenCounter,
  ) {}

  count(start: number, end: number): number {
    const { before } = this;
    let at = start;
    let total = 0;
    while (before[at] === 0) {
      if (at >= end) return total;
      const pieceEnd = this.rules.end(this.text, at, start, end);
      total += this.rules.count(this.text, at, pieceEnd);
      at = pieceEnd;
    }
    if (at >= end) return total;
    const last = this.lastShared(at, end);
    total += before[last]! - before[at]!;
    if (last === end) return total;
    // Every byte is a token, and most blocks end with a full stop.
    if (last === end - 1 && this.text.charCodeAt(last) < ASCII_END) return total + 1;
    return total + this.counter.count(this.text, last, end);
  }

  /** The last start of a pre-token up to which the text and a range that starts at one and ends at `end` are alike. */
  private lastShared(start: number, end: number): number {
    // A run of white space includes all that follows it, except its last character if text follows: hence often twice.
    let last = this.startBefore(end);
    for (let i = 0; i < 2 && last > start && this.isSpace(last - 1); i++) last = this.startBefore(last - 1);
    return last;
  }

  private isSpace(offset: number): boolean {
    return characterClass(this.text, offset, 0, this.text.length) === CharacterClass.Space;
  }

  private startBefore(offset: number): number {
    let at = offset;
    while (this.before[at] === 0) at--;
    return at;
  }
}
