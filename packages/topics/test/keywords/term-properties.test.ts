import { extractTerms, keywordFinder, type LocalTerm, typeMultiplierOf } from '@topicmill/topics/keywords';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, generatedTopic } from './generated-topic.js';

const document = fc.oneof({ weight: 3, arbitrary: generatedTopic }, anyText);
const keywordsOf = (terms: readonly LocalTerm[]) => terms.map((term) => ({ ...term, score: term.localScore }));

describe('extractTerms', () => {
  it('scores count × header × type, from 3.0 on, best first, each term once', () => {
    fc.assert(
      fc.property(document, (text) => {
        const terms = extractTerms(text);
        for (const { type, count, headerMultiplier, localScore } of terms) {
          expect(localScore).toBeCloseTo(count * headerMultiplier * typeMultiplierOf(type), 9);
          expect(localScore).toBe(Number(localScore.toFixed(3)));
          expect(localScore).toBeGreaterThanOrEqual(3);
          expect(type === 'single' ? [1] : [1, 1.1, 1.25, 1.5]).toContain(headerMultiplier);
        }
        expect(new Set(terms.map(({ term }) => term.replaceAll('-', ' '))).size).toBe(terms.length);
        const ordered = [...terms].sort((a, b) => b.localScore - a.localScore || (a.term < b.term ? -1 : 1));
        expect(terms).toEqual(ordered);
      }),
    );
  });

  it('returns lower-case terms without white space other than single spaces, and without markup', () => {
    fc.assert(
      fc.property(document, (text) => {
        for (const { term } of extractTerms(text)) {
          expect(term).toBe(term.toLowerCase());
          expect(term).not.toMatch(/^\s|\s$|\s\s|[^\S ]|[`|<>\\*~[\]]/);
        }
      }),
    );
  });

  it('gives terms that are found again in the text they come from', () => {
    fc.assert(
      fc.property(document, (text) => {
        const keywords = keywordsOf(extractTerms(text));
        expect(keywordFinder(keywords)(text).map(({ name }) => name)).toEqual(keywords.map(({ term }) => term));
      }),
    );
  });

  it('does not depend on the documents read before', () => {
    fc.assert(
      fc.property(document, document, (text, other) => {
        const terms = extractTerms(text);
        extractTerms(other);
        expect(extractTerms(text)).toEqual(terms);
      }),
    );
  });

  it('takes no notice of case, of line ends, or of fenced code', () => {
    fc.assert(
      fc.property(generatedTopic, (text) => {
        const terms = extractTerms(text);
        expect(extractTerms(text.toUpperCase())).toEqual(terms);
        expect(extractTerms(text.replaceAll('\n', '\r\n'))).toEqual(terms);
        expect(extractTerms(`${text}\n\`\`\`\nbuild build build build-time build-time\n\`\`\`\n`)).toEqual(terms);
      }),
    );
  });

  it('counts a hyphen as a space', () => {
    const spaced = extractTerms('# Build cache\n\nA build cache is a build cache.\n');
    const hyphenated = extractTerms('# Build cache\n\nA build-cache is a build cache.\n');
    expect(spaced).toMatchObject([{ term: 'build cache', count: 3 }]);
    expect(hyphenated).toMatchObject([{ term: 'build-cache', count: 3, headerMultiplier: 1.5 }]);
  });

  it('counts no part of the text twice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('red', 'green', 'blue', '.'), { maxLength: 60 }), (words) => {
        const body = words.join(' ');
        const terms = extractTerms(`# red green blue\n\n## green blue\n\n## blue red\n\n${body}\n`);
        const used = terms.reduce((sum, { term, count }) => sum + count * term.split(' ').length, 0);
        expect(used).toBeLessThanOrEqual(7 + words.filter((word) => word !== '.').length);
      }),
    );
  });

  it('cuts at the stop words it is given', () => {
    const text = '# Suche und Index\n\nSuche und Index: Suche und Index, Suche, Index.\n';
    expect(extractTerms(text).map(({ term }) => term)).toEqual(['suche und index']);
    expect(extractTerms(text, new Set(['und'])).map(({ term }) => term)).toEqual(['index', 'suche']);
  });
});
