import { expect, test } from 'vitest';
import { openArchive, readArtifactText } from '../../../src/text/index.js';
import { archiveOf, openDocument, presentation, relations, shape, workbook } from './made-documents.js';

const FACTS = { title: 'Tea stock', ts: '2025-03-04T05:06:07.000Z' };

test('a workbook is its sheets with their tables, numbers as they are shown', async () => {
  const stock = `
    <row r="1"><c r="A1" t="inlineStr"><is><t>Stock in June</t></is></c></row>
    <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="str"><v>Seen</v></c></row>
    <row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4"><v>0.30000000000000004</v></c><c r="D4" s="1"><v>45810</v></c></row>
    <row r="5"><c r="A5" t="inlineStr"><is><t>a|b
c</t></is></c><c r="B5" s="3"><v>0.256</v></c><c r="D5" s="2"><v>45810.5</v></c></row>
    <row r="1048576"><c t="b"><v>1</v></c></row>`;
  const bytes = workbook(
    { Stock: stock, Empty: '' },
    {
      'xl/sharedStrings.xml':
        '<sst><si><t>Tea</t></si><si><r><t>Boxes </t></r><r><t>left</t></r><rPh><t>no</t></rPh></si><si><t>Fish &amp; chips</t></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red]d/m/yyyy &quot;at&quot; hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>',
      'xl/worksheets/_rels/sheet1.xml.rels': relations({ c: ['comments', '../comments1.xml'] }),
      'xl/comments1.xml':
        '<comments><commentList><comment ref="B4"><text><r><t>counted twice</t></r></text></comment></commentList></comments>',
    },
  );
  expect(await readArtifactText(bytes, 'doc')).toEqual({
    ...FACTS,
    content: `## Stock

Stock in June

| Tea | Boxes left | Seen |
| --- | --- | --- |
| Fish & chips | 0.3 | 2025-06-02 |
| a\\|b c | 25.6 % | 2025-06-02 12:00 |

TRUE

- Comment on B4: counted twice

## Empty
`,
    attributes: { author: 'Ann Lee', sheet_count: 2 },
  });
});

test('a presentation is its slides in their order, with lists, tables and notes', async () => {
  const cell = (text: string): string => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const tea = `<p:graphicFrame><a:tbl><a:tr>${cell('Tea')}${cell('Boxes')}</a:tr><a:tr>${cell('Assam')}${cell('3')}</a:tr></a:tbl></p:graphicFrame>`;
  const bytes = presentation([
    {
      shapes:
        shape('title', 'Plan') +
        shape('body', 'Buy', '1twice', 'Brew') +
        shape('sldNum', '7') +
        shape(undefined, '# 1 note'),
      notes: shape('sldImg', '') + shape('body', 'Say hello.', 'Then wait.') + shape('ftr', 'Secret'),
    },
    { shapes: `<p:grpSp>${tea}</p:grpSp>` },
  ]);
  expect(await readArtifactText(bytes, 'talk')).toEqual({
    ...FACTS,
    content: `## Slide 1: Plan

- Buy
  - twice
- Brew

\\# 1 note

### Notes

- Say hello.
- Then wait.

## Slide 2

| Tea | Boxes |
| --- | --- |
| Assam | 3 |
`,
    attributes: { author: 'Ann Lee', slide_count: 2 },
  });
});

test('a text of LibreOffice has headings, lists, tables and notes', async () => {
  const body = `<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
<text:h text:outline-level="2">Tea<text:s/>time</text:h>
<text:p>One<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note> and
   <text:span>two</text:span>.<office:annotation><text:p>secret</text:p></office:annotation></text:p>
<text:list><text:list-item><text:p>Buy</text:p><text:list><text:list-item><text:p>twice</text:p></text:list-item></text:list></text:list-item></text:list>
<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Tea</text:p></table:table-cell><table:table-cell><text:p>Boxes</text:p></table:table-cell></table:table-row></table:table-header-rows>
<table:table-row><table:table-cell><text:p>Assam</text:p></table:table-cell><table:table-cell><text:p>3</text:p></table:table-cell></table:table-row></table:table>
<text:p><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p></office:text>`;
  expect(await readArtifactText(openDocument(body), 'doc')).toEqual({
    title: 'Tea stock',
    ts: expect.stringMatching(/^2025-03-04T/),
    content: `## Tea time

One (A note.) and two.

- Buy
  - twice

| Tea | Boxes |
| --- | --- |
| Assam | 3 |

In a box
`,
    attributes: { author: 'Ann Lee' },
  });
});

