import { strToU8, zipSync } from 'fflate';

/** An archive of texts by their paths, the same bytes each time. */
export function archiveOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries), { mtime: '2025-01-01T00:00:00Z', level: 1 });
}

const RELATION_TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Relations of a part: ids with the last word of the type, and the target. */
export function relations(of: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const each = Object.entries(of).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${RELATION_TYPE}/${type}" Target="${target}"/>`,
  );
  return `<?xml version="1.0"?><Relationships>${each.join('')}</Relationships>`;
}

/** What a document says about itself. */
export const CORE = `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>Tea stock</dc:title>
<dc:creator>Ann Lee</dc:creator><dcterms:created>2025-03-04T05:06:07Z</dcterms:created></cp:coreProperties>`;

/** A workbook with sheets, each the rows of its XML. */
export function workbook(
  sheets: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Uint8Array {
  const names = Object.keys(sheets);
  return archiveOf({
    'docProps/core.xml': CORE,
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      ...Object.fromEntries(names.map((_, at) => [`r${at}`, ['worksheet', `/xl/worksheets/sheet${at + 1}.xml`]])),
      strings: ['sharedStrings', 'sharedStrings.xml'],
      styles: ['styles', 'styles.xml'],
    }),
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  });
}

/** A slide with shapes. */
function slide(shapes: string): string {
  return `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
}

/** A shape with paragraphs; a level in the outline is a digit before its text. @param place of the layout, `title` for instance */
export function shape(place: string | undefined, ...paragraphs: readonly string[]): string {
  const placeholder = place === undefined ? '' : `<p:nvPr><p:ph type="${place}"/></p:nvPr>`;
  const texts = paragraphs.map((text) => {
    const [, level, rest] = /^(\d)?(.*)$/.exec(text)!;
    return `<a:p>${level ? `<a:pPr lvl="${level}"/>` : ''}<a:r><a:t>${rest}</a:t></a:r></a:p>`;
  });
  return `<p:sp><p:nvSpPr>${placeholder}</p:nvSpPr><p:txBody>${texts.join('')}</p:txBody></p:sp>`;
}

/** A presentation of slides, each with its shapes and those of its notes. */
export function presentation(slides: readonly { readonly shapes: string; readonly notes?: string }[]): Uint8Array {
  return archiveOf({
    'docProps/core.xml': CORE,
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      // Files are numbered in another order than slides.
      Object.fromEntries(slides.map((_, at) => [`r${at}`, ['slide', `slides/slide${slides.length - at}.xml`]])),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ shapes, notes }, at) => {
        const name = `slide${slides.length - at}.xml`;
        const own = [[`ppt/slides/${name}`, slide(shapes)]];
        if (notes === undefined) return own;
        const notesRelation = relations({ n: ['notesSlide', `../notesSlides/${name}`] });
        return [...own, [`ppt/slides/_rels/${name}.rels`, notesRelation], [`ppt/notesSlides/${name}`, slide(notes)]];
      }),
    ),
  });
}

/** A document of LibreOffice. @param body what is in its body, `<office:text>` for instance */
export function openDocument(body: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  return archiveOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:presentation="p"><office:body>${body}</office:body></office:document-content>`,
    'meta.xml': `<office:document-meta xmlns:office="o" xmlns:meta="m" xmlns:dc="d"><office:meta><dc:title>Tea stock</dc:title><meta:initial-creator>Ann Lee</meta:initial-creator><meta:creation-date>2025-03-04T05:06:07</meta:creation-date></office:meta></office:document-meta>`,
    ...more,
  });
}
