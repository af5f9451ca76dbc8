import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readArtifactText } from '../../src/text/index.js';

const GERMAN =
  'Die Fähre fährt früh über den Fluß; größere Schiffe müssen später ablegen, weil die Schleuse gewartet wird.';
const FRENCH =
  'La marée monte déjà à la tombée de la nuit, et les pêcheurs préfèrent rentrer avant que le vent ne se lève.';
const RUSSIAN = 'Паром уходит рано утром, потому что шлюз закрыт на ремонт, и большие суда должны ждать до вечера.';
const GREEK = 'Το πλοίο φεύγει νωρίς το πρωί, επειδή η γέφυρα είναι κλειστή και τα μεγάλα πλοία πρέπει να περιμένουν.';
const JAPANESE = '朝の船は早く出ます。水門の修理のため、大きな船は夕方まで待たなければなりません。ご注意ください。';
const KOREAN = '배는 아침 일찍 떠납니다. 수문을 고치기 때문에 큰 배는 저녁까지 기다려야 합니다. 양해 바랍니다.';
const CHINESE = '船很早就要开了，因为水闸正在修理，大船必须等到晚上才能通过，请大家注意安全，谢谢合作。';
const HEBREW = 'הספינה יוצאת מוקדם בבוקר כי השער סגור לתיקון, והאוניות הגדולות חייבות לחכות עד הערב.';

interface MailOptions {
  readonly type?: string;
  readonly subject?: Buffer;
  readonly html?: string;
}

function mail(
  text: string,
  charset: string,
  { type = 'text/plain', subject = Buffer.from('Ferry') }: MailOptions = {},
) {
  return Buffer.concat([
    Buffer.from('From: cara@example.com\r\nTo: bo@example.com\r\nSubject: '),
    subject,
    Buffer.from(`\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`),
    iconv.encode(text, charset),
  ]);
}

async function read(bytes: Uint8Array, encoding?: string) {
  const { content, title, attributes, warnings = [] } = await readArtifactText(bytes, 'email', { encoding });
  return { text: content.trim(), title, encoding: attributes['encoding'], warnings };
}

