import { expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

/** Titles of a second section, and whether it is the technical baseline. */
const TITLES: readonly (readonly [title: string, isBaseline: boolean])[] = [
  ['Quick Reference', true],
  ['Quick-Reference', true],
  ['QuickReference of options', true],
  ['At a Glance', true],
  ['Syntax Reference', true],
  ['The cheatsheet', true],
  ['Reference', false],
  ['A glance at queues', false],
];

it('the second section is the technical baseline by its title, however that is written', async () => {
  const section = (title: string) => `## ${title}\n\n${'The pump lifts water to the tank. '.repeat(12)}\n\n`;
  const sources = Object.fromEntries(
    TITLES.map(([title], at) => [
      `docs/topic-${at}/golden-reference.md`,
      `# Topic ${at}\n\n${'Water is heavy. '.repeat(25)}\n\n${section(title)}${section('More')}`,
    ]),
  );
  const repo = new DocsRepo({
    'topicmill.yaml': 'docsRoot: docs\nchunking: { minTokens: 20, maxTokens: 120 }\n',
    ...sources,
  });
  await repo.build();
  const found = TITLES.map(([title], at) => [
    title,
    /"baseline_technical": 1\b/.test(repo.read(`docs/topic-${at}/index.json`)),
  ]);
  expect(found).toEqual(TITLES);
});
