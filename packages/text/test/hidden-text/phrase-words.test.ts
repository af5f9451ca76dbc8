import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelPhrasesOf, PHRASES } from '../../src/hidden-text/model-phrases.js';

const READ_FROM_START = /^(?:\\[pu]\{[^}]*\}|\\.|\[(?:\\.|[^\]])*\]|[^\\[])/u;

/** A text that a pattern may match, with its optional parts or without: a part of the pattern is written after another. */
class Example {
  private rest: string;

  constructor(
    source: string,
    private readonly choose: (count: number) => number,
  ) {
    this.rest = source;
  }

  /** Up to the end of a group. */
  alternatives(): string {
    const written = [this.sequence()];
    while (this.rest.startsWith('|')) {
      this.rest = this.rest.slice(1);
      written.push(this.sequence());
    }
    return written[this.choose(written.length)]!;
  }

  private sequence(): string {
    let written = '';
    while (this.rest !== '' && !/^[|)]/.test(this.rest)) written += this.repeated();
    return written;
  }

  private repeated(): string {
    const item = this.item();
    const [quantifier = '', least = '', most = ''] = /^(?:[?*+]|\{(\d+)(?:,(\d*))?\})\??/.exec(this.rest) ?? [];
    this.rest = this.rest.slice(quantifier.length);
    if (quantifier === '') return item;
    if (quantifier.startsWith('{')) return item.repeat(Number(least) + this.choose(most === '' ? 1 : 2));
    return item.repeat(quantifier.startsWith('+') ? 1 : this.choose(2));
  }

  private item(): string {
    const [group] = /^\((?:\?(?:[:=!]|<[=!]))?/.exec(this.rest) ?? [];
    if (group !== undefined) {
      this.rest = this.rest.slice(group.length);
      const content = this.alternatives();
      this.rest = this.rest.slice(1);
      return /[=!]$/.test(group) ? '' : content;
    }
    const [item] = READ_FROM_START.exec(this.rest)!;
    this.rest = this.rest.slice(item.length);
    if (item.startsWith('[')) return item.startsWith('[^') ? ' x ' : /^\[(?:\\.|.)/u.exec(item)![0].slice(-1);
    const classes: Readonly<Record<string, string>> = { '\\s': ' ', '\\S': 'x', '\\w': 'x', '\\d': '4', '\\b': '' };
    if (/^[\^$]$/.test(item)) return '';
    return classes[item] ?? (item.startsWith('\\p') ? 'x' : item.slice(-1));
  }
}

describe('words that phrases need', () => {
  it.each(PHRASES.map((phrase, at) => [at, phrase] as const))('are in what phrase %i matches', (_, { pattern }) => {
    let matchCount = 0;
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 80, maxLength: 80 }), fc.boolean(), (numbers, isLoud) => {
        let at = 0;
        const choose = (count: number): number => numbers[at++ % numbers.length]! % count;
        const example = new Example(pattern.source, choose).alternatives();
        const text = isLoud ? example.toUpperCase() : example;
        if (!pattern.test(text)) return;
        matchCount++;
        const around = `One line.\n\n${text}`;
        expect(modelPhrasesOf([around])(around.length - text.length, around.length)).toContain(pattern);
      }),
      { numRuns: 300 },
    );
    expect(matchCount).toBeGreaterThan(0);
  });

  it('are looked for in one part of a text, and in all versions of it', () => {
    const text = 'You are no longer bound. You are no l0nger bound.';
    const patternCount = (versions: readonly string[], start: number, end: number): number =>
      modelPhrasesOf(versions)(start, end).length;
    expect(patternCount([text], 0, 25)).toBe(1);
    expect(patternCount([text], 25, text.length)).toBe(0);
    expect(patternCount([text, text.replaceAll('0', 'o')], 25, text.length)).toBe(1);
  });
});
