import { FaultsError } from '@topicmill/base/diagnostics';
import { expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { isQuickPattern } from '../../src/sites/quick-pattern.js';

it.each([
  '\\.foo$',
  '(?:^|/)drafts/',
  '^content/.*/old/.*\\.md$',
  'a(?=b|c)d+',
  '[(*+|]+\\(\\*',
  '(?<year>\\d+)/x',
  'packages/:pkg/src/(.*)',
  ':path*/index.md',
])('takes %s', (source) => {
  expect(isQuickPattern(source)).toBe(true);
});

it.each(['(a+)+$', '(a|a)*$', '(a|b)+', '((a?b)c)*', '(?:a{1,9}){1,9}', '((a)*)*', '(([a-z])+.)+x', '.*.*.*.*x'])(
  'refuses %s',
  (source) => {
    expect(isQuickPattern(source)).toBe(false);
  },
);

it.each([
  ['hugo', "ignoreFiles: ['(a+)+$']", 'could take forever'],
  ['hugo', "ignoreFiles: ['(?i)x']", 'must be a regular expression of JavaScript'],
  ['vitepress', "rewrites: { '^(a+)+$': 'x.md' }", 'could take forever'],
])('a pattern of a site of %s with %s is an error with its line', (generator, setting, message) => {
  const text = `sources: pages\nsite:\n  generator: ${generator}\n  ${setting}\n`;
  let faults: unknown = [];
  try {
    parseConfig(text, 'topicmill.yaml');
  } catch (thrown) {
    faults = thrown instanceof FaultsError ? thrown.diagnostics : thrown;
  }
  expect(faults).toMatchObject([{ code: 'CONFIG_INVALID', line: 4, message: expect.stringContaining(message) }]);
});
