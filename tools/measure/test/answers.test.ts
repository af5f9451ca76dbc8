import { describe, expect, it } from 'vitest';
import { crossValidate, leaveOneOut, randomHalves } from '../src/answers/cross-validate.js';
import { type Found, measure, type Score, scoreAnswers } from '../src/answers/searcher.js';
import type { AnsweredQuestion, Topic } from '../src/read-topics.js';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

function topicOf(id: string, questionCount: number): Topic {
  const questions = Array.from({ length: questionCount }, (_, at) => ({
    topic: id,
    question: `${at}`,
    answer: 'red green blue gold',
  }));
  return { id, title: id, text: '', chunks: [], chunkTexts: [], questions };
}

async function measureFound(found: readonly Found[], bestChunk?: string) {
  const topic = topicOf('right', found.length);
  const searcher = {
    name: 'x',
    family: 'x',
    search: async (question: string) => found[Number(question)]!,
    ...(bestChunk === undefined ? {} : { bestChunk: async () => bestChunk }),
  };
  return measure(await scoreAnswers(searcher, [topic], wordsOf), topic.questions);
}

describe('measure', () => {
  it('counts topics by their rank, and 0 for those that are not found', async () => {
    const found = [{ topics: ['right'] }, { topics: ['wrong', 'right'] }, { topics: ['wrong'] }, { topics: [] }];
    expect(await measureFound(found)).toEqual({
      hitAt1: 0.25,
      hitAt3: 0.5,
      meanReciprocalRank: 0.375,
      wordsInFirstChunk: undefined,
      wordsInThreeChunks: undefined,
      wordsInBestOwnChunk: undefined,
    });
  });

  it('counts the words of the answer in the first chunk, in the first three, and in the best of the topic', async () => {
    const found = [{ topics: [], chunkTexts: ['red x', 'green', 'red blue', 'gold'] }];
    expect(await measureFound(found, 'red gold')).toMatchObject({
      wordsInFirstChunk: 0.25,
      wordsInThreeChunks: 0.75,
      wordsInBestOwnChunk: 0.5,
    });
  });
});

describe('splits by topic', () => {
  const topics = [topicOf('a', 1), topicOf('b', 2), topicOf('c', 3), topicOf('d', 4), topicOf('e', 5)];

  it('put each topic into one part, whole', () => {
    for (const split of [...randomHalves(topics, 20), ...leaveOneOut(topics)]) {
      const topicsOf = (questions: readonly AnsweredQuestion[]) => new Set(questions.map(({ topic }) => topic));
      expect(split.chosenOn.length + split.reportedOn.length).toBe(15);
      const reported = topicsOf(split.reportedOn);
      expect([...topicsOf(split.chosenOn)].filter((topic) => reported.has(topic))).toEqual([]);
    }
    expect(randomHalves(topics, 20)).toEqual(randomHalves(topics, 20));
    expect(leaveOneOut(topics).map(({ reportedOn }) => reportedOn.length)).toEqual([1, 2, 3, 4, 5]);
  });

  it('choose a setting on the one part and measure it on the other', () => {
    const scored = (name: string, family: string, rankIn: (topic: string) => number) => ({
      searcher: { name, family, search: async () => ({ topics: [] }) },
      scores: new Map(
        topics.flatMap(({ questions }) =>
          questions.map((question): [AnsweredQuestion, Score] => [question, { rank: rankIn(question.topic) }]),
        ),
      ),
    });
    const searchers = [
      scored('good on a', 'settings', (topic) => (topic === 'a' ? 1 : 2)),
      scored('good on b', 'settings', (topic) => (topic === 'a' ? 4 : 1)),
      scored('other', 'other', () => 0),
    ];
    const [first] = leaveOneOut(topics.slice(0, 2));
    const found = crossValidate(searchers, [first!]);
    expect([...found.keys()]).toEqual(['settings', 'other']);
    expect(found.get('settings')![0]!.meanReciprocalRank).toBe(0.25);
    expect(found.get('other')![0]!.hitAt3).toBe(0);
  });
});
