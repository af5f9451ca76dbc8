import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { isEncoding, readArtifactText } from '../../src/text/index.js';
import { plainPdf } from './plain-pdf.js';

const GERMAN = 'Grüße aus Köln. Die Züge fahren um fünf Uhr über die Brücke.\r\n';

test.each([
  ['UTF-8', GERMAN, undefined],
  ['windows-1252', GERMAN, 'windows-1252'],
  ['latin1', 'Grüße aus Köln', 'windows-1252'],
  ['latin1', 'café', 'windows-1252'],
  ['windows-1252', '“Quoted” – it’s 5 €', 'windows-1252'],
  ['UTF-16LE', `\ufeff${GERMAN}`, 'UTF-16LE'],
  ['UTF-16BE', `\ufeff${GERMAN}`, 'UTF-16BE'],
  ['UTF-16LE', GERMAN, 'UTF-16LE'],
  ['UTF-16BE', 'plain letters', 'UTF-16BE'],
  ['windows-1251', 'Привет, мир и люди. Сегодня хорошая погода.', 'windows-1251'],
  ['Shift_JIS', '東京都に住んでいます。今日は天気がいいです。', 'Shift_JIS'],
])('a text in %s is told by its bytes: %j', async (encoding, text, told) => {
  const { content, attributes } = await readArtifactText(iconv.encode(text, encoding), 'note');
  expect(content).toBe(text);
  expect(attributes).toEqual(told === undefined ? {} : { encoding: told });
});

test('an encoding that is named is taken', async () => {
  const bytes = iconv.encode('Příliš žluťoučký kůň', 'iso-8859-2');
  expect((await readArtifactText(bytes, 'doc', { encoding: 'iso-8859-2' })).content).toBe('Příliš žluťoučký kůň');
  expect([isEncoding('latin1'), isEncoding('utf-16le'), isEncoding('klingon')]).toEqual([true, true, false]);
});

test('a picture is not text', async () => {
  const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  await expect(readArtifactText(bytes, 'doc')).rejects.toMatchObject({ code: 'NOT_TEXT' });
});

test('the pages of a PDF are its text, with what it says of itself', async () => {
  const info = '/Title (Tea time) /Author (Ada) /CreationDate (D:20240514080211Z)';
  const bytes = plainPdf(['Green tea is steeped', '', 'for three minutes.'], { info });
  const before = Uint8Array.from(bytes);
  expect(await readArtifactText(bytes, 'doc')).toEqual({
    content: 'Green tea is steeped\n\nfor three minutes.\n',
    title: 'Tea time',
    ts: '2024-05-14T08:02:11.000Z',
    attributes: { author: 'Ada', page_count: 3 },
  });
  expect(Uint8Array.from(bytes)).toEqual(before);
});

const LOCKED = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> /P -4 >> /ID [<00> <00>]`;

test.each([
  ['has no text', plainPdf(['', '']), /pictures/],
  ['needs a password', plainPdf(['Secret.'], { trailer: LOCKED }), /password/],
  ['is damaged', Buffer.from('%PDF-1.4\nnothing more'), /damaged/],
])('a PDF that %s says so', async (_, bytes, message) => {
  const refused = { code: 'PDF_UNREADABLE', message: expect.stringMatching(message) };
  await expect(readArtifactText(bytes, 'doc')).rejects.toMatchObject(refused);
});

test('the text of a PDF is part of the mail that it is attached to', async () => {
  const pdf = Buffer.from(plainPdf(['Three minutes.'])).toString('base64');
  const part = `--b\nContent-Type: application/pdf; name=tea.pdf\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n${pdf}\n`;
  const mail = `From: a@example.org\nSubject: Tea\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee there.\n${part}--b--\n`;
  const { content, attributes } = await readArtifactText(mail, 'email');
  expect(content).toBe('See there.\n\n---- Attachment ----\ntea.pdf\n\nThree minutes.\n');
  expect(attributes).toMatchObject({ attachments: ['tea.pdf'] });
  expect(attributes).not.toHaveProperty('unread_attachments');
});
