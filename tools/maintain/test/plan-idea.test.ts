import { expect, it } from 'vitest';
import { planIdea } from '../src/new/plan-idea.js';

const room = {
  manifest: `${JSON.stringify({ name: '@topicmill/text', exports: { './tokens': './t.js', './package.json': './package.json' }, files: ['dist'] }, null, 2)}\n`,
  readme: '# @topicmill/text\n\nText.\n',
};

it('plans source, index, test, export and a section of the README', () => {
  const plan = planIdea('text', 'line-ends', room);
  expect([...plan.keys()]).toEqual([
    'packages/text/src/line-ends/index.ts',
    'packages/text/src/line-ends/line-ends.ts',
    'packages/text/test/line-ends/line-ends.test.ts',
    'packages/text/package.json',
    'packages/text/README.md',
  ]);
  expect(plan.get('packages/text/src/line-ends/index.ts')).toBe("export { lineEnds } from './line-ends.js';\n");
  const manifest = JSON.parse(plan.get('packages/text/package.json')!);
  expect(Object.keys(manifest)).toEqual(['name', 'exports', 'files']);
  expect(Object.keys(manifest.exports)).toEqual(['./tokens', './line-ends', './package.json']);
  expect(plan.get('packages/text/README.md')).toMatch(
    /^# @topicmill\/text\n\nText\.\n\n## @topicmill\/text\/line-ends\n/,
  );
});

it.each(['Line', 'line_ends', '', 'a--b', '../up', 'tokens'])('refuses the name %j', (idea) => {
  expect(() => planIdea('text', idea, room)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
});
