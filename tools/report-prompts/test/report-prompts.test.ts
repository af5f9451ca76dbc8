import { describe, expect, it } from 'vitest';
import { attached, measureAttachments } from '../src/attachments.js';
import { hashKinds } from '../src/hash-kinds.js';
import { lineChart } from '../src/line-chart.js';
import { ASIDE_SET, matchAll, queriesOf, REAL_SET, ratesOf, STRANGER_SET } from '../src/matches.js';
import type { Asked, AskedTopic } from '../src/read-questions.js';
import { REWORDINGS } from '../src/rewordings.js';

const QUESTION = 'How do I change the size of a chunk in Topicmill?';

const asked = (text: string, group: string, isFirst = true): Asked => ({
  text,
  group,
  isFirst,
  isChosenOn: true,
  topic: 'topic',
  answerWords: new Set(),
  rightChunks: new Set([1]),
});

const embed = (text: string): Float32Array => Float32Array.from([text.length, 1, text.charCodeAt(0)]);

describe('rewordings', () => {
  it.each([
    ['case', 'how do i change the size of a chunk in topicmill'],
    ['typo', 'How do I change the size of a chunk in Topcimill?'],
    ['lead', 'What is the way to change the size of a chunk in Topicmill?'],
    ['order', 'in Topicmill, How do I change the size of a chunk?'],
    ['synonyms', 'How do I alter the extent of a chunk in Topicmill?'],
    ['keywords', 'change size chunk Topicmill'],
    ['chatty', 'Hello, I am new here and wonder: how do i change the size of a chunk in topicmill? Thank you!'],
  ])('%s', (name, expected) => {
    expect(REWORDINGS.find((each) => each.name === name)!.reword(QUESTION)).toBe(expected);
  });

  it('leave out questions that they have nothing to say about', () => {
    const silent = REWORDINGS.filter(({ reword }) => reword('Nx?') === undefined).map(({ name }) => name);
    expect(silent).toEqual(['typo', 'lead', 'order', 'synonyms']);
  });
});

describe('matching', () => {
  const questions = [
    asked(QUESTION, 'size'),
    asked('What sets how large chunks are?', 'size', false),
    asked('Where are vectors kept?', 'vectors'),
  ];
  const queries = queriesOf(questions, REWORDINGS, ['Why do cats purr?']);
  const published = hashKinds(embed, () => 1).find(({ name }) => name === 'words by length')!;
  const found = matchAll(published, questions, queries);
  const setOf = (set: string) => found.filter(({ query }) => query.set === set);

  it('recognises a question in its own words at no distance', () => {
    expect(ratesOf(setOf('case'), 0)).toEqual({ right: 1, wrong: 0 });
  });

  it('never compares a question kept aside with itself', () => {
    expect(ratesOf(setOf(ASIDE_SET), 64)).toEqual({ right: 0, wrong: 1 });
    expect(setOf(ASIDE_SET)).toHaveLength(2);
  });

  it('asks the further wordings of a group and what nobody answers', () => {
    expect(setOf(REAL_SET).map(({ query }) => query.text)).toEqual(['What sets how large chunks are?']);
    expect(ratesOf(setOf(STRANGER_SET), 64)).toEqual({ right: 0, wrong: 1 });
  });
});

describe('attachments', () => {
  const question = asked('a', 'a');
  const nearest = new Map([
    [
      question,
      [
        { index: 0, similarity: 0.9 },
        { index: 1, similarity: 0.4 },
      ],
    ],
  ]);
  const topic = { asked: [question], chunks: [0, 1] } as unknown as AskedTopic;

  it('keep to limit and number', () => {
    expect(attached(question, nearest, { minSimilarity: 0.5, maxPerQuestion: 3 })).toEqual([0]);
    expect(attached(question, nearest, { minSimilarity: 0, maxPerQuestion: 1 })).toEqual([0]);
    expect(attached(question, nearest, { minSimilarity: 0, maxPerQuestion: 2 })).toEqual([0, 1]);
  });

  it('are counted by question and by hash', () => {
    const rule = { minSimilarity: 0, maxPerQuestion: 2 };
    expect(measureAttachments([topic], nearest, rule)).toEqual({
      ...rule,
      matched: 1,
      precision: 0.5,
      recall: 1,
      hashesPerChunk: 1,
    });
  });
});

describe('lineChart', () => {
  it('is one SVG with a line and a name for each series, text escaped', () => {
    const options = { title: 'a < b', xLabel: 'x', yLabel: 'y', xRange: [0, 1], yRange: [0, 1] } as const;
    const svg = lineChart(
      [
        {
          name: 'R&D',
          points: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
      options,
    );
    expect(svg.match(/<polyline points="64,360 564,40"/g)).toHaveLength(1);
    expect(svg).toContain('R&#38;D');
    expect(svg).toContain('a &#60; b');
    expect(svg).not.toContain('a < b');
  });
});
