import { chatMessages } from '@topicmill/chunking';
import { expect, test } from 'vitest';
import { artifactTypeOf, readArtifactText } from '../../src/text/index.js';

/** Three stamps of each language of a phone, with the times that they mean. */
const FORMS: readonly (readonly [language: string, stamps: readonly string[], separator: string, times?: boolean])[] = [
  ['German', ['28.11.25, 08:07', '02.12.25, 17:30', '03.12.25, 09:00'], ' - '],
  ['British English', ['28/11/2025, 08:07', '02/12/2025, 17:30', '03/12/2025, 09:00'], ' - '],
  ['American English', ['11/28/25, 8:07\u202fAM', '12/2/25, 5:30\u202fPM', '12/3/25, 9:00\u202fAM'], ' - '],
  ['French', ['28/11/2025 à 08:07', '02/12/2025 à 17:30', '03/12/2025 à 09:00'], ' - '],
  ['French of Switzerland', ['28.11.25 à 08:07', '02.12.25 à 17:30', '03.12.25 à 09:00'], ' - '],
  ['French of Canada', ['2025-11-28 08 h 07', '2025-12-02 17 h 30', '2025-12-03 09 h 00'], ' - '],
  ['Portuguese', ['28/11/2025 às 08:07', '02/12/2025 às 17:30', '03/12/2025 às 09:00'], ' - '],
  ['Brazilian Portuguese', ['28/11/2025 08:07', '02/12/2025 17:30', '03/12/2025 09:00'], ' - '],
  ['Spanish', ['28/11/25, 8:07 a. m.', '2/12/25, 5:30 p. m.', '3/12/25, 9:00 a. m.'], ' - '],
  ['Spanish of Mexico', ['28/11/25 8:07 a.m.', '02/12/25 5:30 p.m.', '03/12/25 9:00 a.m.'], ' - '],
  ['Italian', ['28/11/25, 08:07', '02/12/25, 17:30', '03/12/25, 09:00'], ' - '],
  ['Dutch', ['28-11-2025 08:07', '02-12-2025 17:30', '03-12-2025 09:00'], ' - '],
  ['Swedish', ['2025-11-28 08:07', '2025-12-02 17:30', '2025-12-03 09:00'], ' - '],
  ['Norwegian', ['28.11.2025, kl. 08:07', '02.12.2025, kl. 17:30', '03.12.2025, kl. 09:00'], ' - '],
  ['Danish', ['28.11.2025 08.07', '02.12.2025 17.30', '03.12.2025 09.00'], ' - '],
  ['Finnish', ['28.11.2025 klo 8.07', '2.12.2025 klo 17.30', '3.12.2025 klo 9.00'], ' - '],
  ['Czech', ['28. 11. 2025 8:07', '2. 12. 2025 17:30', '3. 12. 2025 9:00'], ' - '],
  ['Hungarian', ['2025. 11. 28. 8:07', '2025. 12. 02. 17:30', '2025. 12. 03. 9:00'], ' - '],
  ['Bulgarian', ['28.11.25 г., 8:07 ч.', '2.12.25 г., 17:30 ч.', '3.12.25 г., 9:00 ч.'], ' - '],
  ['Russian', ['28.11.2025, 08:07', '02.12.2025, 17:30', '03.12.2025, 09:00'], ' - '],
  ['Greek', ['28/11/25, 8:07 π.μ.', '2/12/25, 5:30 μ.μ.', '3/12/25, 9:00 π.μ.'], ' - '],
  ['Turkish', ['28.11.2025 08:07', '2.12.2025 17:30', '3.12.2025 09:00'], ' - '],
  ['Arabic', ['٢٨/١١/٢٠٢٥، ٨:٠٧ ص', '٢/١٢/٢٠٢٥، ٥:٣٠ م', '٣/١٢/٢٠٢٥، ٩:٠٠ ص'], ' - '],
  ['Persian', ['۱۴۰۴/۹/۷،\u200f ۸:۰۷', '۱۴۰۴/۹/۱۱،\u200f ۱۷:۳۰', '۱۴۰۴/۹/۱۲،\u200f ۹:۰۰'], ' - ', false],
  ['Hebrew', ['\u200f28.11.2025, 8:07', '\u200f2.12.2025, 17:30', '\u200f3.12.2025, 9:00'], ' - '],
  ['Hindi', ['28/11/25, 8:07 पूर्वाह्न', '2/12/25, 5:30 अपराह्न', '3/12/25, 9:00 पूर्वाह्न'], ' - '],
  ['Marathi', ['२८/११/२५, ८:०७ म.पू.', '२/१२/२५, ५:३० म.उ.', '३/१२/२५, ९:०० म.पू.'], ' - '],
  ['Tamil', ['28/11/25, முற்பகல் 8:07', '2/12/25, பிற்பகல் 5:30', '3/12/25, முற்பகல் 9:00'], ' - '],
  ['Thai', ['28/11/2568 08:07', '2/12/2568 17:30', '3/12/2568 09:00'], ' - '],
  ['Vietnamese', ['08:07, 28/11/2025', '17:30, 02/12/2025', '09:00, 03/12/2025'], ' - '],
  ['Indonesian', ['28/11/25 08.07', '02/12/25 17.30', '03/12/25 09.00'], ' - '],
  ['Chinese', ['2025/11/28 上午8:07', '2025/12/2 下午5:30', '2025/12/3 上午9:00'], ' - '],
  ['Chinese in words', ['2025年11月28日 上午8:07', '2025年12月2日 下午5:30', '2025年12月3日 上午9:00'], ' - '],
  ['Japanese', ['2025/11/28 8:07', '2025/12/02 17:30', '2025/12/03 9:00'], ' - '],
  ['Korean', ['2025. 11. 28. 오전 8:07', '2025. 12. 2. 오후 5:30', '2025. 12. 3. 오전 9:00'], ', '],
];