test('a workbook and a presentation of LibreOffice are sheets and slides', async () => {
  const cell = (text: string, attributes = ''): string =>
    `<table:table-cell ${attributes}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`;
  const sheet = `<office:spreadsheet><table:table table:name="June"><table:table-row>${cell('Tea')}${cell('Boxes')}${cell('', 'table:number-columns-repeated="16382"')}</table:table-row>
<table:table-row table:number-rows-repeated="2">${cell('7', 'table:number-columns-repeated="2"')}</table:table-row>
<table:table-row table:number-rows-repeated="1048573">${cell('', 'table:number-columns-repeated="16384"')}</table:table-row></table:table></office:spreadsheet>`;
  expect((await readArtifactText(openDocument(sheet), 'doc')).content).toBe(
    '## June\n\n| Tea | Boxes |\n| --- | --- |\n| 7 | 7 |\n| 7 | 7 |\n',
  );
  const slides = `<office:presentation><draw:page draw:name="page1"><draw:frame presentation:class="title"><draw:text-box><text:p>Plan</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>Buy</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>Say hello.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation>`;
  expect((await readArtifactText(openDocument(slides), 'doc')).content).toBe(
    '## Plan\n\nBuy\n\n### Notes\n\nSay hello.\n',
  );
});

const PASSWORD = /needs a password/;

test.each([
  [
    'a workbook of 100,000 sheets',
    'ARCHIVE_TOO_LARGE',
    /1000 sheets/,
    () =>
      workbook(
        {},
        { 'xl/workbook.xml': `<workbook><sheets>${'<sheet name="s"/>'.repeat(100_000)}</sheets></workbook>` },
      ),
  ],
  [
    '20,001 files',
    'ARCHIVE_TOO_LARGE',
    /20000 files/,
    () => archiveOf(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`xl/${at}.xml`, '']))),
  ],
  ['elements in 401 others', 'ARCHIVE_TOO_LARGE', /in more than 400/, () => openDocument('<a>'.repeat(450))],
  [
    'a cell that is repeated',
    'ARCHIVE_TOO_LARGE',
    /cells/,
    () =>
      openDocument(
        `<office:spreadsheet><table:table>${'<table:table-row table:number-rows-repeated="99999"><table:table-cell table:number-columns-repeated="99999"><text:p>x</text:p></table:table-cell></table:table-row>'.repeat(9)}</table:table></office:spreadsheet>`,
      ),
  ],
  [
    'entities of its own',
    'DOCUMENT_UNREADABLE',
    /entities/,
    () =>
      workbook(
        {},
        { 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/hosts">]><workbook>&y;</workbook>' },
      ),
  ],
  [
    'encryption',
    'DOCUMENT_UNREADABLE',
    PASSWORD,
    () => openDocument('', { 'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>' }),
  ],
  ['a missing part', 'DOCUMENT_UNREADABLE', /not XML/, () => workbook({}, { 'xl/workbook.xml': 'none' })],
  ['an archive that ends early', 'DOCUMENT_UNREADABLE', /damaged/, () => workbook({ Stock: '' }).subarray(0, 300)],
  ['an encrypted workbook', 'DOCUMENT_UNREADABLE', PASSWORD, () => compoundFile('EncryptedPackage')],
  ['an email of Outlook', 'DOCUMENT_UNREADABLE', /Outlook/, () => compoundFile('__substg1.0_0037001F')],
  ['a document of 1997', 'DOCUMENT_UNREADABLE', /before 2007/, () => compoundFile('WordDocument')],
  ['rich text', 'DOCUMENT_UNREADABLE', /RTF/, () => Buffer.from('{\\rtf1\\ansi Hello}')],
] as const)('%s: %s', async (_, code, message, make) => {
  await expect(readArtifactText(make(), 'doc')).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});

test('an archive has a budget of files, which an export has another of', async () => {
  const bytes = archiveOf({ a: '1', b: '2', c: '3' });
  await expect(openArchive(bytes, 2)).rejects.toMatchObject({ code: 'ARCHIVE_TOO_LARGE' });
  expect((await openArchive(bytes, 3)).entries.length).toBe(3);
});

test('an archive is not unpacked beyond its budget, whatever size it claims', async () => {
  const small = workbook({ Stock: `<row><c><v>${'1'.repeat(100_000)}</v></c></row>` });
  await expect(readArtifactText(claiming(small, 300 * 1024 * 1024), 'doc')).rejects.toMatchObject({
    code: 'ARCHIVE_TOO_LARGE',
  });
  const lying = claiming(small, 10_000);
  await expect(readArtifactText(lying, 'doc')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

/** An archive whose files of more than 10,000 bytes claim to have another number of them. */
function claiming(archive: Uint8Array, byteCount: number): Uint8Array {
  const bytes = Buffer.from(archive);
  for (
    let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    at !== -1;
    at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')
  ) {
    if (bytes.readUInt32LE(at + 24) > 10_000) bytes.writeUInt32LE(byteCount, at + 24);
  }
  return bytes;
}

test('a compound file of another kind is not a document', async () => {
  await expect(readArtifactText(compoundFile('Catalog'), 'doc')).rejects.toMatchObject({ code: 'NOT_TEXT' });
});

/** The beginning of a file of an old office program, with the name of a stream in it. */
function compoundFile(name: string): Uint8Array {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(name, 'utf16le')]);
}
