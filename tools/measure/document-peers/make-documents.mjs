import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Document,
  Footer,
  FootnoteReferenceRun,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { EPub } from 'epub-gen-memory';
import ExcelJS from 'exceljs';
import JSZip from 'jszip';
import nodemailer from 'nodemailer';
import PDFDocument from 'pdfkit';
import Presentation from 'pptxgenjs';
import { escaped, outlineOf, outlineTruth, rowsOf, Writer } from './known-texts.mjs';
import { chat, slackZip, srt, VOICES, vtt, whatsAppZip } from './make-talks.mjs';

async function docx(seed) {
  const parts = outlineOf(seed);
  const cell = (text) => new TableCell({ children: [new Paragraph(text)] });
  const row = (cells) => new TableRow({ children: cells.map(cell) });
  const children = parts.flatMap(({ heading, level, paragraphs: [first, second], items, table }, at) => [
    new Paragraph({ text: heading, heading: level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2 }),
    new Paragraph({ children: [new TextRun({ text: first, bold: true }), new FootnoteReferenceRun(at + 1)] }),
    new Paragraph(second),
    ...items.map((text) => new Paragraph({ text, bullet: { level: 0 } })),
    ...(table === undefined ? [] : [new Table({ rows: [table.header, ...table.rows].map(row) })]),
  ]);
  const footnotes = Object.fromEntries(parts.map(({ note }, at) => [at + 1, { children: [new Paragraph(note)] }]));
  const footers = { default: new Footer({ children: [new Paragraph('Confidential draft')] }) };
  const bytes = await Packer.toBuffer(new Document({ footnotes, sections: [{ footers, children }] }));
  const truth = outlineTruth(parts, true);
  return { bytes, truth: { ...truth, may: ['Confidential draft', '1 2 3 4 5'] } };
}

async function xlsx(seed) {
  const book = new ExcelJS.Workbook();
  const sheets = ['Stock', 'Größen', 'Third sheet'].map((name, at) => ({
    name,
    ...new Writer(seed * 10 + at).table(),
  }));
  for (const { name, header, rows } of sheets) {
    const sheet = book.addWorksheet(name);
    sheet.addRow(header);
    for (const [first, price, remark] of rows) sheet.addRow([first, Number(price), remark]);
  }
  return { bytes: Buffer.from(await book.xlsx.writeBuffer()), truth: sheetsTruth(sheets) };
}

function sheetsTruth(sheets) {
  const among = sheets.map(({ name }) => name);
  return {
    text: sheets.flatMap(({ name, header, rows }) => [name, ...header, ...rows.flat()]),
    may: [],
    planted: sheets.flatMap(({ name, header, rows }) => [
      ...rowsOf({ header, rows }),
      { owner: name, among, text: rows[0][0] },
    ]),
  };
}

async function pptx(seed) {
  const parts = outlineOf(seed);
  const deck = new Presentation();
  deck.defineSlideMaster({
    title: 'TALK',
    objects: [
      { placeholder: { options: { name: 'title', type: 'title', x: 1, y: 0.2, w: 8, h: 1 }, text: '' } },
      { placeholder: { options: { name: 'body', type: 'body', x: 1, y: 1.4, w: 8, h: 2 }, text: '' } },
    ],
  });
  for (const { heading, paragraphs, items, table, note } of parts) {
    const slide = deck.addSlide({ masterName: 'TALK' });
    slide.addText(heading, { placeholder: 'title' });
    const lines = [...paragraphs, ...items].map((text) => ({ text, options: { breakLine: true, bullet: true } }));
    slide.addText(lines, { placeholder: 'body' });
    if (table !== undefined) slide.addTable([table.header, ...table.rows].map((row) => row.map((text) => ({ text }))));
    slide.addNotes(note);
  }
  const truth = outlineTruth(parts, true);
  const among = parts.map(({ heading }) => heading);
  const owned = parts.map(({ heading: owner, note: text }) => ({ owner, among, text }));
  const bytes = await deck.write({ outputType: 'nodebuffer' });
  return { bytes, truth: { ...truth, may: ['Slide Notes 1 2 3 4 5'], planted: [...truth.planted, ...owned] } };
}

