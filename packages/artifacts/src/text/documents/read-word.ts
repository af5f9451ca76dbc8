import { type ReadableText, unreadableDocument } from '../readable-text.js';
import { type OfficeParts, officeFacts } from './office-package.js';
import { textPart } from './open-archive.js';
import { walkXml } from './parse-xml.js';
import { markdownOfBody } from './read-html.js';

const UNHEARD = { open: () => {}, text: () => {}, close: () => {} };

/** What else is a heading besides the styles that are named so. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

/**
 * A document of Word: headings, paragraphs, lists, tables and footnotes. Pictures, comments and deleted text are not read.
 *
 * @param parts what is text in it, within the budget of an archive
 * @throws TopicmillError `DOCUMENT_UNREADABLE`, `ARCHIVE_TOO_LARGE`
 */
export async function readWord(parts: OfficeParts): Promise<ReadableText> {
  // The library's parser takes time that grows with the square of what is never closed.
  for (const path of parts.keys()) walkXml(textPart(parts, path), UNHEARD);
  const [{ default: mammoth }, { zipSync }] = await Promise.all([import('mammoth'), import('fflate')]);
  // Packed again, so that no more is unpacked than was allowed.
  const buffer = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
  const { value } = await mammoth.convertToHtml({ buffer }, { styleMap: STYLES, convertImage }).catch((cause) => {
    throw unreadableDocument('The document is damaged.', 'Save it again in the program that made it.', cause);
  });
  return { ...officeFacts(parts), content: markdownOfBody(plainHtml(value)) };
}

/** Without pictures and links between notes; the first row of a table is its header where none is marked. */
function plainHtml(html: string): string {
  return html
    .replace(/<img\b[^<>]*>/g, '')
    .replace(/<sup><a href="#(?:foot|end)note-[^<>]*>\[(\d+)\]<\/a><\/sup>/g, ' ($1)')
    .replace(/ ?<a href="#(?:foot|end)note-ref-[^<>]*>↑<\/a>/g, '')
    .replace(/<table><tr>((?:(?!<\/?(?:table|tr)>).)*)<\/tr>/gs, (_, row: string) => {
      const header = row.replace(/<(\/?)td\b/g, '<$1th');
      return `<table><thead><tr>${header}</tr></thead>`;
    });
}
