import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMailbox, splitMailbox } from '../../src/text/index.js';

const SEPARATORS = [
  'From ada@example.com Tue May  7 16:30:11 2024',
  'From - Tue May 07 16:30:11 2024',
  'From 1799@xxx Tue May 07 16:30:11 +0000 2024',
  'From MAILER-DAEMON Fri Jul  8 12:08:34 2011 +0200',
];

const HEADERS = 'From: Cara Lind <cara@example.com>\nSubject: Lamps\nDate: Tue, 07 May 2024 16:30:11 +0200\n';

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

/** Two mails, each after a line of this form, with and without a blank line before the second. */
test.each([
  ...SEPARATORS,
  'From cara@example.com Tue May  7 16:30 2024',
  'From cara@example.com Tue May  7 16:30:11 CEST 2024',
  'From cara@example.com Tue May  7 16:30 CEST 2024',
  'From cara@example.com Tue May  7 16:30:11 2024 remote from mars',
  'From cara@example.com Tue, 7 May 2024 16:30:11 +0200',
  'From cara@example.com Tue, 07 May 2024 16:30:11 +0200 (CEST)',
  'From cara@example.com 7 May 2024 16:30:11',
  'From cara@example.com Tue May 7 2024 16:30:11',
  'From cara@example.com 2024-05-07T16:30:11Z',
  'From cara@example.com 2024-05-07 16:30:11+02:00',
  'From cara@example.com Di Mai  7 16:30:11 2024',
  'From ???@??? Tue May 07 16:30:11 2024',
  'From "cara lind"@example.com Tue May  7 16:30:11 2024',
  'From Cara Lind <cara@example.com> Tue May  7 16:30:11 2024',
  'From bounces+cara=example.com@lists.example Tue May  7 16:30:11 2024',
  'From cara@example.com',
  'From MAILER-DAEMON',
  'From -',
  'From ',
  'From',
  '\x01\x01\x01\x01',
])('a mailbox whose mails follow “%s” is taken apart', async (separator) => {
  const first = `${HEADERS}\nOne about lamps.\n`;
  const second = `${HEADERS}\nTwo about lamps.\n`;
  for (const between of ['', '\n']) {
    for (const start of ['', '\ufeff']) {
      const mailbox = `${start}${separator}\n${first}${between}${separator}\n${second}`;
      expect(await mailsOf([Buffer.from(mailbox)])).toEqual([first, second]);
      expect(isMailbox('Inbox', mailbox)).toBe(true);
    }
  }
  const carriageReturns = `${separator}\r${first.replaceAll('\n', '\r')}${separator}\r${second.replaceAll('\n', '\r')}`;
  expect(await mailsOf([Buffer.from(carriageReturns)])).toEqual([first, second]);
});

test.each([
  'From the desk of the mayor, 16:30 on 7 May 2024, these words.',
  'From host1 at 16:30:11 in 2024 the lamp went out',
  'From Monday May 6 10:00 2024 on, all lamps are lit.',
  'From cara@example.com Tue May  7 16:30:11 2024',
  'From cara@example.com Tue May  7 16:30:11 2024\nthis is what she wrote',
  'From cara@example.com Tue May  7 16:30:11 2024\nSubject: to change without notice\nand so on',
  'From cara@example.com',
  'From cara@example.com\nSubject: a heading of the report\n',
  'From -\nTo: be done',
  'From ',
  'From',
  'From 3f5a9c1d2e4b6a7c8d9e0f1a2b3c4d5e6f708192 Mon Sep 17 00:00:00 2001\nFrom: Cy <cy@example.net>\nDate: Mon, 2 Mar 2026 09:00:00 +0000\nSubject: [PATCH] feed the gull\n\ndiff --git a/x b/x',
  'From 3f5a9c1d2e4b6a7c8d9e0f1a2b3c4d5e6f708192 Mon Sep 17 00:00:00 2001',
  'From now on, tea at 16:30.',
  'From: is the name of a header',
  'From here to there: 3 miles',
  'From \nFrom: a bare line and one header',
  'From A to Z\nFrom: A\nTo: Z',
  'From 10:00 to 12:00 on May 7 2024',
  'From 2024-05-07T16:30:11Z on',
  '\x01\x01\x01',
])('“%s” in a mail is text', async (text) => {
  const first = `${HEADERS}\nBefore.\n\n${text}\n\nAfter.\n`;
  const second = `${HEADERS}\nTwo.\n`;
  expect(await mailsOf([Buffer.from(`${SEPARATORS[0]}\n${first}\n${SEPARATORS[1]}\n${second}`)])).toEqual([
    first,
    second,
  ]);
});

test('patches of git are a mailbox of their own', async () => {
  const patch = (name: string) =>
    `From: Cy <cy@example.net>\nDate: Mon, 2 Mar 2026 09:00:00 +0000\nSubject: ${name}\n\n+ x\n`;
  const separator = `From ${'3f5a9c1d2e'.repeat(4)} Mon Sep 17 00:00:00 2001\n`;
  const patches = [patch('[PATCH 1/2] gulls'), patch('[PATCH 2/2] terns')];
  expect(await mailsOf([Buffer.from(patches.map((text) => `${separator}${text}\n`).join(''))])).toEqual(patches);
});

test('text before the first separator is not lost', async () => {
  const mail = `${HEADERS}\nOne.\n`;
  expect(await mailsOf([Buffer.from(`${mail}\n${SEPARATORS[0]}\n${mail}`)])).toEqual([mail, mail]);
  expect(await mailsOf([Buffer.from('Only words.\n')])).toEqual(['Only words.\n']);
  expect(await mailsOf([Buffer.from(' \n\n')])).toEqual([]);
});

test('a line without an end is read in time that grows with its length', async () => {
  const part = Buffer.alloc(65_536, 'x');
  expect(await mailsOf(Array.from({ length: 200 }, () => part))).toHaveLength(1);
});
