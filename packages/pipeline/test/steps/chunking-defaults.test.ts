import { semanticStrategy } from '@topicmill/chunking';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';

it('the configuration has the defaults of the strategy', async () => {
  const { minTokens, maxTokens, tail, tokenCounter } = parseConfig(undefined, 'topicmill.yaml').chunking;
  const counter = await loadTokenCounter(tokenCounter);
  const configured = semanticStrategy({ minTokens, maxTokens, tail, tokenCounter: counter });
  expect(configured.getCacheKey()).toBe(semanticStrategy({ tokenCounter: counter }).getCacheKey());
});
