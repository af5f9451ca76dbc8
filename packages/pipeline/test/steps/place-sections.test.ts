import { editModelQuestions, readModelQuestions } from '@topicmill/topics/formats';
import { expect, it } from 'vitest';
import { placeSections, textFingerprint } from '../../src/steps/index.js';

const CHUNKS = [
  { key: '', text: '# Kilns\n\nWhat potters burn their clay in.\n' },
  { key: '#firing', text: '## Firing\n\nSlowly at first.\n\n### Alarms\n\nIt shrieks when it is too hot.\n' },
  { key: '#cleaning', text: '## Cleaning\n\nA vacuum takes the dust out.\n' },
];

function placeOf(section: { chunk: string; title: string; question: string }, ...closed: readonly string[]): string[] {
  const { chunk, title, question } = section;
  const edit = {
    chunk,
    text: 'a'.repeat(16),
    by: 'm',
    written: [],
    title,
    added: [question],
    removed: new Set<bigint>(),
  };
  const { sections } = readModelQuestions(editModelQuestions(undefined, [edit], [], 'file'), 'file');
  const chunks = CHUNKS.map(({ key, text }) => ({
    key,
    ownText: text,
    textHash: textFingerprint(text),
    isAskable: !closed.includes(key),
  }));
  const { waiting } = placeSections(sections, chunks);
  return CHUNKS.flatMap(({ key }, at) => waiting[at]!.map(() => key));
}

it.each([
  ['contains its heading', { chunk: '#alarms', title: 'Alarms', question: 'How do I clean out the dust?' }, '#firing'],
  ['has its anchor', { chunk: '#cleaning~2', title: 'Dust', question: 'Why does it shriek?' }, '#cleaning'],
  ['has most of its words', { chunk: '#dust', title: 'Dust', question: 'Do I need a vacuum?' }, '#cleaning'],
  ['is the first, where none has a word of it', { chunk: '#x', title: 'Xylophones', question: 'Whose tune?' }, ''],
])('questions about a chunk that is gone wait for the one that %s', (_, section, key) => {
  expect(placeOf(section)).toEqual([key]);
});

it('they wait for a chunk that may be asked about, as long as there is one', () => {
  const section = { chunk: '#dust', title: 'Dust', question: 'Do I need a vacuum?' };
  expect(placeOf(section, '#cleaning')).not.toEqual(['#cleaning']);
  expect(placeOf(section, ...CHUNKS.map(({ key }) => key))).toEqual(['#cleaning']);
});
