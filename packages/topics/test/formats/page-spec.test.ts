import { describe, expect, it } from 'vitest';
import {
  isMadeOfNote,
  pageSpecEdit,
  readTopicSpec,
  takeInPageSpecEdit,
  updatePageSpec,
} from '../../src/formats/index.js';

const NOTE_PATH = 'topicmill/clay.topic-spec.md';
const NOTE = '# Clay\n\nAsk Ida first.\n\n## Metadata\n\n| Property | Value |\n| --- | --- |\n| Priority | 2 |\n';
const SECTIONS = {
  source: 'clay.md',
  hasQuestions: false,
  keywords: [{ name: 'kiln', score: 2, count: 1 }],
  chunks: undefined,
};

function specOf(note: string): string {
  const topic = { id: 'clay', title: 'Clay', description: 'Stoneware.' };
  return updatePageSpec(note, topic, SECTIONS, NOTE_PATH).text!;
}

const NOTES: readonly (readonly [string, string])[] = [
  ['without a note', ''],
  ['of a note', NOTE],
  ['of a note in CRLF', NOTE.replaceAll('\n', '\r\n')],
  ['of a note with front matter', `---\nowner: Ida\n---\n${NOTE}`],
  ['of a note with a byte order mark', `\uFEFF${NOTE}`],
  ['of a note without a newline', NOTE.trimEnd()],
];

const EDITS: readonly (readonly [string, (text: string) => string])[] = [
  ['before the sections', (text) => text.replace('## Keywords', 'By hand.\n\n## Keywords')],
  ['at the end', (text) => `${text}By hand.\n`],
  ['inside a section', (text) => text.replace('| kiln |', 'By hand.\n| kiln |')],
  ['in the place of all', () => 'By hand.\n'],
  ['below the mark', (text) => text.replace(/(topicmill:page .*)/, '$1\nBy hand.')],
  ['in the place of the mark', (text) => text.replace(/<!-- topicmill:page .*/, 'By hand.')],
];

describe.each(NOTES)('the topic-spec.md of a page, %s', (_, note) => {
  it('says that it is generated, invites nobody, and is read as the note is', () => {
    const spec = specOf(note);
    expect(spec).toMatch(/<!-- topicmill:page [0-9a-f]{8}\. Topicmill writes this file: do not edit it\./);
    expect(spec).toContain(NOTE_PATH);
    expect(spec).not.toContain('added to it by hand');
    expect([pageSpecEdit(spec), isMadeOfNote(spec, note)]).toEqual([undefined, true]);
    expect(pageSpecEdit(spec.replace(/\r\n|\n/g, '\r\n'))).toBeUndefined();
    expect(spec).toMatch(/<!-- topicmill:begin keywords [0-9a-f]{8}\. -->/);
    const former = spec.replace(/(topicmill:begin .*\.) -->/g, '$1 Topicmill writes this file: see its beginning. -->');
    expect(pageSpecEdit(former)).toBeUndefined();
    const read = readTopicSpec(spec, 'clay');
    expect(read).toMatchObject({ title: 'Clay', sections: SECTIONS, diagnostics: [] });
    expect(read.metadata.priority).toBe(note === '' ? undefined : 2);
  });

  it.each(EDITS)('loses nothing that was written %s', (_, change) => {
    const edit = pageSpecEdit(change(specOf(note)))!;
    const moved = takeInPageSpecEdit(note, edit);
    expect(moved).toContain('By hand.');
    expect(moved).not.toMatch(/topicmill:(?:begin|end|page)/);
    expect(takeInPageSpecEdit(moved, edit)).toBe(moved);
    expect(pageSpecEdit(specOf(moved))).toBeUndefined();
    const elsewhere = takeInPageSpecEdit(`${note}\nWritten meanwhile.\n`, edit);
    expect(elsewhere).toContain('Written meanwhile.');
    expect(elsewhere).toContain('By hand.');
  });
});

it('tells whether the note has changed since', () => {
  expect(isMadeOfNote(specOf(NOTE), `${NOTE}\nMore.\n`)).toBe(false);
  expect(isMadeOfNote(specOf(NOTE), '')).toBe(false);
  expect(isMadeOfNote(specOf(''), NOTE)).toBe(false);
});
