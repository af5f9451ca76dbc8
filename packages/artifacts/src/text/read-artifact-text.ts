import { TopicmillError } from '@topicmill/base/diagnostics';
import { firstTitle } from '@topicmill/chunking';
import { parseFrontMatter, splitFrontMatter } from '@topicmill/text/markdown';
import { decodeText } from './decode-text.js';
import { readCaptions } from './read-captions.js';
import { readChatExport, readChatText } from './read-chat-export.js';
import { isMail, readMail } from './read-mail.js';
import { isPdf, readPdf } from './read-pdf.js';
import { type ReadableText, readableTitle } from './readable-text.js';

/** Beginning of a text in which its title is looked for, in UTF-16 units. */
const LOOKED_AT = 16_384;

/** A document as it is, with the title that its front matter or its first H1 gives. */
function readDocument(text: string): ReadableText {
  const head = text.slice(0, LOOKED_AT);
  const { title } = parseFrontMatter(splitFrontMatter(head).frontMatter, '').values as { title?: unknown };
  const found = readableTitle(typeof title === 'string' ? title : firstTitle(head));
  return { content: text, ...(found !== undefined && { title: found }), attributes: {} };
}

/** Bytes at the beginning of a file that are searched for mail headers. */
const HEAD_BYTES = 16_384;

/**
 * The text of an artifact: for a raw mail its text, for a PDF the text of its pages, for a chat exported as JSON
 * its lines, otherwise the text itself, with its title if it is a document. Text that was not UTF-8 has its `encoding` as
 * an attribute.
 *
 * @param source a text, or the bytes of a file
 * @param type `email`, `chat`, `doc` or any other
 * @param encoding of the bytes, where it is known; any name that iconv knows
 * @throws TopicmillError `NOT_TEXT` for bytes that are not text, `PDF_UNREADABLE`, `INVALID_OPTION` for an unknown encoding
 */
export async function readArtifactText(
  source: string | Uint8Array,
  type: string,
  encoding?: string,
): Promise<ReadableText> {
  if (typeof source === 'string') return type === 'email' && isMail(source) ? readMail(source) : readText(source, type);
  if (isPdf(source)) return readPdf(source);
  if (type === 'email' && isMail(Buffer.from(source.subarray(0, HEAD_BYTES)).toString('latin1')))
    return readMail(source, encoding);
  const decoded = decodeText(source, encoding);
  if (decoded === undefined) {
    throw new TopicmillError('NOT_TEXT', 'The file is neither text nor a PDF.', {
      remedy: 'Give a text file, or name its encoding.',
    });
  }
  const read = readText(decoded.text, type);
  if (decoded.encoding === 'UTF-8') return read;
  return { ...read, attributes: { ...read.attributes, encoding: decoded.encoding } };
}

function readText(text: string, type: string): ReadableText {
  if (type === 'doc') return readDocument(text);
  if (type === 'chat') return readCaptions(text) ?? readChatExport(text) ?? readChatText(text);
  return { content: text, attributes: {} };
}
