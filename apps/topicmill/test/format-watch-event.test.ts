import type { ChunkChange } from '@topicmill/pipeline/gate';
import type { TopicEvent } from '@topicmill/pipeline/watch';
import { expect, test } from 'vitest';
import { formatWatchEvent } from '../src/commands/watch.js';

const change = (kind: ChunkChange['kind'], title: string, tokensBefore: number, tokensNow: number): ChunkChange => ({
  kind,
  title,
  before: kind === 'added' ? undefined : 0,
  now: kind === 'removed' ? undefined : 0,
  tokensBefore,
  tokensNow,
});

const topic = (chunks: TopicEvent['chunks'], stripesChanged: TopicEvent['stripesChanged'] = []): TopicEvent => ({
  kind: 'topic',
  id: 'drinks/tea',
  outcome: 'built',
  paths: [],
  chunks,
  stripesChanged,
  diagnostics: [],
  elapsedMs: 12.4,
});

test('a save is told by its chunks, with sizes that differ only where they do', () => {
  const chunks = [
    change('changed', 'Brewing', 120, 120),
    change('changed', 'Storing', 90, 110),
    change('added', 'Tasting', 0, 40),
    change('removed', 'Myths', 70, 0),
  ];
  expect(formatWatchEvent(topic({ id: 'drinks/tea', kind: 'changed', keptCount: 1, chunks }, ['conceptual']))).toBe(
    [
      '~ drinks/tea (1 chunk as before; other stripes: conceptual; 12 ms)',
      '  ~ Brewing (120 tokens)',
      '  ~ Storing (90 → 110 tokens)',
      '  + Tasting (40 tokens)',
      '  - Myths (70 tokens)',
      '',
    ].join('\n'),
  );
  expect(formatWatchEvent(topic(undefined))).toBe('~ drinks/tea (the same chunks; the same stripes; 12 ms)\n');
  expect(formatWatchEvent({ kind: 'saved', paths: ['drinks/tea/golden-reference.md'] })).toBe('');
  expect(formatWatchEvent({ kind: 'docs-root', paths: ['index.json'], diagnostics: [], elapsedMs: 90 })).toBe('');
});

test('topics that come and go are told as such', () => {
  const chunks = [change('added', 'Tea', 0, 8)];
  expect(formatWatchEvent(topic({ id: 'drinks/tea', kind: 'changed', keptCount: 0, chunks }))).toBe(
    '+ drinks/tea (1 chunk; 12 ms)\n  + Tea (8 tokens)\n',
  );
  expect(formatWatchEvent({ kind: 'reopened', topicCount: 1, goneIds: ['drinks/tea', ''] })).toBe(
    '- drinks/tea\n- the docs root\nTopics and settings read again: 1 topic.\n',
  );
});