const TEXTS = [': the lamps are lit\nand the boats are in', ': who rows tomorrow?', ': I do'];
const NAMES = ['Cara Lind', '+49 170 5550123', 'Cara Lind'];

test.each(FORMS.map(([language, stamps, separator, isDated = true]) => ({ language, stamps, separator, isDated })))(
  'a chat of a phone in $language has turns, speakers and times',
  async ({ stamps, separator, isDated }) => {
    const text = stamps.map((stamp, at) => `${stamp}${separator}${NAMES[at]}${TEXTS[at]}\n`).join('');
    const bracketed = stamps.map((stamp, at) => `\u200e[${stamp}] ${NAMES[at]}${TEXTS[at]}\r\n`).join('');
    for (const chat of [text, bracketed]) {
      expect(chatMessages(chat).map(({ speaker }) => speaker)).toEqual(NAMES);
      const { content, ts, attributes } = await readArtifactText(Buffer.from(chat), 'chat');
      expect(content).toBe(chat);
      expect(attributes).toEqual({ speakers: ['+49 170 5550123', 'Cara Lind'] });
      expect(ts).toBe(isDated ? '2025-11-28T08:07:00.000Z' : undefined);
      expect(artifactTypeOf('export.txt', Buffer.from(chat))).toBe('chat');
    }
  },
);

test.each([
  [
    'result.json',
    {
      name: 'Boats',
      type: 'personal_chat',
      messages: [
        { id: 1, date: '2025-11-28T08:07:00', from: 'Cara', text: 'lit' },
        { id: 2, date: '2025-11-28T08:09:00', from: 'Bo', text: ['and ', { type: 'bold', text: 'in' }] },
      ],
    },
  ],
  [
    'result.json',
    {
      chats: {
        list: [
          {
            name: 'Boats',
            messages: [
              { date: '2025-11-28T08:07:00', from: 'Cara', text: 'lit' },
              { date: '2025-11-28T08:09:00', from: 'Bo', text: 'and in' },
            ],
          },
        ],
      },
    },
  ],
  [
    'message_1.json',
    {
      participants: [{ name: 'Cara' }],
      messages: [
        { sender_name: 'Bo', timestamp_ms: 1764317340000, content: 'and in' },
        { sender_name: 'Cara', timestamp_ms: 1764317220000, content: 'lit' },
      ],
    },
  ],
  [
    '2025-11-28.json',
    [
      { type: 'message', user: 'U1', user_profile: { real_name: 'Cara' }, text: 'lit', ts: '1764317220.000100' },
      { type: 'message', user: 'U2', user_profile: { real_name: 'Bo' }, text: 'and in', ts: '1764317340.000200' },
    ],
  ],
  [
    'boats [1234].json',
    {
      guild: { name: 'Port' },
      channel: { name: 'boats' },
      messages: [
        { timestamp: '2025-11-28T08:07:00+00:00', content: 'lit', author: { name: 'cara', nickname: 'Cara' } },
        { timestamp: '2025-11-28T08:09:00+00:00', content: 'and in', author: { name: 'bo', nickname: 'Bo' } },
      ],
    },
  ],
  [
    'messages.json',
    {
      messages: [
        { creator: { name: 'Cara' }, created_date: '2025-11-28T08:07:00Z', text: 'lit' },
        { creator: { name: 'Bo' }, created_date: '2025-11-28T08:09:00Z', text: 'and in' },
      ],
    },
  ],
] as const)('%s is a chat by what it contains', async (name, data) => {
  const bytes = Buffer.from(JSON.stringify(data));
  expect(artifactTypeOf(name, bytes)).toBe('chat');
  const { content, ts } = await readArtifactText(bytes, 'chat');
  expect(content).toMatch(/^\[2025-11-28T08:07:00.*\] Cara: lit\n\[2025-11-28T08:09:00.*\] Bo: and in\n$/);
  expect(ts).toBe(ts?.replace(/:00\.\d+Z/, ':00.000Z'));
});

