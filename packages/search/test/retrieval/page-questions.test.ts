import { describe, expect, it } from 'vitest';
import { openSearchIndex, type SearchTopic } from '../../src/retrieval/index.js';
import { addPageQuestionScores } from '../../src/retrieval/ranking/term-scores.js';
import { chunkOf, loaderOf, questionOf, topicOf } from './sample-docs.js';

const others = ['Rice', 'Bread', 'Soup'].map((title) => topicOf(title.toLowerCase(), title, `${title} is food.`));

async function found(topics: readonly SearchTopic[], query: string, options = {}): Promise<string[]> {
  const { results } = await (await openSearchIndex(loaderOf(topics))).search(query, options);
  return [...new Set(results.map(({ topic }) => topic))];
}

describe('the questions of a page together', () => {
  const kettle = topicOf(
    'kettle',
    'Kettle',
    chunkOf('Heat it.', {
      questions: ['Which vinegar?', 'Why white?', 'How to remove it?', 'Is scale bad?'].map((text) => questionOf(text)),
    }),
  );
  const wall = topicOf('wall', 'Wall', chunkOf('Paint it.', { questions: [questionOf('Why white scale?')] }));

  it('find a page whose questions have the words, each in another one', async () => {
    const asked = 'remove white scale with vinegar';
    expect((await found([...others, wall, kettle], asked))[0]).toBe('kettle');
  });

  it('count less where the texts say the word already, and for a word of an answer only', () => {
    const scores = new Float32Array(4);
    const core = { firstChunks: Uint32Array.of(0, 1, 2, 3, 4), firstPrompts: Uint32Array.of(0, 1, 2, 3, 4) };
    const [inQuestion, inAnswer] = [182, 80];
    const questions = { documents: Uint32Array.of(0, 1, 2), impacts: Uint8Array.of(inQuestion, inQuestion, inAnswer) };
    const chunks = { documents: Uint32Array.of(1), impacts: Uint8Array.of(200) };
    addPageQuestionScores(scores, { questions, chunks }, 1, core, () => false);
    const [silent, speaking, answering, other] = scores;
    expect(silent).toBeGreaterThan(speaking!);
    expect(speaking).toBeGreaterThan(0);
    expect(silent).toBeGreaterThan(answering!);
    expect(answering).toBeGreaterThan(0);
    expect(other).toBe(0);
  });

  it('count in docs of which one page has some, not less the more pages have none', () => {
    const scoreAmong = (topicCount: number): number => {
      const scores = new Float32Array(topicCount);
      const firstChunks = Uint32Array.from({ length: topicCount + 1 }, (_, at) => at);
      const firstPrompts = firstChunks.map((at) => (at === 0 ? 0 : 3));
      const questions = { documents: Uint32Array.of(0), impacts: Uint8Array.of(182) };
      const chunks = { documents: new Uint32Array(), impacts: new Uint8Array() };
      addPageQuestionScores(scores, { questions, chunks }, 1, { firstChunks, firstPrompts }, () => false);
      return scores[0]!;
    };
    expect(scoreAmong(200)).toBeGreaterThan(scoreAmong(20));
    expect(scoreAmong(20)).toBeGreaterThan(scoreAmong(10));
  });

  it('leave a masked question out of account', async () => {
    const asked = 'Which vinegar?';
    expect(await found([...others, wall, kettle], 'vinegar')).toEqual(['kettle']);
    expect(await found([...others, wall, kettle], 'vinegar', { maskedQuestion: asked })).toEqual([]);
  });

  it('do not count for a part of the pages', async () => {
    const code = topicOf(
      'code',
      'Code',
      chunkOf('Call it.', { questions: [questionOf('Where is the crust?')] }),
      chunkOf('crust()', { isCode: true }),
    );
    const both = [...others, code, topicOf('more', 'More', chunkOf('crust()', { isCode: true }))];
    const index = await openSearchIndex(loaderOf(both));
    const [first, second] = (await index.search('crust', { kind: 'code' })).results;
    expect([first!.score, second!.score]).toEqual([first!.score, first!.score]);
  });
});
