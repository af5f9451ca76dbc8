import { expect, test } from 'vitest';
import { readArtifactText } from '../../../src/text/index.js';
import { archiveOf, CORE, relations } from './made-documents.js';

const PAGE = `<!DOCTYPE html><html><head><title>Tea - Site</title><script>track()</script><style>p{}</style></head>
<body><nav><a href="/">Home</a></nav><h1 id="tea">Tea time</h1><p>Some <b>strong</b> tea &amp; cake.</p>
<ul><li>Assam</li><li>Ceylon</li></ul><table><tr><th>Tea</th><th>Boxes</th></tr><tr><td>Assam</td><td>3</td></tr></table>
<pre><code class="language-js">brew();</code></pre><footer>Imprint</footer></body></html>`;
const PAGE_TEXT = `# Tea time

Some **strong** tea & cake.

- Assam
- Ceylon

| Tea | Boxes |
| - | - |
| Assam | 3 |

\`\`\`js
brew();
\`\`\`
`;

test.each(['tea.html', 'tea.HTM', 'tea', undefined])('HTML named %s is its text', async (fileName) => {
  const { content, title } = await readArtifactText(Buffer.from(PAGE), 'doc', { fileName });
  expect([title, content]).toEqual(['Tea time', PAGE_TEXT]);
});

test('HTML whose text a script makes is named', async () => {
  const page = '<!doctype html><html><body><div id="root"></div><script>draw()</script></body></html>';
  await expect(readArtifactText(page, 'doc')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

/** A paragraph of Word. */
function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

function wordDocument(body: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const types = (name: string, type: string): string =>
    `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`;
  return archiveOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types('document', 'document.main')}${types('styles', 'styles')}${types('footnotes', 'footnotes')}</Types>`,
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'docProps/core.xml': CORE,
    'word/_rels/document.xml.rels': relations({ r1: ['styles', 'styles.xml'], r2: ['footnotes', 'footnotes.xml'] }),
    'word/styles.xml': `<w:styles ${WORD}>${[1, 2].map((level) => `<w:style w:type="paragraph" w:styleId="berschrift${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')}</w:styles>`,
    'word/footnotes.xml': `<w:footnotes ${WORD}><w:footnote w:id="2">${paragraph('A note.')}</w:footnote></w:footnotes>`,
    'word/document.xml': `<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
    ...more,
  });
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

test('a document of Word has headings, tables and footnotes, and no deleted text', async () => {
  const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`;
  const body = [
    paragraph('Tea time', 'berschrift1'),
    `<w:p><w:r><w:t>One</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t xml:space="preserve"> and two.</w:t></w:r></w:p>`,
    paragraph('Stock', 'berschrift2'),
    `<w:tbl><w:tr>${cell('Tea')}${cell('Boxes')}</w:tr><w:tr>${cell('Assam')}${cell('3')}</w:tr></w:tbl>`,
  ].join('');
  const { content, ...facts } = await readArtifactText(wordDocument(body), 'doc', { fileName: 'tea.docx' });
  expect(facts).toEqual({ title: 'Tea stock', ts: '2025-03-04T05:06:07.000Z', attributes: { author: 'Ann Lee' } });
  expect(content).toBe(`# Tea time

One (1) and two.

## Stock

| Tea | Boxes |
| - | - |
| Assam | 3 |

1. A note.
`);
});

test.each([
  ['declares entities', '<!DOCTYPE x [<!ENTITY y "z">]><w:document/>'],
  ['has no body', '<w:document/>'],
  ['is not XML', '<w:document a=<b'],
  ['leaves an element open', '<w:document><w:body><w:p><w:r></w:p></w:body></w:document>'],
  ['leaves instructions open', `<w:document><w:body>${'<?a>'.repeat(200_000)}</w:body></w:document>`],
])('a document of Word that %s is rejected', async (_, xml) => {
  const document = wordDocument('', { 'word/document.xml': xml });
  await expect(readArtifactText(document, 'doc')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

const CHAPTER = (title: string, text: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><a id="x"/><h1>${title}</h1><p>${text}</p></body></html>`;

function book(more: Readonly<Record<string, string>> = {}): Uint8Array {
  return archiveOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns:dc="d"><metadata><dc:title>The ledger</dc:title><dc:creator>Ann Lee</dc:creator></metadata>
<manifest><item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="text/b%20c.xhtml"/><item id="a" href="text/a.xhtml"/></manifest>
<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    'OEBPS/nav.xhtml': CHAPTER('Contents', 'The lamp'),
    'OEBPS/text/a.xhtml': CHAPTER('The lamp', 'It burns.'),
    'OEBPS/text/b c.xhtml': CHAPTER('The sea', 'It roars.'),
    ...more,
  });
}

test('a book is its files in their order', async () => {
  expect(await readArtifactText(book(), 'doc')).toEqual({
    title: 'The ledger',
    content: '# The lamp\n\nIt burns.\n\n# The sea\n\nIt roars.\n',
    attributes: { author: 'Ann Lee' },
  });
});

test('a book that is protected against copying is named; one whose fonts are is read', async () => {
  const encryption = (path: string): string => `<encryption><CipherReference URI="${path}"/></encryption>`;
  const locked = book({ 'META-INF/encryption.xml': encryption('OEBPS/text/a.xhtml') });
  await expect(readArtifactText(locked, 'doc')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
  const fonts = book({ 'META-INF/encryption.xml': encryption('OEBPS/fonts/a.otf') });
  expect((await readArtifactText(fonts, 'doc')).content).toContain('It burns.');
});

test('a document is part of the email that it is attached to', async () => {
  const attached = Buffer.from(wordDocument(paragraph('Boxes of tea'))).toString('base64');
  const mail = `From: ann@example.org\nTo: bo@example.org\nSubject: Stock\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSee below.\n--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=stock.docx\nContent-Transfer-Encoding: base64\n\n${attached}\n--b\nContent-Type: text/csv\nContent-Disposition: attachment; filename=stock.csv\n\nTea,Boxes\nAssam,3\n--b--\n`;
  const { content, attributes } = await readArtifactText(Buffer.from(mail), 'email');
  expect(content).toContain('---- Attachment ----\nstock.docx\n\nBoxes of tea\n');
  expect(content).toContain('stock.csv\n\n| Tea | Boxes |\n| --- | --- |\n| Assam | 3 |\n');
  expect(attributes['unread_attachments']).toBeUndefined();
});
