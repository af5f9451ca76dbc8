import { lastName, resolveInRoot } from '@topicmill/base/paths';
import { type ReadableText, unreadableDocument } from '../readable-text.js';
import { describedBy } from './office-package.js';
import { type Archive, textPart } from './open-archive.js';
import { attributeOf, childOf, childrenOf, elementsBelow, parseXml } from './parse-xml.js';
import { markdownOfBody } from './read-html.js';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
/** Elements without content, which HTML also has without an end. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/**
 * A book (EPUB): the text of its files in their order, without its table of contents.
 *
 * @throws TopicmillError `DOCUMENT_UNREADABLE` for a damaged or encrypted one, `ARCHIVE_TOO_LARGE`
 */
export function readBook(archive: Archive): ReadableText {
  const parts = archive.unpack((path) => /\.(?:x?html?|xml|opf)$/i.test(path));
  const [root] = elementsBelow(parseXml(textPart(parts, CONTAINER)), 'rootfile');
  const packagePath = (root && attributeOf(root, 'full-path')) ?? '';
  const book = parseXml(textPart(parts, packagePath));
  const folder = packagePath.slice(0, -lastName(packagePath).length - 1);
  const items = new Map(
    childrenOf(childOf(book, 'manifest') ?? book, 'item').map((item) => [attributeOf(item, 'id'), item]),
  );
  const paths = childrenOf(childOf(book, 'spine') ?? book, 'itemref').flatMap((reference) => {
    const item = items.get(attributeOf(reference, 'idref'));
    if (item === undefined || attributeOf(item, 'properties')?.split(' ').includes('nav')) return [];
    return resolveInRoot(folder, decodeURI(attributeOf(item, 'href') ?? ''));
  });
  const encrypted = parts.has(ENCRYPTION) ? textPart(parts, ENCRYPTION) : '';
  if (paths.some((path) => encrypted.includes(path))) {
    throw unreadableDocument('The book is protected against copying.', 'Ask its seller for a copy without protection.');
  }
  const texts = paths.filter((path) => parts.has(path)).map((path) => markdownOfBody(asHtml(textPart(parts, path))));
  const content = texts.filter((text) => text !== '').join('\n');
  if (content === '') throw unreadableDocument('The book has no text.', 'Check that it is not made of pictures.');
  return { ...describedBy(childOf(book, 'metadata')), content };
}

/** In XML, an element that is closed where it is opened has no content; in HTML what follows would be in it. */
function asHtml(xml: string): string {
  return xml.replace(/<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi, (tag, name: string, attributes: string) =>
    VOID.test(name) ? tag : `<${name}${attributes}></${name}>`,
  );
}
