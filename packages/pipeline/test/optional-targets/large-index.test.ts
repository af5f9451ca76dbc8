import { expect, it } from 'vitest';
import { largeIndexWarnings } from '../../src/optional-targets/index.js';

it('an index in files is warned of from 50,000 chunks on, and not before', () => {
  expect([0, 49_999].flatMap((count) => largeIndexWarnings(count, 'docs/_search/manifest.json'))).toEqual([]);
  expect(largeIndexWarnings(50_000, 'docs/_search/manifest.json')).toEqual([
    expect.objectContaining({
      severity: 'warning',
      code: 'SEARCH_INDEX_LARGE',
      file: 'docs/_search/manifest.json',
      remedy: expect.stringContaining('topicmill publish'),
    }),
  ]);
});
