import JSZip from 'jszip';
import { escaped, Writer } from './known-texts.mjs';

export const VOICES = ['Ann Example', 'Bert Größe', 'Chloé Dupont'];
const STARTED = Date.UTC(2025, 5, 2, 9, 30);

/** Who says what, and when. */
function talk(seed, count = 8) {
  const writer = new Writer(seed);
  return Array.from({ length: count }, (_, at) => ({
    voice: VOICES[(at + (at % 3 === 2 ? 1 : 0)) % 3],
    text: writer.sentence(),
    time: STARTED + at * 65_000,
  }));
}

function talkTruth(turns, also = []) {
  const clock = turns.flatMap(({ time }) => {
    const iso = new Date(time).toISOString();
    return [iso, iso.slice(0, 19), ...iso.split(/\D/), ...iso.split(/\D/).map((part) => `${Number(part)}`)];
  });
  const planted = turns.map(({ voice: owner, text }) => ({ owner, among: VOICES, text }));
  return { text: turns.flatMap(({ text }) => text), may: [...VOICES, ...clock, ...also], planted };
}

const cueTime = (time, mark) => new Date(time - STARTED).toISOString().slice(11, 23).replace('.', mark);

export function vtt(seed) {
  const turns = talk(seed);
  const cues = turns.map(
    ({ voice, text, time }, at) =>
      `${at + 1}\n${cueTime(time, '.')} --> ${cueTime(time + 4_000, '.')}\n<v ${voice}>${escaped(text)}</v>\n`,
  );
  return {
    bytes: `WEBVTT\n\n${cues.join('\n')}`,
    truth: talkTruth(
      turns,
      turns.map(({ time }) => cueTime(time, ' ')),
    ),
  };
}

export function srt(seed) {
  const turns = talk(seed);
  const cues = turns.map(
    ({ voice, text, time }, at) =>
      `${at + 1}\n${cueTime(time, ',')} --> ${cueTime(time + 4_000, ',')}\n${voice}: ${text.replace(/[<>]/g, '')}\n`,
  );
  return {
    bytes: cues.join('\n'),
    truth: talkTruth(
      turns,
      turns.map(({ time }) => cueTime(time, ' ')),
    ),
  };
}

const latinMangled = (text) => Buffer.from(text, 'utf8').toString('latin1');
const CHATS = [
  [
    'result.json',
    (turns) =>
      JSON.stringify(
        {
          name: 'Quay',
          type: 'personal_chat',
          id: 7,
          messages: turns.map(({ voice, text, time }, id) => ({
            id,
            type: 'message',
            date: new Date(time).toISOString().slice(0, 19),
            from: voice,
            from_id: `user${voice.length}`,
            text: [text.slice(0, 10), { type: 'bold', text: text.slice(10) }],
          })),
        },
        null,
        1,
      ),
  ],
  [
    'message_1.json',
    (turns) =>
      JSON.stringify({
        participants: VOICES.map((name) => ({ name: latinMangled(name) })),
        messages: turns.toReversed().map(({ voice, text, time }) => ({
          sender_name: latinMangled(voice),
          timestamp_ms: time,
          content: latinMangled(text),
          is_geoblocked_for_viewer: false,
        })),
        title: 'Quay',
      }),
  ],
  [
    'Quay [7].json',
    (turns) =>
      JSON.stringify({
        guild: { id: '1', name: 'Port' },
        channel: { name: 'quay' },
        messages: turns.map(({ voice, text, time }, id) => ({
          id: `${id}`,
          type: 'Default',
          timestamp: new Date(time).toISOString(),
          content: text,
          author: { id: '2', name: voice.split(' ')[0], nickname: voice },
        })),
      }),
  ],
  [
    '_chat.txt',
    (turns) =>
      turns
        .map(
          ({ voice, text, time }) =>
            `[${new Date(time).toISOString().slice(0, 10).split('-').reverse().join('.')}, ${new Date(time).toISOString().slice(11, 19)}] ${voice}: ${text}\n`,
        )
        .join(''),
  ],
  [
    'WhatsApp Chat mit Quay.txt',
    (turns) =>
      turns
        .map(
          ({ voice, text, time }) =>
            `${new Date(time).toISOString().slice(2, 10).split('-').reverse().join('.')}, ${new Date(time).toISOString().slice(11, 16)} - ${voice}: ${text}\n`,
        )
        .join(''),
  ],
  ['transcript.txt', (turns) => turns.map(({ voice, text }) => `${voice}: ${text}\n\n`).join('')],
];

export function chat(seed) {
  const [name, write] = CHATS[seed % CHATS.length];
  const turns = talk(seed);
  return { name, bytes: write(turns), truth: talkTruth(turns, ['Quay Port quay 25']) };
}

export async function slackZip(seed) {
  const turns = talk(seed);
  const zip = new JSZip();
  const id = (voice) => `U0${VOICES.indexOf(voice)}`;
  zip.file('users.json', JSON.stringify(VOICES.map((real_name) => ({ id: id(real_name), profile: { real_name } }))));
  zip.file('channels.json', '[{"id":"C1","name":"quay"}]');
  const day = turns.map(({ voice, text, time }) => ({
    type: 'message',
    user: id(voice),
    text: escaped(text),
    ts: `${time / 1000}.000100`,
  }));
  zip.file('quay/2025-06-02.json', JSON.stringify(day));
  return { bytes: await zip.generateAsync({ type: 'nodebuffer' }), truth: talkTruth(turns, ['quay']) };
}

export async function whatsAppZip(seed) {
  const turns = talk(seed);
  const zip = new JSZip();
  zip.file('_chat.txt', CHATS[3][1](turns));
  zip.file('00000012-PHOTO.jpg', Buffer.from('ffd8ffe000104a46494600', 'hex'));
  return { bytes: await zip.generateAsync({ type: 'nodebuffer' }), truth: talkTruth(turns) };
}
