import type { ReadableText } from '../readable-text.js';
import { heading, joinBlocks, listItem, paragraph, table } from './markdown-parts.js';
import {
  childrenWithoutFallbacks,
  drawnParagraphs,
  type OfficeParts,
  officeFacts,
  relationId,
  relationsOf,
} from './office-package.js';
import { textPart, tooLarge } from './open-archive.js';
import { attributeOf, childOf, childrenOf, elementsBelow, parseXml, type XmlElement } from './parse-xml.js';

/** Part of every presentation of PowerPoint. */
const PRESENTATION_PART = 'ppt/presentation.xml';
const MAX_SLIDES = 5_000;
/** Repeated on every slide. */
const FURNITURE = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
const TITLES = new Set(['title', 'ctrTitle']);

/**
 * A presentation of PowerPoint: each slide a heading with its number and title, its texts, lists and tables in the order in
 * which they were drawn, and below them the notes of its speaker. Texts of diagrams are read, pictures are not.
 *
 * @throws TopicmillError `ARCHIVE_TOO_LARGE` for more than 5,000 slides, `DOCUMENT_UNREADABLE`
 */
export function readSlides(parts: OfficeParts): ReadableText {
  const root = parseXml(textPart(parts, PRESENTATION_PART));
  const slides = childrenOf(childOf(root, 'sldIdLst') ?? root, 'sldId');
  if (slides.length > MAX_SLIDES) throw tooLarge(`more than ${MAX_SLIDES} slides`);
  const paths = new Map(relationsOf(parts, PRESENTATION_PART).map(({ id, target }) => [id, target]));
  const blocks = slides.flatMap((slide, at) => {
    const path = paths.get(relationId(slide) ?? '');
    return path !== undefined && parts.has(path) ? slideBlocks(parts, path, at + 1) : [];
  });
  const facts = officeFacts(parts);
  return { ...facts, content: joinBlocks(blocks), attributes: { ...facts.attributes, slide_count: slides.length } };
}

function slideBlocks(parts: OfficeParts, path: string, number: number): string[] {
  const relations = relationsOf(parts, path);
  const part = (wanted: string): XmlElement[] =>
    relations
      .filter(({ type, target }) => type === wanted && parts.has(target))
      .map(({ target }) => parseXml(textPart(parts, target)));
  const shapes = shapesOf(parseXml(textPart(parts, path)));
  const title = shapes.find((shape) => TITLES.has(placeholderType(shape) ?? ''));
  const name = title === undefined ? '' : textsOf(title).join(' ');
  const notes = part('notesSlide').flatMap((slide) => shapesOf(slide).flatMap(shapeBlocks));
  return [
    heading(2, name === '' ? `Slide ${number}` : `Slide ${number}: ${name}`),
    ...shapes.filter((shape) => shape !== title).flatMap(shapeBlocks),
    ...part('diagramData').flatMap((diagram) => textsOf(diagram).map((text) => listItem(0, text))),
    ...(notes.length > 0 ? [heading(3, 'Notes'), ...notes] : []),
  ];
}

/** The shapes of a slide, those of groups among them. */
function shapesOf(element: XmlElement): XmlElement[] {
  return childrenWithoutFallbacks(element).flatMap((child) =>
    child.name === 'sp' || child.name === 'graphicFrame' ? [child] : shapesOf(child),
  );
}

/** What a shape is for; `undefined` for a shape of its own. */
function placeholderType(shape: XmlElement): string | undefined {
  const [placeholder] = elementsBelow(shape, 'ph');
  return placeholder && (attributeOf(placeholder, 'type') ?? 'obj');
}

function textsOf(element: XmlElement): string[] {
  return drawnParagraphs(element).flatMap(({ text }) => (text === '' ? [] : [text]));
}

/** Several paragraphs in the place that a layout has for text are a list. */
function shapeBlocks(shape: XmlElement): string[] {
  const place = placeholderType(shape);
  if (FURNITURE.has(place ?? '')) return [];
  const tables = elementsBelow(shape, 'tbl').map((each) =>
    table(elementsBelow(each, 'tr').map((row) => childrenOf(row, 'tc').map((cell) => textsOf(cell).join(' ')))),
  );
  if (tables.length > 0) return tables;
  const paragraphs = drawnParagraphs(shape).filter(({ text }) => text !== '');
  const isList = (place === 'body' || place === 'obj') && paragraphs.length > 1;
  return paragraphs.map(({ level, text }) => (isList || level > 0 ? listItem(level, text) : paragraph(text)));
}
