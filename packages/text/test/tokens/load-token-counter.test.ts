import { TopicmillError } from '@topicmill/base/diagnostics';
import { expect, test } from 'vitest';
import { loadTokenCounter, TOKEN_COUNTER_NAMES } from '../../src/tokens/index.js';

test('every name loads a counter of that name', async () => {
  expect(TOKEN_COUNTER_NAMES).toEqual(['cl100k_base', 'o200k_base', 'wordpiece', 'wordpiece-estimate', 'words']);
  for (const name of TOKEN_COUNTER_NAMES) expect((await loadTokenCounter(name)).name).toBe(name);
});

test('a counter is loaded once', async () => {
  expect(await loadTokenCounter('cl100k_base')).toBe(await loadTokenCounter('cl100k_base'));
});

test.each(['gpt2', 'WORDS', '', 'toString', '__proto__'])(
  'the name %j is refused with the names known',
  async (name) => {
    const thrown: unknown = await loadTokenCounter(name).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TopicmillError);
    expect(thrown).toMatchObject({
      code: 'INVALID_OPTION',
      remedy: 'Use one of cl100k_base, o200k_base, wordpiece, wordpiece-estimate, words.',
    });
  },
);
