import { describe, expect, it } from 'vitest';
import { openSearchIndex } from '../../src/retrieval/index.js';
import { chunkOf, loaderOf, topicOf } from './sample-docs.js';

const often = 'Expected errors, server errors: errors that a server expects. '.repeat(6);
const topics = [
  topicOf(
    'errors',
    'Errors',
    chunkOf('# Errors\n\nThere are two kinds.', { title: 'Errors' }),
    chunkOf('# Errors\n\n## Expected errors\n\nThrow them.', { title: 'Expected errors' }),
  ),
  topicOf('logs', 'Logs of expected errors on a server', chunkOf(`# Logs\n\n${often}`, { title: 'Logs' })),
  topicOf(
    'reference',
    'Reference',
    chunkOf('# Reference\n\n## .toBeNear(value, digits)\n\nCompares.', { title: '.toBeNear(value, digits)' }),
  ),
  topicOf(
    'matchers',
    'Matchers',
    chunkOf(`# Matchers\n\n${'Use toBeNear, not toBeNear twice. '.repeat(6)}`, { title: 'toBeNear and others' }),
  ),
  topicOf('server', 'Server', chunkOf('# The page\n\nStarts.', { title: 'The page' })),
];

describe('a query that is a whole title', () => {
  it.each([
    ['a section', 'expected errors', 'errors', 1],
    ['a section, in another form', 'What is an expected error?', 'errors', 1],
    ['a name without its arguments', 'toBeNear', 'reference', 0],
    ['a page, before sections', 'server', 'server', 0],
  ])('finds %s first: %s', async (_, query, topic, index) => {
    const { results } = await (await openSearchIndex(loaderOf(topics))).search(query);
    expect([results[0]?.topic, results[0]?.index]).toEqual([topic, index]);
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('is not one with further words', async () => {
    const { results } = await (await openSearchIndex(loaderOf(topics))).search('expected errors of a server');
    expect(results[0]?.topic).toBe('logs');
  });
});
