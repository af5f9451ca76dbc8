import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { f1At } from '../src/f1-at.js';
import { METHODS } from '../src/methods.js';
import { readExpectedTopics } from '../src/read-topics.js';

const LIMIT = 10;
/** What the ten topics gave when this was written is 0.650. */
const LOWEST_MEAN = 0.64;

const corpora = process.env['TOPICMILL_CORPORA'] ?? '';
const root = join(corpora, 'topics');

describe('the keywords of the reference corpus', () => {
  const isThere = corpora !== '' && existsSync(root);

  it.skipIf(!isThere)(`agree with the expected ones (skipped without TOPICMILL_CORPORA)`, () => {
    const topics = readExpectedTopics(root);
    const found = METHODS[0]![1](topics.map(({ text }) => text));
    const scores = topics.map(({ expected }, i) => f1At(LIMIT, found[i]!, expected));
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThanOrEqual(LOWEST_MEAN);
  });
});