const NAMESPACES = ['office', 'text', 'table', 'draw', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`)
  .join(' ');

async function openDocument(kind, body) {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const zip = new JSZip();
  zip.file('mimetype', type, { compression: 'STORE' });
  zip.file(
    'META-INF/manifest.xml',
    `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  );
  zip.file(
    'content.xml',
    `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NAMESPACES} office:version="1.3"><office:body>${body}</office:body></office:document-content>`,
  );
  return zip.generateAsync({ type: 'nodebuffer' });
}

const openRow = (cells) =>
  `<table:table-row>${cells.map((text) => `<table:table-cell office:value-type="string"><text:p>${escaped(text)}</text:p></table:table-cell>`).join('')}</table:table-row>`;
const openTable = (name, { header, rows }) =>
  `<table:table table:name="${name}">${[header, ...rows].map(openRow).join('')}</table:table>`;

async function odt(seed) {
  const parts = outlineOf(seed);
  const paragraph = (text) => `<text:p>${escaped(text)}</text:p>`;
  const body = parts.map(
    ({ heading, level, paragraphs, items, table }, at) =>
      `<text:h text:outline-level="${level}">${escaped(heading)}</text:h>${paragraphs.map(paragraph).join('')}<text:list>${items.map((text) => `<text:list-item>${paragraph(text)}</text:list-item>`).join('')}</text:list>${table === undefined ? '' : openTable(`T${at}`, table)}`,
  );
  const bytes = await openDocument('text', `<office:text>${body.join('')}</office:text>`);
  return { bytes, truth: outlineTruth(parts) };
}

async function ods(seed) {
  const sheets = ['Stock', 'Second sheet'].map((name, at) => ({ name, ...new Writer(seed * 10 + at).table() }));
  const body = sheets.map(({ name, ...table }) => openTable(name, table)).join('');
  const bytes = await openDocument('spreadsheet', `<office:spreadsheet>${body}</office:spreadsheet>`);
  return { bytes, truth: sheetsTruth(sheets) };
}

/** A page as sites have them: navigation, scripts and styles around the text. */
function page(parts) {
  const cells = (name, row) => `<tr>${row.map((text) => `<${name}>${escaped(text)}</${name}>`).join('')}</tr>`;
  const body = parts.map(
    ({ heading, level, paragraphs, items, table }) =>
      `<h${level}>${escaped(heading)}</h${level}>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}<ul>${items.map((text) => `<li>${escaped(text)}</li>`).join('\n')}</ul>${table === undefined ? '' : `<table>${cells('th', table.header)}${table.rows.map((row) => cells('td', row)).join('\n')}</table>`}`,
  );
  return body.join('\n');
}

function html(seed) {
  const parts = outlineOf(seed);
  const around = `<nav><a href="/">Home page</a></nav><script>window.state = { unread: 3 };</script>`;
  const bytes = `<!DOCTYPE html><html><head><title>Logbook</title><style>p { color: red }</style></head><body>${around}<main>${page(parts)}</main><footer>Imprint notice</footer></body></html>`;
  const truth = outlineTruth(parts);
  return { bytes, truth: { ...truth, may: ['Logbook Home page Imprint notice'] } };
}

async function epub(seed) {
  const parts = outlineOf(seed);
  const chapters = parts.map((part) => ({ title: part.heading, content: page([part]), excludeFromToc: false }));
  const book = new EPub({ title: 'Logbook', author: VOICES[0], prependChapterTitles: false, verbose: false }, chapters);
  const truth = outlineTruth(parts);
  return {
    bytes: await book.genEpub(),
    truth: { ...truth, may: ['Logbook', VOICES[0], ...truth.text, 'Table of Contents'] },
  };
}