describe('text without a charset, or with one that its bytes refute', () => {
  test.each([
    [GERMAN, 'windows-1252'],
    [FRENCH, 'windows-1252'],
    [RUSSIAN, 'windows-1251'],
    [RUSSIAN, 'koi8-r'],
    [GREEK, 'iso-8859-7'],
    [JAPANESE, 'shift_jis'],
    [JAPANESE, 'euc-jp'],
    [KOREAN, 'euc-kr'],
    [CHINESE, 'gb18030'],
    [CHINESE, 'utf-8'],
    [HEBREW, 'windows-1255'],
    [GERMAN, 'utf-8'],
    [GERMAN, 'utf-16le'],
    ['\ufeffПричал закрыт', 'utf-16le'],
    ['\ufeffПричал закрыт', 'utf-16be'],
  ])('is read as it was written: %s in %s', async (text, charset) => {
    for (const type of [
      'text/plain',
      'text/plain; charset=x-unknown-7',
      'text/plain; charset=us-ascii',
      'text/plain; charset=utf-8',
      'text/plain; charset=ansi',
    ]) {
      expect(await read(mail(text, charset, { type }))).toMatchObject({
        text: text.replace('\ufeff', ''),
        warnings: [],
      });
    }
  });

  test.each([
    ['utf-8 that is declared as Latin', GERMAN, 'utf-8', 'text/plain; charset=iso-8859-1'],
    ['utf-8 that is declared as windows-1252', FRENCH, 'utf-8', 'text/plain; charset="Windows-1252"'],
  ])('is read as %s', async (_, text, charset, type) => {
    expect((await read(mail(text, charset, { type }))).text).toBe(text);
  });

  test('is read by what its HTML says', async () => {
    const html = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head><p>Причал</p></html>`;
    expect((await read(mail(html, 'windows-1251', { type: 'text/html' }))).text).toBe('Причал');
    const short = '<html><head><meta charset=iso-8859-2></head><p>Přístav</p></html>';
    expect((await read(mail(short, 'iso-8859-2', { type: 'text/html' }))).text).toBe('Přístav');
  });
});

const POLISH = 'Łódź odpływa wcześnie rano, ponieważ śluza jest zamknięta, a większe statki muszą czekać do wieczora.';
const CZECH = 'Loď odplouvá brzy ráno, protože plavební komora je zavřená a větší lodě musí čekat až do večera.';
const SLOVAK = 'Loď odpláva skoro ráno, pretože komora je zatvorená kvôli oprave a väčšie lode musia čakať.';
const HUNGARIAN =
  'A hajó kora reggel indul, mert a zsilipet javítják, és hétfőn a nagyobb hajóknak estig várniuk kell.';
const CROATIAN =
  'Brod kreće rano jer je ustava zatvorena zbog popravka, a veći brodovi moraju čekati, više ćemo javiti.';
const SLOVENE = 'Naslednji sestanek bo v četrtek, prosim za potrditev naročila, še enkrat hvala.';
const ROMANIAN = 'Vaporul pleacă dimineaţa, deoarece ecluza este închisă pentru reparaţii, iar navele mari aşteaptă.';
const TURKISH = 'Gemi sabah erken kalkıyor çünkü havuz onarım nedeniyle kapalı, büyük gemiler akşama kadar bekler.';
const LITHUANIAN = 'Laivas išplaukia anksti ryte, nes šliuzas uždarytas dėl remonto, o didesni laivai turi laukti.';
const LATVIAN = 'Kuģis izbrauc agri no rīta, jo slūžas ir slēgtas remonta dēļ, un lielākiem kuģiem jāgaida.';

describe('letters of Central Europe, the Baltic and Turkey', () => {
  const texts: readonly [string, string][] = [
    ...[POLISH, CZECH, SLOVAK, HUNGARIAN, CROATIAN, SLOVENE, ROMANIAN].flatMap((text): [string, string][] => [
      [text, 'windows-1250'],
      [text, 'iso-8859-2'],
    ]),
    [POLISH, 'cp852'],
    [CZECH, 'cp852'],
    [HUNGARIAN, 'cp852'],
    [TURKISH, 'windows-1254'],
    [LITHUANIAN, 'windows-1257'],
    [LATVIAN, 'windows-1257'],
  ];

  test.each(texts)('are read without a charset, and with one of the West: %s in %s', async (text, charset) => {
    for (const type of ['text/plain', 'text/plain; charset=us-ascii', 'text/plain; charset=iso-8859-1']) {
      const found = await read(mail(text, charset, { type }));
      // Portuguese has all letters of this text as the West reads it, so that the header may be right.
      if (text === HUNGARIAN && found.text !== text) expect(found.warnings).toHaveLength(1);
      else expect(found).toMatchObject({ text, warnings: [] });
    }
  });

  test('are read in a text that is too short, by the rest of its mail', async () => {
    const subject = iconv.encode('Dziękuję', 'windows-1250');
    expect((await read(mail(POLISH, 'windows-1250', { subject }))).title).toBe('Dziękuję');
  });

  test.each([
    ['Dziękuję', 'windows-1250'],
    ['Időpont', 'iso-8859-2'],
    ['Спасибо', 'koi8-r'],
  ])('are a guess that is told where nothing shows the encoding: %s in %s', async (text, charset) => {
    const warnings = [expect.stringContaining('encoding is a guess')];
    expect(await read(mail(text, charset))).toMatchObject({ warnings });
    expect(await readArtifactText(iconv.encode(text, charset), 'doc')).toMatchObject({ warnings });
    const attached = `From: a@example.com\nTo: b@example.com\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nSee.\n--x\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\n`;
    const bytes = Buffer.concat([Buffer.from(attached), iconv.encode(text, charset), Buffer.from('\n--x--\n')]);
    expect(await read(bytes)).toMatchObject({ warnings });
    expect(await read(mail(text, charset), charset)).toMatchObject({ text, warnings: [] });
  });

  test('a text of the West stays what its header says', async () => {
    for (const text of [GERMAN, FRENCH, 'Où êtes-vous ?', 'El señor Muñoz, ¿qué tal?', 'Færgen sejler tidligt']) {
      const type = 'text/plain; charset=iso-8859-1';
      expect(await read(mail(text, 'windows-1252', { type }))).toMatchObject({ text, warnings: [] });
    }
  });
});

test.each([
  [RUSSIAN, 'koi8-r', 'koi8-r'],
  [CHINESE, 'big5', 'big5'],
  [GERMAN, 'cp850', 'cp850'],
  [KOREAN, 'cp949', 'ks_c_5601-1987'],
  [KOREAN, 'euc-kr', 'ks_c_5601'],
  [GERMAN, 'utf-7', 'utf-7'],
  [HEBREW, 'iso-8859-8', 'iso-8859-8-i'],
  [GREEK, 'windows-1253', 'windows-1253'],
  [JAPANESE, 'shift_jis', 'shift_jis'],
  [GERMAN, 'utf-16le', 'utf-16le'],
])('text is read in the charset that its header names: %s in %s', async (text, charset, declared) => {
  const source = charset === 'big5' ? '船很早' : text;
  expect((await read(mail(source, charset, { type: `text/plain; charset=${declared}` }))).text).toBe(source);
});

test('the encoding that is given counts for text that is not UTF-8, and for headers', async () => {
  const subject = iconv.encode('Причал', 'windows-1251');
  const bytes = mail('Причал закрыт', 'windows-1251', { subject });
  expect(await read(bytes, 'windows-1251')).toMatchObject({ text: 'Причал закрыт', title: 'Причал' });
  const declared = mail('Причал', 'windows-1251', { type: 'text/plain; charset=iso-8859-1' });
  expect((await read(declared, 'windows-1251')).text).toBe('Причал');
  expect((await read(mail(GERMAN, 'utf-8'), 'windows-1251')).text).toBe(GERMAN);
});

test('headers beyond ASCII are read in the charset of the text, or in the one that fits', async () => {
  const subject = iconv.encode('Паром уходит рано', 'windows-1251');
  const declared = mail(RUSSIAN, 'windows-1251', { subject, type: 'text/plain; charset=windows-1251' });
  expect(await read(declared)).toMatchObject({ text: RUSSIAN, title: 'Паром уходит рано' });
  expect((await read(mail(RUSSIAN, 'windows-1251', { subject }))).title).toBe('Паром уходит рано');
  expect((await read(mail('x', 'utf-8', { subject: Buffer.from('Fähre') }))).title).toBe('Fähre');
});

test('characters that cannot be read are told', async () => {
  const broken = Buffer.concat([
    mail('', 'utf-8', { type: 'text/plain; charset=big5' }),
    Buffer.from([0xa4, 0xa4, 0xff, 0x20]),
  ]);
  expect((await read(broken)).warnings).toHaveLength(1);
});

test('an HTML body and a plain footer are both text', async () => {
  const source = `From: a@example.com\nTo: b@example.com\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\n\n<p>The body</p>\n--x\nContent-Type: text/plain\n\nThe footer of the list\n--x--\n`;
  expect((await read(Buffer.from(source))).text).toBe('The body\n\nThe footer of the list');
});

test('a mail with more parts than any program makes fails alone, with a code', async () => {
  const depth = 1200;
  const parts = Array.from(
    { length: depth },
    (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n\n`,
  );
  const source = `From: a@example.com\nTo: b@example.com\nContent-Type: multipart/mixed; boundary=b0\n\n${parts.join('')}--b${depth}\n\nhello\n`;
  await expect(readArtifactText(source, 'email')).rejects.toMatchObject({ code: 'MAIL_UNREADABLE' });
});
