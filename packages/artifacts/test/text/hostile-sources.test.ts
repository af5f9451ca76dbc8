import { TopicmillError } from '@topicmill/base/diagnostics';
import { describe, expect, test } from 'vitest';
import { artifactTypeOf, readArtifactText, splitMailbox } from '../../src/text/index.js';
import { archiveOf, openDocument, presentation, relations, shape, workbook } from './documents/made-documents.js';

const times = (piece: string, count: number): string => piece.repeat(count);
const numbered = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

const HEAD = 'From: Ann <a@b.c>\nTo: d@e.f\nSubject: Lamps\nDate: Tue, 7 May 2024 16:30:11 +0200\nMIME-Version: 1.0\n';
const BODY = 'The lamp burns.';
const TEXT_PART = `Content-Type: text/plain\n\n${BODY}\n`;

/** A mail, and what is read of it: its text, or a part of that, or the code with which it is refused. */
type HostileMail = [name: string, mail: string, expected?: string | { readonly code: string }];

const parts = (boundary: string, ...bodies: readonly string[]): string =>
  `Content-Type: multipart/mixed; boundary="${boundary}"\n\n${bodies.map((body) => `--${boundary}\n${body}`).join('')}--${boundary}--\n`;

const MAILS: readonly HostileMail[] = [
  ['a header of a megabyte', `${HEAD}X-A: ${times('a', 1_000_000)}\n\n${BODY}\n`],
  ['a header over 20,000 lines', `${HEAD}X-A:${times(' a\n', 20_000)}\n${BODY}\n`],
  ['a header without a name over 200,000 lines', `${HEAD}a${times('\n a', 200_000)}\n\n${BODY}\n`],
  ['20,000 headers', `${HEAD}${numbered(20_000, (at) => `X-${at}: a\n`)}\n${BODY}\n`],
  ['3 MB of headers', `${HEAD}X-A: ${times('a', 3_000_000)}\n\n${BODY}\n`, { code: 'MAIL_UNREADABLE' }],
  ['20,000 recipients', `Cc: ${times('a@b.c, ', 20_000)}d@e.f\n${HEAD}\n${BODY}\n`],
  ['groups in groups', `Cc: ${times('a: ', 10_000)}b@c.d${times(';', 10_000)}\n${HEAD}\n${BODY}\n`],
  ['comments in comments', `Cc: ${times('(', 10_000)}a${times(')', 10_000)} <b@c.d>\n${HEAD}\n${BODY}\n`],
  ['quotes without an end', `Cc: "${times('a\\" ', 10_000)}\n${HEAD}\n${BODY}\n`],
  ['words in code, a thousand in a row', `X-A: ${times('=?utf-8?b?YQ==?= ', 1000)}\n${HEAD}\n${BODY}\n`],
  ['words in code without an end', `X-A: ${times('=?utf-8?q?', 10_000)}\n${HEAD}\n${BODY}\n`],
  ['a subject in a charset that nobody knows', `${HEAD.replace('Lamps', '=?x-none?q?Lamps?=')}\n${BODY}\n`],
  ['20,000 mails that it answers', `References: ${times('<a@b.c>\n ', 20_000)}\n${HEAD}\n${BODY}\n`],
  [
    'two hundred parts in each other',
    `${HEAD}${numbered(200, (at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`)}${TEXT_PART}`,
  ],
  [
    'two thousand parts in a row',
    `${HEAD}${parts('b', ...Array.from({ length: 2000 }, () => TEXT_PART))}`,
    { code: 'MAIL_UNREADABLE' },
  ],
  ['a boundary inside of another', `${HEAD}${parts('b', parts('bb', TEXT_PART))}`],
  ['the same boundary at two depths', `${HEAD}${parts('b', parts('b', TEXT_PART))}`],
  ['a boundary of 10,000 letters', `${HEAD}${parts(times('b', 10_000), TEXT_PART)}`],
  ['a boundary of nothing', `${HEAD}Content-Type: multipart/mixed; boundary=""\n\n--\n${TEXT_PART}----\n`],
  ['a boundary of signs of patterns', `${HEAD}${parts('.*(a+)+[', TEXT_PART)}`],
  ['no boundary', `${HEAD}Content-Type: multipart/mixed\n\n${BODY}\n`],
  ['a boundary that never comes', `${HEAD}Content-Type: multipart/mixed; boundary="b"\n\n${BODY}\n`],
  ['a part that never ends', `${HEAD}Content-Type: multipart/mixed; boundary="b"\n\n--b\n${TEXT_PART}`],
  ['lines that look like the boundary', `${HEAD}${parts('b', `${TEXT_PART}--bb\n-- b\n--b-\n`)}`],
  ['mails in mails', `${HEAD}${numbered(20, () => `Content-Type: message/rfc822\n\n${HEAD}`)}\n${BODY}\n`, 'Lamps'],
  [
    'an attachment that is a mailbox',
    `${HEAD}${parts('b', TEXT_PART, `Content-Disposition: attachment; filename="a.mbox"\n\n${times(`From a@b.c Tue May  7 16:30:11 2024\n${HEAD}\nText.\n\n`, 100)}`)}`,
  ],
  [
    'an attachment with a path as its name',
    `${HEAD}${parts('b', TEXT_PART, 'Content-Disposition: attachment; filename="../../etc/passwd"\n\nRoot.\n')}`,
    'Root.',
  ],
  [
    'an attachment whose name goes over lines',
    `${HEAD}${parts('b', TEXT_PART, `Content-Disposition: attachment;${numbered(1000, (at) => `\n filename*${at}=a`)}\n\nRoot.\n`)}`,
    'Root.',
  ],
  [
    'what is not Base64',
    `${HEAD}${parts('b', TEXT_PART, `Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${times('!?', 50_000)}\n`)}`,
  ],
  [
    'soft line breaks without an end',
    `${HEAD}Content-Transfer-Encoding: quoted-printable\n\n${BODY}${times('=', 100_000)}\n`,
  ],
  ['what is not an escape', `${HEAD}Content-Transfer-Encoding: quoted-printable\n\n${BODY}${times('=ZZ', 50_000)}\n`],
  ['a transfer that nobody knows', `${HEAD}Content-Transfer-Encoding: x-none\n\n${BODY}\n`],
  ['a charset that is a path', `${HEAD}Content-Type: text/plain; charset="../../etc/passwd"\n\n${BODY}\n`],
  ['a type without an end', `${HEAD}Content-Type: text/plain; ${times('a="', 20_000)}\n\n${BODY}\n`],
  ['HTML with elements in each other', `${HEAD}Content-Type: text/html\n\n${times('<div>', 5000)}${BODY}`],
  [
    'HTML with addresses that look like elements',
    `${HEAD}Content-Type: text/html\n\n${times('<a@b.c>\n', 5000)}${BODY}`,
  ],
  ['HTML with quotes in each other', `${HEAD}Content-Type: text/html\n\n${times('<blockquote>', 1000)}${BODY}`],
  ['HTML with tables in cells', `${HEAD}Content-Type: text/html\n\n${times('<table><tr><td>', 1000)}${BODY}`],
  ['HTML that is a comment', `${HEAD}Content-Type: text/html\n\n<p>${BODY}</p><!-- ${times('a', 100_000)}`],
  ['one line of a megabyte', `${HEAD}\n${BODY}${times('a', 1_000_000)}\n`],
  ['NUL characters', `${HEAD}\n${BODY}${times('\0', 1000)}\n`],
  ['line ends of three systems', `${HEAD.replaceAll('\n', '\r\n')}\r\n${BODY}\r\ra\n\r\n`],
  [
    'flowed text in quotes',
    `${HEAD}Content-Type: text/plain; format=flowed; delsp=yes\n\n${BODY}\n${times('> ', 10_000)}a \n`,
  ],
];

describe('mails', () => {
  test.each(MAILS)('%s', async (_, mail, expected = BODY) => {
    const read = readArtifactText(Buffer.from(mail), 'email');
    if (typeof expected === 'object') return expect(read).rejects.toMatchObject(expected);
    const { content, title } = await read;
    expect(content).toContain(expected);
    expect(title).toBe('Lamps');
  });
});

/** Lines of a mail that look like the beginning of another one, or like its end; the mailbox has two mails. */
const LINES = [
  'From the first day on, at 16:30.',
  'From a@b.c',
  'From a@b.c Tue May  7 16:30:11 2024',
  'From a@b.c Tue May  7 16:30:11 2024\n',
  'From a@b.c Tue May  7 16:30:11 2024\nand so on.',
  'From: a\nTo: b',
  '>From a@b.c Tue May  7 16:30:11 2024\nFrom: a\nDate: b',
  '>>From a',
  ' From a@b.c Tue May  7 16:30:11 2024\nFrom: a\nDate: b',
  'from a@b.c Tue May  7 16:30:11 2024\nFrom: a\nDate: b',
  'FROM a@b.c Tue May  7 16:30:11 2024\nFrom: a\nDate: b',
  `From ${times('a', 5000)} Tue May  7 16:30:11 2024\nFrom: a\nDate: b`,
  `From ${times('a ', 100)}Tue May  7 16:30:11 2024\nwords: a\n`,
  'From a@b.c Xyz Foo 99 99:99:99 9999',
  'From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: a\nDate: b',
  '\x01\x01\x01\x01',
  '.',
  '..',
  '--',
  'Content-Length: 0',
  'Status: RO\n',
  times('From ', 1000),
  times('From\n', 1000),
];

test.each(LINES)('a mailbox of two mails, one of which says %j', async (line) => {
  const mail = (name: string, text: string): string =>
    `From a@b.c Tue May  7 16:30:11 2024\n${HEAD.replace('Lamps', name)}\n${text}\nThe end of ${name}.\n\n`;
  const found: string[] = [];
  for await (const each of splitMailbox([Buffer.from(mail('One', line) + mail('Two', 'Oil.'))])) {
    found.push((await readArtifactText(each, 'email')).content);
  }
  expect(found).toHaveLength(2);
  expect(found[0]).toContain('The end of One.');
  expect(found[1]).toBe('Oil.\nThe end of Two.\n');
  const last = line.trim().split('\n').at(-1)!;
  expect(found[0]!.replaceAll('\n>', '\n')).toContain(last.replace(/^>/, ''));
});

const SAID = { user: 'Ann', text: BODY, ts: '1748856600.000100' };
const json = (messages: readonly unknown[]): string => JSON.stringify(messages);

/** A chat as text or as data, and whether it is read as turns; it always has the sentence. */
const CHATS: readonly [name: string, text: string, isTurns?: boolean][] = [
  ['lists in lists', `[${times('[', 5000)}"${BODY}"${times(']', 5000)}]`],
  ['objects in objects', `${times('{"messages":', 5000)}"${BODY}"${times('}', 5000)}`],
  ['a list that is never closed', `[${JSON.stringify(SAID)},`],
  ['messages without a text', json([SAID, SAID, { user: 'Bo' }]), true],
  ['messages that are no objects', json([SAID, SAID, 1, 'a', null, []])],
  ['a speaker that is an object of an object', json([SAID, { ...SAID, user: { name: { name: 'Bo' } } }])],
  ['a speaker of 100,000 letters', json([SAID, { ...SAID, user: times('B', 100_000) }]), true],
  ['a speaker with a line end and a colon', json([SAID, { ...SAID, user: 'Bo\n[10:00] Ann: no' }]), true],
  ['a text that looks like a turn', json([SAID, { ...SAID, text: 'a\n[2025-06-02T09:30:00.000Z] Ann: no' }]), true],
  ['times beyond all times', json([SAID, { ...SAID, ts: '1e308' }]), true],
  ['times that are words', json([SAID, { ...SAID, ts: 'yesterday' }]), true],
  ['negative times', json([SAID, { ...SAID, ts: -62_167_219_200_001 }]), true],
  [
    'keys that every object has',
    `[${JSON.stringify(SAID)},{"__proto__":{"text":"a"},"constructor":1,${JSON.stringify(SAID).slice(1)}]`,
    true,
  ],
  [
    'a tree whose nodes are their own parents',
    JSON.stringify({
      current_node: 'a',
      mapping: {
        a: { parent: 'a', message: { author: { role: 'user' }, content: { parts: [BODY] } } },
        b: { parent: 'a', message: null },
      },
    }),
  ],
  [
    'a tree of 20,000 nodes in a row',
    JSON.stringify({
      current_node: 'n19999',
      mapping: Object.fromEntries(
        Array.from({ length: 20_000 }, (_, at) => [
          `n${at}`,
          { parent: `n${at - 1}`, message: { author: { role: 'user' }, content: { parts: [BODY] } } },
        ]),
      ),
    }),
    true,
  ],
  [
    'a tree whose current node is not there',
    JSON.stringify({
      current_node: 'z',
      mapping: {
        a: { parent: null, message: { author: { role: 'user' }, content: { parts: [BODY] } } },
        b: { parent: 'a', message: { author: { role: 'user' }, content: { parts: ['a'] } } },
      },
    }),
    true,
  ],
  [
    '20,000 messages of nothing and two of something',
    json([...Array.from({ length: 20_000 }, () => ({})), SAID, SAID]),
  ],
  ['lines of data, one of which is broken', `${JSON.stringify(SAID)}\n${JSON.stringify(SAID)}\n{"user":\n`],
  ['turns without an end of line', `[10:00] Ann: ${BODY} [10:01] Bo: ${times('a ', 50_000)}`],
  ['20,000 turns of nothing', `${times('[10:00] Ann:\n', 20_000)}[10:01] Bo: ${BODY}\n`],
  ['names of 100,000 letters', `[10:00] ${times('A', 100_000)}: a\n[10:01] Bo: ${BODY}\n`],
  ['colons', `[10:00] Ann: ${times(':', 100_000)}\n[10:01] Bo: ${BODY}\n`],
  ['brackets', `${times('[', 100_000)}\n[10:00] Ann: ${BODY}\n[10:01] Bo: a\n`],
  [
    'marks that turn the direction of writing',
    `\u200e[02.06.25, 09:14:02] \u202aAnn\u202c: ${BODY}\n\u200e[02.06.25, 09:15:02] Bo: a\n`,
  ],
  ['times that no clock shows', `[99:99] Ann: ${BODY}\n[25:61] Bo: a\n`],
  ['captions without an end', `WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>${BODY}\n\n00:02.000 -->`],
  ['captions with marks in each other', `WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>${times('<b>', 10_000)}${BODY}\n`],
  [
    'captions whose times run backwards',
    `1\n00:00:09,000 --> 00:00:01,000\nAnn: ${BODY}\n\n2\n00:00:01,000 --> 00:00:00,000\nBo: a\n`,
  ],
];

describe('chats', () => {
  test.each(CHATS)('%s', async (_, text, isTurns) => {
    const { content, attributes } = await readArtifactText(Buffer.from(text), 'chat');
    expect(content).toContain(BODY);
    if (isTurns) expect(attributes['speakers']).toBeDefined();
    expect(['chat', 'doc']).toContain(artifactTypeOf('a.json', Buffer.from(text)));
  });
});

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const word = (body: string, more: Readonly<Record<string, string>> = {}): Uint8Array =>
  archiveOf({ 'word/document.xml': `<w:document ${WORD}><w:body>${body}</w:body></w:document>`, ...more });
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const book = (spine: string, files: Readonly<Record<string, string>>): Uint8Array =>
  archiveOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
    'a.opf': `<package><manifest><item id="a" href="a.xhtml"/></manifest><spine>${spine}</spine></package>`,
    ...files,
  });
const row = (cells: string): string => `<row>${cells}</row>`;
const cell = (text: string, place = ''): string => `<c ${place} t="inlineStr"><is><t>${text}</t></is></c>`;

/** A document in an archive, and what is read of it: its text, or the code with which it is refused. */
const DOCUMENTS: readonly [name: string, make: () => Uint8Array, code?: string][] = [
  [
    'a part that is a bomb',
    () => word(paragraph(BODY), { 'word/a.xml': times('a', 300_000_000) }),
    'ARCHIVE_TOO_LARGE',
  ],
  [
    'a thousand parts that are a bomb together',
    () =>
      word(
        paragraph(BODY),
        Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`word/${at}.xml`, times('a', 1_000_000)])),
      ),
    'ARCHIVE_TOO_LARGE',
  ],
  ['pictures that are a bomb', () => word(paragraph(BODY), { 'word/media/a.png': times('a', 300_000_000) })],
  [
    'paths that leave the archive',
    () => word(paragraph(BODY), { '../../etc/a.xml': 'a', '/etc/b.xml': 'b', 'C:\\c.xml': 'c' }),
  ],
  [
    'paths that every object has',
    () => word(paragraph(BODY), { __proto__: 'a', constructor: 'b', 'toString.xml': 'c' }),
  ],
  [
    'an entity of its own',
    () =>
      archiveOf({
        'word/document.xml': `<!DOCTYPE a [<!ENTITY b "${BODY}">]><w:document ${WORD}><w:body>${paragraph('&b;')}</w:body></w:document>`,
      }),
    'DOCUMENT_UNREADABLE',
  ],
  [
    'entities of entities',
    () => archiveOf({ 'word/document.xml': `<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><w:document/>` }),
    'DOCUMENT_UNREADABLE',
  ],
  [
    'an entity of a file',
    () => archiveOf({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><w:document/>' }),
    'DOCUMENT_UNREADABLE',
  ],
  [
    'a type that is elsewhere',
    () =>
      archiveOf({
        'word/document.xml': `<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><w:document ${WORD}><w:body>${paragraph(BODY)}</w:body></w:document>`,
      }),
  ],
  ['comments that are never closed', () => word(times('<!-- a --a>', 100_000)), 'DOCUMENT_UNREADABLE'],
  ['elements in each other', () => word(times('<w:p>', 1000)), 'ARCHIVE_TOO_LARGE'],
  [
    'tables in cells',
    () => word(`${times('<w:tbl><w:tr><w:tc>', 100)}${paragraph(BODY)}${times('</w:tc></w:tr></w:tbl>', 100)}`),
  ],
  [
    'relations to itself',
    () => word(paragraph(BODY), { 'word/_rels/document.xml.rels': relations({ a: ['footnotes', 'document.xml'] }) }),
  ],
  [
    'relations out of the archive',
    () =>
      word(paragraph(BODY), { 'word/_rels/document.xml.rels': relations({ a: ['footnotes', '../../../etc/passwd'] }) }),
  ],
  [
    'links to programs',
    () =>
      word(paragraph(BODY), { 'word/_rels/document.xml.rels': relations({ a: ['hyperlink', 'javascript:alert(1)'] }) }),
  ],
  [
    'a list of a thousand levels',
    () =>
      word(
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="1000"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${BODY}</w:t></w:r></w:p>`,
      ),
  ],
  [
    '100,000 sheets',
    () =>
      workbook(
        {},
        { 'xl/workbook.xml': `<workbook><sheets>${times('<sheet name="s"/>', 100_000)}</sheets></workbook>` },
      ),
    'ARCHIVE_TOO_LARGE',
  ],
  [
    'a cell at the end of all rows',
    () => workbook({ S: `${row(cell(BODY))}<row r="1048576">${cell('a', 'r="XFD1048576"')}</row>` }),
  ],
  ['cells in no order', () => workbook({ S: row(cell('a', 'r="C1"') + cell(BODY, 'r="A1"')) })],
  [
    'a cell whose place is no place',
    () => workbook({ S: row(cell(BODY, 'r="A-1"') + cell('a', 'r="ZZZZZZZZZ9999999999"')) }),
  ],
  ['a shared text that is not there', () => workbook({ S: row(`<c t="s"><v>999999999</v></c>${cell(BODY)}`) })],
  [
    'a sheet that is not there',
    () =>
      workbook(
        { S: row(cell(BODY)) },
        {
          'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Lost" r:id="r9"/><sheet name="S" r:id="r0"/></sheets></workbook>`,
        },
      ),
  ],
  [
    'ten thousand joined cells',
    () =>
      workbook({
        S:
          row(cell(BODY)) +
          `</sheetData><mergeCells>${times('<mergeCell ref="A1:XFD1048576"/>', 10_000)}</mergeCells><sheetData>`,
      }),
  ],
  [
    'a slide that is there twice',
    () => presentation([{ shapes: shape('title', BODY) }, { shapes: shape(undefined, `9${BODY}`) }]),
  ],
  [
    'groups of shapes in each other',
    () => presentation([{ shapes: `${times('<p:grpSp>', 300)}${shape(undefined, BODY)}${times('</p:grpSp>', 300)}` }]),
  ],
  [
    'a book whose spine repeats a file',
    () => book(times('<itemref idref="a"/>', 2000), { 'a.xhtml': `<html><body><p>${BODY}</p></body></html>` }),
  ],
  [
    'a book whose spine is of nothing',
    () => book('<itemref idref="b"/><itemref idref="a"/>', { 'a.xhtml': `<html><body><p>${BODY}</p></body></html>` }),
  ],
  [
    'lists of LibreOffice in each other',
    () =>
      openDocument(
        `<office:text>${times('<text:list><text:list-item>', 150)}<text:p>${BODY}</text:p>${times('</text:list-item></text:list>', 150)}</office:text>`,
      ),
  ],
  [
    'spaces that are repeated',
    () => openDocument(`<office:text><text:p>${BODY}<text:s text:c="999999999"/></text:p></office:text>`),
  ],
  [
    'rows that are repeated without an end',
    () =>
      openDocument(
        `<office:spreadsheet><table:table><table:table-row><table:table-cell><text:p>${BODY}</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="99999999999999"><table:table-cell/></table:table-row></table:table></office:spreadsheet>`,
      ),
  ],
];

describe('documents in archives', () => {
  test.each(DOCUMENTS)('%s', { timeout: 60_000 }, async (_, make, code) => {
    const read = await readArtifactText(make(), 'doc').catch((thrown: unknown) => {
      if (thrown instanceof TopicmillError) return thrown;
      throw thrown;
    });
    if (read instanceof TopicmillError) expect(read.code).toBe(code);
    else expect([read.content.includes(BODY), code]).toEqual([true, undefined]);
  });
});
