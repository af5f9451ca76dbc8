import { expect, it } from 'vitest';
import { oneASection } from '../../src/retrieval/index.js';

it('chunks of one section at one address are one result, the first', () => {
  const at = (topic: string, title: string, url?: string) => ({ topic, title, url });
  const results = [
    at('a', 'Steps', '/a#steps'),
    at('a', 'Steps', '/a#steps'),
    at('a', 'Steps', '/a#steps-1'),
    at('a', 'More', '/a#steps'),
    at('b', 'Steps', '/a#steps'),
    at('c', 'Steps'),
    at('c', 'Steps'),
  ];
  expect(oneASection(results).map((each) => results.indexOf(each))).toEqual([0, 2, 3, 4, 5, 6]);
});
