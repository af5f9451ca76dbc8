import fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeInLateEdit, updateTopicSpec } from '../../src/formats/index.js';
import { splitTopicSpec } from '../../src/formats/topic-spec/generated-sections.js';
import { sampleSections, sampleTopic } from './sample-topic.js';

const FILE = 'topic-spec.md';
const update = (text: string, sections = sampleSections) => updateTopicSpec(text, sampleTopic, sections, FILE).text!;
const other = { ...sampleSections, keywords: [] };
const linesOf = (text: string) => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
const peoplesLines = (text: string) => linesOf(splitTopicSpec(text, FILE).authored.join('\n'));

const LINES = ['One.', 'Two.', 'Two.', '- three', '## Four', '', '```', '<div>', '| five | six |', '> seven'];
const edit = fc.record({ at: fc.nat(40), lines: fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 4 }) });

/** A file with lines put in between two others of it. */
function edited(text: string, { at, lines }: { readonly at: number; readonly lines: readonly string[] }): string {
  const all = text.split('\n');
  return all.toSpliced(at % all.length, 0, ...lines).join('\n');
}

it('no line that people wrote is lost, wherever both edits are', () => {
  fc.assert(
    fc.property(edit, fc.option(edit, { nil: undefined }), (late, early) => {
      const before = update('# Streams\n\nWhat people say.\n\n## Notes\n\nAsk Maria.\n');
      const after = edited(before, late);
      const built = update(before, other);
      const present = early === undefined ? built : edited(built, early);
      const { text } = takeInLateEdit(present, { before, after }, FILE);
      for (const each of [after, present]) {
        const counts = (lines: readonly string[], line: string) => lines.filter((other) => other === line).length;
        for (const line of peoplesLines(each)) {
          expect(counts(peoplesLines(text), line)).toBeGreaterThanOrEqual(counts(peoplesLines(each), line));
        }
      }
    }),
  );
});

it('the same edit, taken in twice, is there once', () => {
  const before = update('# Streams\n\nWhat people say.\n');
  const after = `${before}\nLate.\n`;
  const present = `${update(before, other)}\nEarly.\n`;
  const once = takeInLateEdit(present, { before, after }, FILE);
  expect(once.text).toBe(`${present}\n## Saved during a build\n\nLate.\n`);
  expect(once.diagnostics).toMatchObject([{ code: 'EDIT_DURING_BUILD', file: FILE }]);
  const twice = takeInLateEdit(once.text, { before, after }, FILE);
  expect(twice).toEqual({ text: once.text, diagnostics: [] });
  const third = takeInLateEdit(once.text, { before: after, after: `${after}\nLater.\n` }, FILE);
  expect(third.text).toBe(`${once.text}\nLater.\n`);
});
