import { type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import { compile } from 'html-to-text';
import type { AddressObject, Attachment, EmailAddress, Headers } from 'mailparser';
import { decodeText, guessWarning, isEncoding } from './decode-text.js';
import { readMarkedText, readPackedDocument } from './documents/document-kinds.js';
import { markdownOfBody } from './documents/read-html.js';
import { type MailNode, type MailParts, parseMail } from './parse-mail.js';
import { isPdf, readPdf } from './read-pdf.js';
import { type ReadableText, readableTime, readableTitle } from './readable-text.js';

/** Types that are never text, whatever their bytes look like. */
const NO_TEXT = /^(?:image|audio|video|font)\/(?!svg)/i;

/** What keeps a document from being read. */
const UNREAD = new Set<DiagnosticCode>([
  'PDF_UNREADABLE',
  'DOCUMENT_UNREADABLE',
  'ARCHIVE_TOO_LARGE',
  'HTML_TOO_LARGE',
]);

/**
 * The text of an attachment: of a document, of any file that is text. `undefined` for all others, pictures and archives for
 * instance, and for a document that cannot be read.
 */
async function readAttachment(
  attachment: Attachment,
  onGuess: (encoding: string) => void,
): Promise<string | undefined> {
  const { content, filename: fileName } = attachment;
  const contentType = typeOf(attachment);
  if (NO_TEXT.test(contentType)) return undefined;
  try {
    const document = isPdf(content) ? await readPdf(content) : await readPackedDocument(content);
    if (document !== undefined) return document.content;
    const decoded = decodeText(content, charsetOf(attachment));
    if (decoded === undefined || decoded.text.includes('\0')) return undefined;
    const { text } = decoded;
    if (decoded.isGuess === true) onGuess(decoded.encoding);
    const marked = await readMarkedText(text, { fileName, contentType });
    const readable = marked?.content ?? text.replace(/^\ufeff/, '');
    return /\S/u.test(readable) ? readable : undefined;
  } catch (thrown) {
    if (thrown instanceof TopicmillError && UNREAD.has(thrown.code)) return undefined;
    throw thrown;
  }
}

/** The parser gives no text for a header that has no value. */
function typeOf({ contentType }: Attachment): string {
  return typeof contentType === 'string' ? contentType : 'application/octet-stream';
}

function charsetOf({ headers }: Attachment): string | undefined {
  const type = headers.get('content-type') as { params?: { charset?: string } } | undefined;
  const charset = type?.params?.charset;
  return charset !== undefined && isEncoding(charset) ? charset : undefined;
}

/** In bytes; more headers are refused when a mail is parsed. */
const MAX_HEADERS = 2_097_152;
const HEADER_NAME =
  /^(?:From|To|Date|Subject|Message-ID|Received|Return-Path|MIME-Version|Delivered-To|Content-Type):/gim;
const MIN_HEADERS = 2;
/** Emails inside emails that are read; deeper ones are named like other attachments. */
const MAX_DEPTH = 5;

/** Whether a source is a raw mail: header lines, at least two of those that every mail has, and a blank line. */
export function isMail(source: string | Uint8Array): boolean {
  const text = typeof source === 'string' ? source : Buffer.from(source.subarray(0, MAX_HEADERS)).toString('latin1');
  const head = text.slice(0, MAX_HEADERS).replace(/^\ufeff|^From [^\r\n]*\r?\n/g, '');
  if (!/^[\w-]+:/.test(head)) return false;
  const names = head.split(/\r?\n\r?\n/, 1)[0]!.match(HEADER_NAME) ?? [];
  return new Set(names.map((name) => name.toLowerCase())).size >= MIN_HEADERS;
}

/**
 * An email's text with its headers as attributes: `from`, `to`, `cc`, `bcc`, `subject`, `message_id`, `in_reply_to`,
 * `references`, the names of its `attachments`, and of those `unread_attachments` whose text is not in the content. The
 * plain text is taken where there is one; HTML becomes text in which quotes have `> ` before every line. After it come
 * forwarded emails and the texts of attachments, each below a line of dashes. An email with only a subject has the subject
 * as its text.
 *
 * @param source the raw mail (MIME)
 */
export async function readMail(source: string | Uint8Array, encoding?: string): Promise<ReadableText> {
  const mail = await parseWhole(typeof source === 'string' ? Buffer.from(source) : source, encoding);
  const subject = subjectOf(mail);
  const title = readableTitle(subject);
  const ts = timeOf(mail);
  const attached = await readAttached(mail, encoding, 0);
  const body = bodyOf(mail.root);
  const content = [body, ...attached.texts].filter((text) => text !== '').join('\n');
  const encodings = mail.detectedEncodings.map(({ name }) => name).sort();
  const warnings = [
    ...Array.from(new Set([...detectedCharsets(mail), ...attached.guesses]), guessWarning),
    ...(`${body}${subject}`.includes('\ufffd') ? [UNREADABLE_CHARACTERS] : []),
  ];
  return {
    content: content.trim() === '' ? (subject ?? '') : content,
    ...(title !== undefined && { title }),
    ...(ts !== undefined && { ts }),
    attributes: {
      ...attributesOf(mail, attached),
      ...(encodings.length > 0 && { encoding: encodings.length === 1 ? encodings[0]! : encodings }),
    },
    ...(warnings.length > 0 && { warnings }),
  };
}

/** A mail whose parts cannot be found, as no line of it is their boundary, is one text. */
async function parseWhole(source: Uint8Array, encoding: string | undefined): Promise<MailParts> {
  const mail = await parseMail(source, encoding);
  if (mail.root.children.length > 0 || !/^multipart\//i.test(mail.root.contentType)) return mail;
  const text = Buffer.from(source)
    .toString('latin1')
    .replace(/^content-type:/im, 'X-Content-Type:');
  return parseMail(Buffer.from(text, 'latin1'), encoding);
}

const UNREADABLE_CHARACTERS =
  'Characters of the email do not belong to the encoding that it names, and are shown as \ufffd.';

function detectedCharsets({ detectedEncodings }: MailParts): string[] {
  return detectedEncodings.filter(({ isGuess }) => isGuess).map(({ name }) => name);
}

/** Texts of a mail's parts, the plain one where the same is there in several forms. */
function bodyOf(node: MailNode): string {
  const text = node.textContent ?? '';
  if (text.trim() !== '') return /html/i.test(node.contentType) ? `${textOfHtml(text)}\n` : text;
  const isChoice = /^multipart\/alternative$/i.test(node.contentType);
  const texts = node.children.map(bodyOf).map((part, at) => ({ part, contentType: node.children[at]!.contentType }));
  const found = texts.filter(({ part }) => part.trim() !== '');
  const plain = found.find(({ contentType }) => contentType === 'text/plain');
  if (isChoice) return (plain ?? found.at(-1))?.part ?? '';
  return found.map(({ part }) => part).join('\n');
}

/** The attachments of an email. */
interface Attached {
  /** Texts under their headings, each with a line end. */
  readonly texts: readonly string[];
  readonly names: readonly string[];
  /** Names of those without a text here. */
  readonly unread: readonly string[];
  /** Encodings of texts that are guesses. */
  readonly guesses: ReadonlySet<string>;
}

async function readAttached(
  { attachments }: MailParts,
  encoding: string | undefined,
  depth: number,
): Promise<Attached> {
  const found = { texts: [] as string[], names: [] as string[], unread: [] as string[], guesses: new Set<string>() };
  for (const attachment of attachments) {
    const name = readableTitle(attachment.filename) ?? typeOf(attachment);
    found.names.push(name);
    if (/^message\/rfc822$/i.test(typeOf(attachment)) && depth < MAX_DEPTH) {
      await addForwarded(attachment, encoding, depth, found);
      continue;
    }
    const text = await readAttachment(attachment, (name) => found.guesses.add(name));
    if (text === undefined) found.unread.push(name);
    else found.texts.push(`\n---- Attachment ----\n${name}\n\n${endedText(text)}`);
  }
  return found;
}

async function addForwarded(
  attachment: Attachment,
  encoding: string | undefined,
  depth: number,
  found: { texts: string[]; names: string[]; unread: string[]; guesses: Set<string> },
): Promise<void> {
  const mail = await parseWhole(attachment.content, encoding);
  const inner = await readAttached(mail, encoding, depth + 1);
  const { from, to, subject } = attributesOf(mail, inner);
  const headers = [
    ['From', listAddresses(from)],
    ['To', listAddresses(to)],
    ['Date', timeOf(mail)],
    ['Subject', subject],
  ].flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}: ${value}\n`]));
  found.texts.push(
    `\n---- Forwarded message ----\n${headers.join('')}\n${endedText(bodyOf(mail.root))}`,
    ...inner.texts,
  );
  found.names.push(...inner.names);
  found.unread.push(...inner.unread);
  for (const name of [...inner.guesses, ...detectedCharsets(mail)]) found.guesses.add(name);
}

function listAddresses(addresses: unknown): string | undefined {
  return Array.isArray(addresses) ? addresses.join(', ') : undefined;
}

function endedText(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function attributesOf({ headers }: MailParts, { names, unread }: Attached): ReadableText['attributes'] {
  const attributes = {
    from: addressesOf(headers, 'from'),
    to: addressesOf(headers, 'to'),
    cc: addressesOf(headers, 'cc'),
    bcc: addressesOf(headers, 'bcc'),
    subject: textOf(headers, 'subject'),
    message_id: textOf(headers, 'message-id'),
    in_reply_to: textOf(headers, 'in-reply-to'),
    references: [headers.get('references') ?? []].flat() as string[],
    attachments: names,
    unread_attachments: unread,
  };
  const isKnown = ([, value]: readonly [string, string | readonly string[] | undefined]) => (value?.length ?? 0) > 0;
  return Object.fromEntries(Object.entries(attributes).filter(isKnown)) as ReadableText['attributes'];
}

function subjectOf({ headers }: MailParts): string | undefined {
  return textOf(headers, 'subject');
}

function textOf(headers: Headers, name: string): string | undefined {
  const value = headers.get(name);
  return typeof value === 'string' ? value : undefined;
}

function addressesOf(headers: Headers, name: string): string[] {
  const field = headers.get(name) as AddressObject | AddressObject[] | undefined;
  return [field ?? []]
    .flat()
    .flatMap(({ value }) => value.flatMap(({ group, ...one }) => (group ?? [one]).map(addressOf)));
}

function addressOf({ name, address }: EmailAddress): string {
  if (address === undefined || address === '') return name;
  return name === '' ? address : `${name} <${address}>`;
}

/** The time in the header; mailparser substitutes the current time for one that it cannot read. */
function timeOf({ headerLines }: MailParts): string | undefined {
  const line = headerLines.find(({ key }) => key === 'date')?.line ?? '';
  return readableTime(Date.parse(line.slice(line.indexOf(':') + 1).trim()));
}

/** Elements inside each other; mails have a quarter of that. */
const MAX_ELEMENT_DEPTH = 200;
const TAG = /<(\/?)([a-z][^\s/>]*)/gi;
/** Elements that contain nothing, or that end where the next one of their kind begins. */
const NON_NESTING_ELEMENTS = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source td th tr track wbr'.split(' '),
);

/**
 * HTML as text: quotes with `> ` before every line, one line per table row, no pictures. Elements deeper than mails have are
 * written as markdown, for which depth is bounded.
 *
 * @throws TopicmillError `HTML_TOO_LARGE`
 */
function textOfHtml(html: string): string {
  return nestingDepth(html) > MAX_ELEMENT_DEPTH ? markdownOfBody(html) : plainTextOf(html);
}

const plainTextOf = compile({
  wordwrap: false,
  limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
  formatters: {
    cell(element, walk, builder) {
      walk(element.children, builder);
      builder.addInline(' ');
    },
  },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: 'blockquote', options: { trimEmptyLines: false } },
    { selector: 'img', format: 'skip' },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block' },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: { uppercase: false } })),
  ],
});

/** How deep elements are at most, by their tags alone. */
function nestingDepth(html: string): number {
  let depth = 0;
  let most = 0;
  for (const [, slash, name] of html.matchAll(TAG)) {
    if (NON_NESTING_ELEMENTS.has(name!.toLowerCase())) continue;
    depth = slash === '' ? depth + 1 : Math.max(0, depth - 1);
    most = Math.max(most, depth);
  }
  return most;
}
