import { describe, expect, it } from 'vitest';
import { reasonsText } from '../../src/retrieval/index.js';

const NOTHING = { words: [], title_words: [], description_words: [] };

describe('the reasons for a result', () => {
  it('begin with the question that it answers, and who wrote it', () => {
    const match = { ...NOTHING, words: ['kiln'], question: 'Why does my kiln beep?', similarity: 0.1144 };
    expect(reasonsText(match)).toBe('question: Why does my kiln beep?; words: kiln; similarity 0.114');
    expect(reasonsText({ ...match, question_origin: 'model', prompt_distance: 3 })).toMatch(
      /^answers a question like it, 3 of 64 bits apart; question: Why does my kiln beep\? \(by a model\); words/,
    );
    expect(reasonsText(NOTHING)).toBe('');
    expect(reasonsText(undefined)).toBe('');
  });

  it('are on one line, long questions cut between words and never inside of a character', () => {
    expect(reasonsText({ ...NOTHING, question: 'Why\n  so\tlong?' })).toBe('question: Why so long?');
    const words = reasonsText({ ...NOTHING, question: `Why does ${'it beep '.repeat(40)}?` });
    expect(words).toMatch(/^question: Why does (it beep )+(it )?…$/);
    expect(words.length).toBeLessThanOrEqual(132);
    const run = reasonsText({ ...NOTHING, question: '🫖'.repeat(200) });
    expect(run).toBe(`question: ${'🫖'.repeat(120)} …`);
  });
});
