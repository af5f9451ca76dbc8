import { describe, expect, it } from 'vitest';
import { contextCandidates } from '../../src/retrieval/context-candidates.js';
import { MissingChunks, openDocs } from '../../src/retrieval/index.js';
import { rankChunks, withoutRepeatDecay } from '../../src/retrieval/ranking/rank-chunks.js';
import { loaderOf, topicOf } from './sample-docs.js';

const TOPICS = ['tea', 'pot'];

describe('withoutRepeatDecay', () => {
  it('gives each chunk the score of its topic times its share of the best chunk', () => {
    const candidates = [
      { chunk: 0, topic: 0, evidence: 4, nearness: 0 },
      { chunk: 1, topic: 0, evidence: 3, nearness: 0 },
      { chunk: 2, topic: 0, evidence: 2, nearness: 0 },
      { chunk: 3, topic: 1, evidence: 4, nearness: 0 },
      { chunk: 4, topic: 1, evidence: 1, nearness: 0 },
    ];
    const ranked = rankChunks({ candidates, topicScores: Float32Array.of(1, 0.5), comparesQuestions: false });
    const results = ranked.map(({ topic, score }) => ({ topic: TOPICS[topic]!, score }));
    const scores = withoutRepeatDecay(results);
    const byChunk = new Map(ranked.map(({ chunk }, at) => [chunk, scores[at]!]));
    for (const [chunk, score] of [1, 0.75, 0.5, 0.5, 0.125].entries()) expect(byChunk.get(chunk)).toBeCloseTo(score);
  });
});

describe('contextCandidates', () => {
  it('gives chunks that say the same the same share, however many chunks of their topic are found', async () => {
    const page = topicOf('tea', 'Tea', ...Array.from({ length: 6 }, () => '# Tea\n\nSteep green leaves.\n'));
    const docs = openDocs(loaderOf([page]));
    const { results } = await docs.search('steep leaves');
    expect(results).toHaveLength(6);
    const candidates = await contextCandidates(
      { search: docs.search, readChunk: async () => '# Tea\n\nSteep green leaves.\n', chunks: async () => [] },
      results,
      new MissingChunks(),
    );
    // The first chunk counts a little more: it says what the topic is.
    for (const { share } of candidates.slice(1)) expect(share).toBeCloseTo(candidates[1]!.share);
    expect(candidates[5]!.share).toBeGreaterThan(0.5);
  });
});
