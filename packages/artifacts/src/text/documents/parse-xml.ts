import type { TopicmillError } from '@topicmill/base/diagnostics';
import { Parser } from 'htmlparser2';
import { unreadableDocument } from '../readable-text.js';
import { tooLarge } from './open-archive.js';

/** An element of XML. Names are without their prefix, which programs choose as they like. */
export interface XmlElement {
  readonly name: string;
  /** By their names as written. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** What a reader of XML is told, in the order of the text. */
interface XmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

const MAX_NODES = 8_000_000;
const MAX_DEPTH = 400;
const ENTITY_DECLARATION = /<!ENTITY\s/;

/**
 * Reads XML from its beginning to its end. Entities that a document declares are not read, nor is anything outside of it.
 *
 * @throws TopicmillError `DOCUMENT_UNREADABLE` for declared entities, what is not closed and text that ends early,
 *   `ARCHIVE_TOO_LARGE` for more nodes or depth than documents have
 */
export function walkXml(xml: string, events: XmlEvents): void {
  checkEntities(xml);
  let nodeCount = 0;
  let depth = 0;
  let openedAt = 0;
  const count = (): void => {
    if (++nodeCount > MAX_NODES) throw tooLarge(`a part with more than ${MAX_NODES} elements and texts`);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        count();
        if (++depth > MAX_DEPTH) throw tooLarge(`elements in more than ${MAX_DEPTH} others`);
        openedAt = parser.endIndex;
        events.open(localName(name), attributes);
      },
      ontext(text) {
        count();
        events.text(text);
      },
      onclosetag(name, isImplied) {
        // A tag that closes itself ends where it opens.
        if (isImplied && parser.endIndex !== openedAt) throw notWellFormed();
        depth--;
        events.close(localName(name));
      },
      onprocessinginstruction(_name, instruction) {
        if (instruction.startsWith('?') && !instruction.endsWith('?')) throw notWellFormed();
      },
    },
    { xmlMode: true },
  );
  parser.write(xml.replace(/^\ufeff/, ''));
  if (depth > 0) {
    throw unreadableDocument('A part of the document ends early.', 'Save it again in the program that made it.');
  }
  parser.end();
}

function notWellFormed(): TopicmillError {
  return unreadableDocument(
    'A part of the document is XML with elements or instructions that are not closed.',
    'Save it again in the program that made it.',
  );
}

/** @throws TopicmillError `DOCUMENT_UNREADABLE` for XML that declares entities, by which files are read and memory is filled */
function checkEntities(xml: string): void {
  if (!ENTITY_DECLARATION.test(xml)) return;
  throw unreadableDocument(
    'The document declares entities of its own, which documents of office programs do not.',
    'Open it in the program that made it, and save it again.',
  );
}

/** XML as a tree. @throws TopicmillError as {@link walkXml} does, and `DOCUMENT_UNREADABLE` where there is no element */
export function parseXml(xml: string): XmlElement {
  const root = { name: '', attributes: {}, children: [] as (XmlElement | string)[] };
  const open = [root];
  walkXml(xml, {
    open(name, attributes) {
      const element = { name, attributes, children: [] };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    text(text) {
      open.at(-1)!.children.push(text);
    },
    close() {
      open.pop();
    },
  });
  const element = root.children.find((child) => typeof child !== 'string');
  if (element !== undefined) return element;
  throw unreadableDocument('A part of the document is not XML.', 'Save it again in the program that made it.');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its name without prefix. */
export function attributeOf({ attributes }: Pick<XmlElement, 'attributes'>, name: string): string | undefined {
  const written = attributes[name];
  if (written !== undefined) return written;
  const key = Object.keys(attributes).find((each) => localName(each) === name);
  return key === undefined ? undefined : attributes[key];
}

/** The elements right inside an element, of a name where one is given. */
export function childrenOf({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name ?? child.name) === child.name,
  );
}

/** The first element right inside an element that has a name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return childrenOf(element, name)[0];
}

/** All elements of a name below an element, in order, none inside another. */
export function elementsBelow(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => (child.name === name ? [child] : elementsBelow(child, name)));
}

/** The text of an element and all below it. */
export function xmlText(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : xmlText(child))).join('');
}