test('bytes that Messenger writes as characters are mended, names included, and others are left alone', async () => {
  const mangled = (text: string) => Buffer.from(text).toString('latin1');
  const message = (name: string, content: string, at: number) => ({
    sender_name: name,
    timestamp_ms: 1764317220000 + at,
    content,
  });
  const messages = [message(mangled('Zoë'), mangled('Grüße ☀️'), 2), message('Bo', 'Ã is a letter', 1)];
  const read = await readArtifactText(JSON.stringify({ participants: [], messages }), 'chat');
  expect(read.content).toMatch(/Bo: Ã is a letter\n.*Zoë: Grüße ☀️\n$/);
  const other = await readArtifactText(
    JSON.stringify([
      { user: 'A', text: 'Ã¼', ts: '1' },
      { user: 'B', text: 'b', ts: '2' },
    ]),
    'chat',
  );
  expect(other.content).toContain('Ã¼');
});

test.each([
  ['package.json', '{"name":"x","version":"1.0.0"}'],
  ['people.json', '[{"name":"Cara","text":"rows"},{"name":"Bo","text":"sails"}]'],
  [
    'server.log',
    '2025-11-28 08:07:00 INFO: started\n2025-11-28 08:08:00 ERROR: stopped\n2025-11-28 08:09:00 INFO: started\n',
  ],
  ['app.log', '[2025-11-28 08:07:00] app/worker.3: started\n[2025-11-28 08:08:00] app/worker.4: stopped\n'],
  ['notes.txt', 'On 28/11/2025 we rowed.\nCara: was there.\n'],
  ['list.txt', 'Boat: red\nSail: white\nBoat: blue\nSail: grey\n'],
])('%s is no chat', (name, text) => {
  expect(artifactTypeOf(name, Buffer.from(text))).toBe('doc');
});

test.each([
  ['Speaker 1: the lamps are lit\nSpeaker 2: who rows?\nSpeaker 1: I do\n'],
  ['SPEAKER_00: the lamps are lit\nSPEAKER_01: who rows?\n'],
  ['[00:00:03] Speaker A: the lamps are lit\n[00:00:09] Speaker B: who rows?\n'],
  ['Intervenante 1 : who rows?\nIntervenant 2 : I do\n'],
  ['Interviewer: who rows?\nSpeaker 1: I do\nInterviewer: alone?\nSpeaker 1: yes\n'],
])('a transcript of voices is a chat with turns', (text) => {
  expect(artifactTypeOf('meeting.txt', Buffer.from(text))).toBe('chat');
  expect(chatMessages(text).length).toBe(text.trim().split('\n').length);
});

test('a transcript with who speaks, and when, above what is said is a chat, and an agenda is not', () => {
  const transcript = 'Cara Lind  0:03\nthe lamps are lit\n\nBo Sand  0:12\nwho rows?\n\nCara Lind  1:02:03\nI do\n';
  expect(artifactTypeOf('meeting.txt', Buffer.from(transcript))).toBe('chat');
  expect(chatMessages(transcript).map(({ speaker }) => speaker)).toEqual(['Cara Lind', 'Bo Sand', 'Cara Lind']);
  for (const agenda of [
    'Keynote  9:00\nby Cara Lind\nBreak  10:00\nWorkshop  10:30\nabout sails\nBreak  12:00\n',
    'Breakfast  7:00\nwith tea\nRowing  9:00\nwith Bo\nSailing  11:00\nwith Cara\n',
    'Cara Lind  0:12\nlit\n\nBo Sand  0:03\nwho rows?\n\nCara Lind  0:01\nI do\n',
  ]) {
    expect(artifactTypeOf('notes.txt', Buffer.from(agenda))).toBe('doc');
  }
});

test('a name before the time in brackets has no comma', () => {
  const copied = 'Cara Lind, [28.11.2025 08:07]\nlit\n\nBo Sand, [28.11.2025 08:09]\nand in\n';
  expect(chatMessages(copied).map(({ speaker }) => speaker)).toEqual(['Cara Lind', 'Bo Sand']);
});
