import { TopicmillError } from '@topicmill/base/diagnostics';
import { firstTitle } from '@topicmill/chunking';
import { parseFrontMatter, splitFrontMatter } from '@topicmill/text/markdown';
import { decodeText, guessWarning } from './decode-text.js';
import { type FileFacts, readMarkedText, readPackedDocument } from './documents/document-kinds.js';
import { readCaptions } from './read-captions.js';
import { isChatExport, isChatText, readChatExport, readChatText } from './read-chat-export.js';
import { isMail, readMail } from './read-mail.js';
import { isPdf, readPdf } from './read-pdf.js';
import { type ReadableText, readableTitle } from './readable-text.js';
import { isMailbox } from './split-mailbox.js';

/** Beginning of a text in which its title is looked for, in UTF-16 units. */
const TITLE_SEARCH_LENGTH = 16_384;

/** A document as it is, with the title that its front matter or its first H1 gives. */
function readDocument(text: string): ReadableText {
  const head = text.slice(0, TITLE_SEARCH_LENGTH);
  const { title } = parseFrontMatter(splitFrontMatter(head).frontMatter, '').values as { title?: unknown };
  const found = readableTitle(typeof title === 'string' ? title : firstTitle(head));
  return { content: text, ...(found !== undefined && { title: found }), attributes: {} };
}

/** What is known about a source besides its bytes. */
export interface SourceFacts extends FileFacts {
  /** Encoding of the bytes, where it is known; any name that iconv knows. */
  readonly encoding?: string | undefined;
  /** Names of people by the ids that a chat has instead. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/**
 * The text of an artifact: for a raw mail its text, for a chat that was exported its lines, for a document its text in markdown
 * (PDF: of its pages), whatever its type is; otherwise the text itself, with its title if it is a document. Code, chats and mails
 * in the form of text are not searched for documents. Text that was not UTF-8 has its `encoding` as an attribute.
 *
 * @param source a text, or the bytes of a file
 * @param type `email`, `chat`, `code`, `doc` or any other
 * @throws TopicmillError `NOT_TEXT` for bytes that are not text, `PDF_UNREADABLE`, `DOCUMENT_UNREADABLE`, `ARCHIVE_TOO_LARGE`, `HTML_TOO_LARGE`,
 *   `INVALID_OPTION` for an unknown encoding
 */
export async function readArtifactText(
  source: string | Uint8Array,
  type: string,
  { encoding, ...facts }: SourceFacts = {},
): Promise<ReadableText> {
  if (typeof source === 'string') {
    return type === 'email' && isMail(source) ? readMail(source) : readText(source, type, facts);
  }
  if (isPdf(source)) return readPdf(source);
  if (type === 'email' && isMail(source)) return readMail(source, encoding);
  const document = await readPackedDocument(source);
  if (document !== undefined) return document;
  const decoded = decodeText(source, encoding);
  if (decoded === undefined) {
    throw new TopicmillError('NOT_TEXT', 'The file is neither text nor a document.', {
      remedy: 'Give a text file or a document, or name the encoding of a text.',
    });
  }
  const read = await readText(decoded.text, type, facts);
  if (decoded.encoding === 'UTF-8') return read;
  const warnings = [...(read.warnings ?? []), ...(decoded.isGuess === true ? [guessWarning(decoded.encoding)] : [])];
  const attributes = { ...read.attributes, encoding: decoded.encoding };
  return { ...read, attributes, ...(warnings.length > 0 && { warnings }) };
}

async function readText(text: string, type: string, facts: Omit<SourceFacts, 'encoding'>): Promise<ReadableText> {
  if (type === 'chat') return readCaptions(text) ?? readChatExport(text, facts.names) ?? readChatText(text);
  if (type === 'code' || type === 'email') return { content: text, attributes: {} };
  const marked = await readMarkedText(text, facts);
  if (marked !== undefined) return marked;
  return type === 'doc' ? readDocument(text) : { content: text, attributes: {} };
}

/** What an artifact is, which decides where it is split. */
type ArtifactType = 'email' | 'chat' | 'code' | 'doc';

const CODE_ENDINGS =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|cs|java|rs|rb|php|c|cc|cpp|cxx|h|hh|hpp|sh|bash|kt|kts|swift|scala|lua|pl|r|sql)$/i;
const CHAT_NAME =
  /(?:^|[^a-z])(?:chat|conversation|irc|whatsapp|slack|discord|telegram)s?(?:[^a-z].*)?\.(?:txt|log|json|jsonl)$/i;
const CAPTIONS = /\.(?:vtt|srt)$/i;
/** Names of files whose content says whether they are chats; those without an ending may be mailboxes too. */
const DATA = /\.(?:json|jsonl|ndjson)$/i;
const TEXT = /(?:\.(?:txt|log|text)|(?:^|[/\\])[^./\\]+)$/i;
/** Bytes of a text in which its first messages are looked for. */
const HEAD_BYTES = 65_536;

/** The type of a file by its name, and where that says nothing by its content; `doc` where neither does. */
export function artifactTypeOf(fileName: string, bytes: Uint8Array = new Uint8Array()): ArtifactType {
  if (/\.(?:eml|mbox|mbx)$/i.test(fileName)) return 'email';
  if (CODE_ENDINGS.test(fileName)) return 'code';
  if (CHAT_NAME.test(fileName) || CAPTIONS.test(fileName)) return 'chat';
  if (DATA.test(fileName)) return isChatExport(decodeText(bytes)?.text ?? '') ? 'chat' : 'doc';
  if (!TEXT.test(fileName)) return 'doc';
  // Whole lines: a character may be cut at the limit.
  const head = bytes.length <= HEAD_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a, HEAD_BYTES) + 1);
  if (isMailbox('', Buffer.from(head).toString('latin1'))) return 'email';
  return isChatText(decodeText(head)?.text ?? '') ? 'chat' : 'doc';
}
