import { escapeHtml } from '@topicmill/text/html';

/** Names of packed documents with what makes the files in one from a text. */
const DOCUMENTS: Readonly<Record<string, (text: string) => Readonly<Record<string, string>>>> = {
  docx: (text) => ({
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${escapeHtml(text)}</w:t></w:r></w:p></w:body></w:document>`,
  }),
  'docx, a paragraph a line': (text) => ({
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${eachLine(text, (line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`)}</w:body></w:document>`,
  }),
  'docx, as XML': (text) => ({
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${text}</w:body></w:document>`,
  }),
  'xlsx, one row per line': (text) => ({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="r0"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r0" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${eachLine(text, (line, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>${line}</t></is></c></row>`)}</sheetData></worksheet>`,
  }),
  pptx: (text) => ({
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r0"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels':
      '<Relationships><Relationship Id="r0" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide" Target="slides/slide1.xml"/></Relationships>',
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:txBody>${eachLine(text, (line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
  }),
  odt: (text) => ({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text>${eachLine(text, (line) => `<text:p>${line}</text:p>`)}</office:text></office:body></office:document-content>`,
  }),
  epub: (text) => ({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
    'a.opf': '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.xhtml': `<html><body>${text}</body></html>`,
  }),
};

/** What readers of packed documents are given, by name: the bytes of one with a text in it. */
export const PACKED_DOCUMENTS: ReadonlyMap<string, (text: string) => Uint8Array> = new Map(
  Object.entries(DOCUMENTS).map(([name, filesOf]) => [name, (text: string) => storedArchive(filesOf(text))]),
);

function eachLine(text: string, make: (line: string, at: number) => string): string {
  return text
    .split('\n')
    .map((line, at) => make(escapeHtml(line), at))
    .join('');
}

/** A ZIP archive whose files are as they are, without checksums, which readers here do not look at. */
function storedArchive(files: Readonly<Record<string, string>>): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path).subarray(0, 0xffff), Buffer.from(text)];
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(content.length, 4);
    sizes.writeUInt32LE(content.length, 8);
    sizes.writeUInt16LE(name.length, 12);
    const header = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0\0\0\0\0', 'latin1'), sizes, name, content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0', 'latin1'), sizes, place, name);
    local.push(header);
    offset += header.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(local.length, 8);
  end.writeUInt16LE(local.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
