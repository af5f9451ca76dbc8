import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { ENGLISH_STOP_WORDS } from '@topicmill/text/stop-words';
import { buildAuthority, extractTerms, scoreKeywords } from '@topicmill/topics/keywords';
import { TERMS_VERSION } from '@topicmill/topics/keywords/terms-version';
import { expect, it } from 'vitest';

const FIXTURES = new URL('../fixtures/', import.meta.url);
const outputs = JSON.parse(readFileSync(new URL('outputs.json', import.meta.url), 'utf8')) as Record<string, string>;

it('terms, classes and keywords have the version that names them', () => {
  const texts = readdirSync(FIXTURES)
    .sort()
    .map((name) => readFileSync(new URL(`${name}/input.md`, FIXTURES), 'utf8'));
  const topics = texts.map((text) => ({ terms: extractTerms(text) }));
  const terms = buildAuthority(topics);
  const stopWords = [...ENGLISH_STOP_WORDS].sort();
  const made = JSON.stringify([
    stopWords,
    topics,
    { topicCount: topics.length, terms },
    topics.map((topic) => scoreKeywords(topic.terms, terms)),
  ]);
  expect(
    outputs,
    'If texts shall have other keywords than before, raise TERMS_VERSION, and add it and this hash to outputs.json.',
  ).toHaveProperty([String(TERMS_VERSION)], createHash('sha256').update(made).digest('hex'));
  expect(Math.max(...Object.keys(outputs).map(Number))).toBe(TERMS_VERSION);
});
