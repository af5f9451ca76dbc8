import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMailbox, splitMailbox } from '../../src/text/index.js';

const SEPARATORS = [
  'From ada@example.com Tue May  7 16:30:11 2024',
  'From - Tue May 07 16:30:11 2024',
  'From 1799@xxx Tue May 07 16:30:11 +0000 2024',
  'From MAILER-DAEMON Fri Jul  8 12:08:34 2011 +0200',
];

async function mailsOf(parts: Iterable<Uint8Array>): Promise<string[]> {
  const mails: string[] = [];
  for await (const mail of splitMailbox(parts)) mails.push(Buffer.from(mail).toString('utf8'));
  return mails;
}

test('a mailbox is told by its name or its first line', () => {
  expect(isMailbox('Inbox.mbox', '')).toBe(true);
  for (const separator of SEPARATORS) expect(isMailbox('Inbox', `${separator}\r\nFrom: a`)).toBe(true);
  expect(isMailbox('mail.eml', 'From: ada@example.com\nTo: bo@example.com\n')).toBe(false);
  expect(isMailbox('letter.txt', 'From now on every day.')).toBe(false);
});

test('text that begins with From is left in its mail, quoted or not', async () => {
  const mailbox = `${SEPARATORS[0]}\nSubject: One\n\nFrom now on, tea.\n>From here.\n>>From there.\n\nFrom then on, no time.\n\n${SEPARATORS[1]}\nSubject: Two\n\nText.\n`;
  expect(await mailsOf([Buffer.from(mailbox)])).toEqual([
    'Subject: One\n\nFrom now on, tea.\nFrom here.\n>From there.\n\nFrom then on, no time.\n',
    'Subject: Two\n\nText.\n',
  ]);
});

const LINE = fc.constantFrom('', 'Grüße ☕', 'From: inside', '>quoted', ' From x', 'a\r', '\u2028');
const MAIL = fc
  .array(LINE, { maxLength: 8 })
  .map((lines) => `Subject: x\n\n${lines.map((line) => `${line}\n`).join('')}`);

test('mails come out as they went in, wherever the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...SEPARATORS), MAIL), { maxLength: 5 }),
      fc.array(fc.nat(200)),
      async (mails, cuts) => {
        const bytes = Buffer.from(mails.map(([separator, mail]) => `${separator}\n${mail}\n`).join(''));
        const parts: Uint8Array[] = [];
        let start = 0;
        for (const cut of [...cuts, bytes.length]) {
          parts.push(bytes.subarray(start, start + cut));
          start += cut;
        }
        expect(await mailsOf(parts)).toEqual(mails.map(([, mail]) => mail));
      },
    ),
  );
});
