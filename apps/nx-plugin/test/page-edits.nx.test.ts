import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { threePages } from './three-pages.js';

const SPEC = 'topics/guide/clay/topic-spec.md';
const NOTE = 'topicmill/guide/clay.topic-spec.md';

it('what people write into the generated topic-spec.md of a page is moved to its note on a cache hit, and counts in the next build', async () => {
  const workspace = threePages();
  const first = await workspace.build();
  expect([first.status, existsSync(workspace.path(NOTE))]).toEqual([0, false]);
  workspace.edit(SPEC, (text) =>
    text.replace('| Priority |  |', '| Priority | 2 |').replace('## Keywords', 'Ask Ida first.\n\n## Keywords'),
  );
  const hit = await workspace.build();
  expect([hit.status, hit.ran]).toEqual([0, []]);
  expect(hit.output).toContain('TOPIC_SPEC_TEXT_MOVED');
  expect(hit.output).toContain(NOTE);
  const note = readFileSync(workspace.path(NOTE), 'utf8');
  expect(note).toContain('Ask Ida first.');
  const next = await workspace.build();
  expect([next.status, next.ran]).toEqual([0, ['docs:index', 'guide:index']]);
  expect(readFileSync(workspace.path(SPEC), 'utf8')).toContain('Ask Ida first.');
  expect(readFileSync(workspace.path('topics/guide/clay/index.json'), 'utf8')).toContain('"priority": 2');
  expect(readFileSync(workspace.path(NOTE), 'utf8')).toBe(note);
}, 180_000);
