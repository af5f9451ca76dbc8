import { describe, expect, it } from 'vitest';
import { placeQuestions } from '../../src/steps/index.js';

const X = Float32Array.of(1, 0);
const Y = Float32Array.of(0, 1);
const CHUNKS = [
  { text: 'How to steep leaves, how hot, how long.', vector: X },
  { text: 'A tin keeps the flavour for a year.', vector: Y },
];
const LIMITS = { minSimilarity: -1, maxPerQuestion: 1 };

describe('placeQuestions', () => {
  it('goes by the answer, not by the words of the question alone', () => {
    const question = 'How long do leaves last?';
    const vector = Float32Array.of(1, 1);
    const ask = (answer: string) => placeQuestions([{ question, answer, vector }], CHUNKS, LIMITS)[0]![0]!.index;
    expect(ask('')).toBe(0);
    expect(ask('In a tin they keep their flavour for a year.')).toBe(1);
  });

  it('goes by similarity where words say nothing', () => {
    const places = placeQuestions([{ question: 'Combien?', answer: '', vector: Y }], CHUNKS, LIMITS);
    expect(places).toEqual([[{ index: 1, similarity: 1 }]]);
  });

  it('counts a word once a chunk, however often it is there', () => {
    const chunks = [
      { text: 'A tin, a tin and a tin.', vector: Float32Array.of(1, 0, 0) },
      { text: 'Leaves.', vector: Float32Array.of(0, 1, 0) },
      { text: 'Water.', vector: Float32Array.of(0, 0, 1) },
    ];
    const question = { question: 'Tin, leaves?', answer: '', vector: Float32Array.of(0, 0.6, 0.8) };
    expect(placeQuestions([question], chunks, LIMITS)).toEqual([[{ index: 1, similarity: 0.6 }]]);
  });

  it('keeps to the least similarity and the most chunks', () => {
    const question = { question: 'Leaves?', answer: '', vector: X };
    expect(placeQuestions([question], CHUNKS, { minSimilarity: 0.5, maxPerQuestion: 2 })).toEqual([
      [{ index: 0, similarity: 1 }],
    ]);
    expect(placeQuestions([question], CHUNKS, { minSimilarity: 0, maxPerQuestion: 2 })[0]).toHaveLength(2);
  });

  it('keeps a question in other words than the topic, at the best chunk', () => {
    const question = { question: 'Combien?', answer: '', vector: Float32Array.of(-1, 0.1) };
    const limits = { minSimilarity: 0.5, maxPerQuestion: 2 };
    expect(placeQuestions([question], CHUNKS, limits)[0]!.map(({ index }) => index)).toEqual([1]);
  });
});
