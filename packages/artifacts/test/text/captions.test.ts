import { chatMessages } from '@topicmill/chunking';
import { expect, test } from 'vitest';
import { artifactTypeOf, readArtifactText } from '../../src/text/index.js';

const SAID = [
  ['Cara Lind', 'The lamps are lit.'],
  ['Bo', 'Who rows tomorrow?'],
  ['Cara Lind', 'I do.'],
] as const;
const EXPECTED =
  '[00:00:01] Cara Lind: The lamps are lit.\n[00:00:05] Bo: Who rows tomorrow?\n[00:01:09] Cara Lind: I do.\n';
const STARTS = ['00:00:01', '00:00:05', '00:01:09'];

function captions(head: string, cue: (start: string, name: string, text: string, at: number) => string): string {
  return head + SAID.map(([name, text], at) => cue(STARTS[at]!, name, text, at)).join('');
}

test.each([
  [
    'WebVTT with voices',
    captions('WEBVTT\n\n', (start, name, text) => `${start}.000 --> ${start}.900\n<v ${name}>${text}</v>\n\n`),
  ],
  [
    'WebVTT with classes and settings',
    captions(
      'WEBVTT - meeting\n\nNOTE made by hand\n\n',
      (start, name, text, at) => `${at}\n${start}.000 --> ${start}.900 align:start\n<v.loud ${name}><i>${text}</i>\n\n`,
    ),
  ],
  [
    'WebVTT of Zoom',
    captions(
      'WEBVTT\r\n\r\n',
      (start, name, text, at) => `${at + 1}\r\n${start}.000 --> ${start}.900\r\n${name}: ${text}\r\n\r\n`,
    ),
  ],
  [
    'WebVTT without hours',
    captions(
      'WEBVTT\n\n',
      (start, name, text) => `${start.slice(3)}.000 --> ${start.slice(3)}.900\n<v ${name}>${text}\n\n`,
    ),
  ],
  [
    'WebVTT with a mark',
    captions('\ufeffWEBVTT\n\n', (start, name, text) => `${start}.000 --> ${start}.900\n<v ${name}>${text}\n\n`),
  ],
  ['SubRip', captions('', (start, name, text, at) => `${at + 1}\n${start},000 --> ${start},900\n${name}: ${text}\n\n`)],
  [
    'SubRip with arrows',
    captions(
      '',
      (start, name, text, at) => `${at + 1}\r\n${start},000 --> ${start},900\r\n>> ${name}: ${text}\r\n\r\n`,
    ),
  ],
  [
    'captions on two lines',
    captions(
      'WEBVTT\n\n',
      (start, name, text) => `${start}.000 --> ${start}.900\n<v ${name}>${text.replace(' ', '\n')}\n\n`,
    ),
  ],
])('%s are turns with times and names', async (_, text) => {
  expect(artifactTypeOf('meeting.vtt', Buffer.from(text))).toBe('chat');
  const { content, attributes } = await readArtifactText(Buffer.from(text), 'chat');
  expect(content).toBe(EXPECTED);
  expect(attributes).toEqual({ speakers: ['Bo', 'Cara Lind'] });
  expect(chatMessages(content)).toHaveLength(3);
});

test('what a voice says in a row is one turn, and captions without a voice stay apart', async () => {
  const cue = (at: number, text: string) => `00:00:0${at}.000 --> 00:00:0${at}.900\n${text}\n\n`;
  const spoken = `WEBVTT\n\n${cue(1, '<v Bo>One')}${cue(2, '<v Bo>two')}${cue(3, 'three &amp; four')}`;
  expect((await readArtifactText(spoken, 'chat')).content).toBe('[00:00:01] Bo: One two three & four\n');
  const silent = `WEBVTT\n\n${cue(1, 'One')}${cue(2, 'two')}`;
  expect((await readArtifactText(silent, 'chat')).content).toBe('[00:00:01] One\n[00:00:02] two\n');
});

test('a text that is no caption is left as it is', async () => {
  for (const text of ['WEBVTT\n', '1\nThe first chapter\n', 'See WEBVTT\n00:00:01.000 --> 00:00:02.000\nx\n']) {
    expect((await readArtifactText(text, 'chat')).content).toBe(text);
  }
});