async function pdf(seed) {
  const parts = outlineOf(seed);
  const document = new PDFDocument({ bufferPages: true });
  const chunks = [];
  document.on('data', (chunk) => chunks.push(chunk));
  parts.forEach(({ heading, paragraphs, items }, at) => {
    if (at > 0) document.addPage();
    document.fontSize(22).text(heading).fontSize(11);
    for (const text of [...paragraphs, ...items]) document.moveDown().text(text);
  });
  const end = new Promise((resolve) => document.on('end', resolve));
  document.end();
  await end;
  const { text, planted } = outlineTruth(parts.map((part) => ({ ...part, table: undefined })));
  const pages = parts.map(({ paragraphs: [first] }, at) => ({ page: at + 1, text: first }));
  return { bytes: Buffer.concat(chunks), truth: { text, may: ['1 2 3 4 5 of'], planted: [...planted, ...pages] } };
}

const CODE = 'def light(lamp):\n    for turn in range(3):\n        lamp.turn(turn)\n    return lamp';

function ipynb(seed) {
  const writer = new Writer(seed);
  const headings = [writer.heading(), writer.heading()];
  const [text, output] = [writer.sentence(), writer.sentence()];
  const lines = (source) => source.split(/(?<=\n)/);
  const cells = [
    { cell_type: 'markdown', metadata: {}, source: lines(`# ${headings[0]}\n\n${text}`) },
    {
      cell_type: 'code',
      execution_count: 7,
      metadata: { collapsed: false },
      source: lines(CODE),
      outputs: [
        { output_type: 'stream', name: 'stdout', text: lines(`${output}\n`) },
        {
          output_type: 'display_data',
          metadata: {},
          data: { 'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'text/plain': ['<Figure size>'] },
        },
      ],
    },
    { cell_type: 'markdown', metadata: {}, source: lines(`## ${headings[1]}`) },
  ];
  const metadata = { kernelspec: { name: 'python3', language: 'python' }, language_info: { name: 'python' } };
  const planted = [...headings.map((heading) => ({ heading })), { code: CODE }];
  const truth = { text: [...headings, text, CODE, output], may: ['Figure size Output python text'], planted };
  return { bytes: JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1), truth };
}

