import { lastName, resolveInRoot } from '@topicmill/base/paths';
import { type ReadableText, readableTime, readableTitle } from '../readable-text.js';
import { type Archive, textPart } from './open-archive.js';
import { attributeOf, childOf, childrenOf, parseXml, type XmlElement, xmlText } from './parse-xml.js';

/** The parts of a document of Microsoft's office programs (Office Open XML), by their paths. */
export type OfficeParts = ReadonlyMap<string, Uint8Array>;

/** Unpacks what is text in a document: no pictures, fonts and macros. */
export function officeParts(archive: Archive): OfficeParts {
  return archive.unpack((path) => /\.(?:xml|rels)$/i.test(path));
}

/** What a part refers to. */
interface Relation {
  readonly id: string;
  /** The last word of its type: `slide`, `notesSlide`, `hyperlink`. */
  readonly type: string;
  /** Path in the archive, or an address. */
  readonly target: string;
}

/** What a part refers to; nothing where it has no relations. */
export function relationsOf(parts: OfficeParts, path: string): readonly Relation[] {
  const folder = path.slice(0, -lastName(path).length - 1);
  const place = resolveInRoot(folder, `_rels/${lastName(path)}.rels`);
  if (!parts.has(place)) return [];
  return childrenOf(parseXml(textPart(parts, place)), 'Relationship').map(({ attributes }) => {
    const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes;
    const inside = resolveInRoot(target.startsWith('/') ? '' : folder, target);
    return { id, type: lastName(type), target: mode === 'External' ? target : inside };
  });
}

/** The id by which an element refers to another part; its own attribute `id` has no prefix. */
export function relationId({ attributes }: XmlElement): string | undefined {
  const key = Object.keys(attributes).find((name) => name.endsWith(':id'));
  return key === undefined ? undefined : attributes[key];
}

/** Title, author and time that office programs keep of a document; its fields are those of Dublin Core. */
export function describedBy(properties: XmlElement | undefined): Omit<ReadableText, 'content'> {
  const field = (...names: readonly string[]): string | undefined => {
    const found = names.map((name) => properties && childOf(properties, name)).find((each) => each !== undefined);
    const text = found && xmlText(found).trim();
    return text === '' ? undefined : text;
  };
  const title = readableTitle(field('title'));
  const ts = readableTime(Date.parse(field('created', 'creation-date', 'date') ?? ''));
  const author = field('creator', 'initial-creator');
  return {
    ...(title !== undefined && { title }),
    ...(ts !== undefined && { ts }),
    attributes: author === undefined ? {} : { author },
  };
}

/** What a document says about itself. */
export function officeFacts(parts: OfficeParts): Omit<ReadableText, 'content'> {
  const path = 'docProps/core.xml';
  return describedBy(parts.has(path) ? parseXml(textPart(parts, path)) : undefined);
}

/** The paragraphs of drawn shapes below an element, each on a line of its own, with its level in the outline. */
export function drawnParagraphs(element: XmlElement): { readonly level: number; readonly text: string }[] {
  return paragraphsBelow(element).map((one) => ({
    level: Number((childOf(one, 'pPr') && attributeOf(childOf(one, 'pPr')!, 'lvl')) ?? 0) || 0,
    text: runText(one).trim(),
  }));
}

function paragraphsBelow(element: XmlElement): XmlElement[] {
  return childrenWithoutFallbacks(element).flatMap((child) => (child.name === 'p' ? [child] : paragraphsBelow(child)));
}

/** What is inside an element, without what is there for older programs a second time. */
export function childrenWithoutFallbacks(element: XmlElement): XmlElement[] {
  return childrenOf(element)
    .filter(({ name }) => name !== 'Fallback')
    .flatMap((child) =>
      child.name === 'AlternateContent' || child.name === 'Choice' ? childrenWithoutFallbacks(child) : [child],
    );
}

function runText(element: XmlElement): string {
  return childrenOf(element)
    .map((child) => (child.name === 't' ? xmlText(child) : child.name === 'br' ? '\n' : runText(child)))
    .join('');
}