function ics(seed) {
  const writer = new Writer(seed);
  const events = Array.from({ length: 4 }, () => ({
    name: writer.heading(),
    place: writer.words(3),
    text: `${writer.sentence()}\n${writer.sentence()}`,
  }));
  const stamp = (day) => `202506${String(day + 10)}T090000Z`;
  const value = (text) => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
  const folded = (line) => line.replace(/.{60}(?=.)/gu, '$&\r\n ');
  const body = events.flatMap(({ name, place, text }, at) => [
    'BEGIN:VEVENT',
    `UID:${at}@example.org`,
    `DTSTAMP:${stamp(at)}`,
    `DTSTART:${stamp(at)}`,
    `DTEND:${stamp(at)}`,
    `SUMMARY:${value(name)}`,
    `DESCRIPTION:${value(text)}`,
    `LOCATION:${value(place)}`,
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', ...body, 'END:VCALENDAR', ''];
  const among = events.map(({ name }) => name);
  return {
    bytes: lines.map(folded).join('\r\n'),
    truth: {
      text: events.flatMap(({ name, place, text }) => [name, place, text]),
      may: events.map((_, at) => `2025 06 ${at + 10} 09 00 10 Jun June UTC to Start End Time When Where Place`),
      planted: events.flatMap(({ name: owner, text, place }) => [
        { heading: owner },
        { owner, among, text },
        { owner, among, text: place },
      ]),
    },
  };
}

function csv(seed, separator = ',') {
  const { header, rows } = new Writer(seed).table();
  const quoted = (text) => (text.includes(separator) ? `"${text}"` : text);
  const bytes = [header, ...rows].map((row) => row.map(quoted).join(separator)).join('\r\n');
  return { bytes, truth: { text: [...header, ...rows.flat()], may: [], planted: rowsOf({ header, rows }) } };
}

/** A mail with its text, and with another file of this set. */
async function mail(seed, kind) {
  const writer = new Writer(seed + 50);
  const [subject, ...sentences] = [writer.heading(), writer.sentence(), writer.sentence()];
  const attached = await MAKERS[kind](seed);
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const text = sentences.join('\n\n');
  const body = `<html><head><style>p { margin: 0 }</style></head><body>${sentences.map((each) => `<p>${escaped(each)}</p>`).join('')}</body></html>`;
  const { message } = await transport.sendMail({
    from: { name: VOICES[1], address: 'bert@example.org' },
    to: 'ann@example.org',
    subject,
    ...(seed % 2 === 0 ? { text, html: body } : { html: body }),
    attachments: [{ filename: `note.${kind}`, content: attached.bytes }],
  });
  const { truth } = attached;
  const facts = [{ fact: subject }, { fact: VOICES[1] }, { owner: 'note', among: ['note'], text: truth.text[0] }];
  const may = [...truth.may, `bert ann example org ${VOICES[1]} note ${kind} Attachment`];
  return {
    bytes: message,
    truth: { text: [subject, ...sentences, ...truth.text], may, planted: [...facts, ...truth.planted] },
  };
}

const MAKERS = {
  docx,
  xlsx,
  pptx,
  odt,
  ods,
  html,
  epub,
  pdf,
  ipynb,
  ics,
  vtt,
  srt,
  csv,
  tsv: (seed) => csv(seed, '\t'),
};

/** Kinds as the tables name them, with what makes a file of each. */
const SET = [
  ...[1, 2, 3, 4].map((seed) => ['docx', 'docx', () => docx(seed)]),
  ...[1, 2, 3].map((seed) => ['xlsx', 'xlsx', () => xlsx(seed)]),
  ...[1, 2, 3].map((seed) => ['pptx', 'pptx', () => pptx(seed)]),
  ...[1, 2].flatMap((seed) => [
    ['odt, ods', 'odt', () => odt(seed)],
    ['odt, ods', 'ods', () => ods(seed)],
  ]),
  ...[1, 2, 3, 4].map((seed) => ['html', 'html', () => html(seed)]),
  ...[1, 2].map((seed) => ['epub', 'epub', () => epub(seed)]),
  ...[1, 2, 3].map((seed) => ['ipynb', 'ipynb', () => ipynb(seed)]),
  ...[1, 2].map((seed) => ['ics', 'ics', () => ics(seed)]),
  ...[1, 2].flatMap((seed) => [
    ['vtt, srt', 'vtt', () => vtt(seed)],
    ['vtt, srt', 'srt', () => srt(seed)],
  ]),
  ...[1, 2, 3].map((seed) => ['csv, tsv', 'csv', () => csv(seed)]),
  ['csv, tsv', 'tsv', () => csv(4, '\t')],
  ['zip of a chat', 'zip', () => slackZip(1)],
  ['zip of a chat', 'zip', () => whatsAppZip(2)],
  ...[0, 1, 2, 3, 4, 5].map((seed) => ['chat', undefined, () => chat(seed)]),
  ...['docx', 'xlsx', 'pdf', 'csv', 'ics', 'html'].map((kind, seed) => ['mail', 'eml', () => mail(seed, kind)]),
  ...[1, 2, 3].map((seed) => ['pdf', 'pdf', () => pdf(seed)]),
];

/**
 * Makes files of the kinds that people have, by the libraries that others use to write them, each with what is true of it:
 * `text` that a reader must find, words that it `may` add, and the structure that was `planted`.
 *
 * @param folder where they are written to
 */
export async function makeDocuments(folder) {
  const made = [];
  for (const [group, ending, make] of SET) {
    const { name = `document.${ending}`, bytes, truth } = await make();
    const place = join(folder, String(made.length));
    await mkdir(place, { recursive: true });
    await writeFile(join(place, name), bytes);
    made.push({ group, kind: name.split('.').at(-1), path: join(place, name), truth });
  }
  return made;
}
