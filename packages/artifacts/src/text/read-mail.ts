import { TopicmillError } from '@topicmill/base/diagnostics';
import { type AddressObject, type Attachment, type EmailAddress, type ParsedMail, simpleParser } from 'mailparser';
import { decodeText, isEncoding } from './decode-text.js';
import { isPdf, readPdf } from './read-pdf.js';
import { type ReadableText, readableTime, readableTitle } from './readable-text.js';
import { textOfHtml } from './text-of-html.js';

/** Types that are never text, whatever their bytes look like. */
const NO_TEXT = /^(?:image|audio|video|font)\/(?!svg)/i;

/**
 * The text of an attachment: of a PDF, of HTML, of any file that is text. `undefined` for all others, pictures and
 * archives for instance, and for a PDF that cannot be read.
 */
async function readAttachment(attachment: Attachment): Promise<string | undefined> {
  const { content, contentType } = attachment;
  if (NO_TEXT.test(contentType)) return undefined;
  if (isPdf(content)) return textOfPdf(content);
  const text = decodeText(content, charsetOf(attachment))?.text;
  if (text === undefined || text.includes('\0')) return undefined;
  const readable = /html/i.test(contentType) ? textOfHtml(text) : text.replace(/^\ufeff/, '');
  return /\S/u.test(readable) ? readable : undefined;
}

async function textOfPdf(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return (await readPdf(bytes)).content;
  } catch (thrown) {
    if (thrown instanceof TopicmillError && thrown.code === 'PDF_UNREADABLE') return undefined;
    throw thrown;
  }
}

function charsetOf({ headers }: Attachment): string | undefined {
  const type = headers.get('content-type') as { params?: { charset?: string } } | undefined;
  const charset = type?.params?.charset;
  return charset !== undefined && isEncoding(charset) ? charset : undefined;
}

const HEADERS_LOOKED_AT = 16_384;
const HEADER_NAME =
  /^(?:From|To|Date|Subject|Message-ID|Received|Return-Path|MIME-Version|Delivered-To|Content-Type):/gim;
const MIN_HEADERS = 2;
/** Emails inside emails that are read; deeper ones are named like other attachments. */
const MAX_DEPTH = 5;

/** Whether a text is a raw mail: header lines, at least two of those that every mail has, and a blank line. */
export function isMail(text: string): boolean {
  const head = text.slice(0, HEADERS_LOOKED_AT).replace(/^\ufeff|^From [^\r\n]*\r?\n/g, '');
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
export async function readMail(source: string | Uint8Array): Promise<ReadableText> {
  const mail = await parse(source);
  const title = readableTitle(mail.subject);
  const ts = timeOf(mail);
  const attached = await readAttached(mail, 0);
  const content = [bodyOf(mail), ...attached.texts].filter((text) => text !== '').join('\n');
  return {
    content: content.trim() === '' ? (mail.subject ?? '') : content,
    ...(title !== undefined && { title }),
    ...(ts !== undefined && { ts }),
    attributes: attributesOf(mail, attached),
  };
}

function parse(source: string | Uint8Array): Promise<ParsedMail> {
  return simpleParser(typeof source === 'string' ? source : Buffer.from(source), {
    skipHtmlToText: true,
    skipImageLinks: true,
    skipTextLinks: true,
    skipTextToHtml: true,
  });
}

function bodyOf({ text, html }: ParsedMail): string {
  if (text !== undefined && text.trim() !== '') return text;
  return html === false || html === undefined ? '' : `${textOfHtml(html)}\n`;
}

/** The attachments of an email. */
interface Attached {
  /** Texts under their headings, each with a line end. */
  readonly texts: readonly string[];
  readonly names: readonly string[];
  /** Names of those without a text here. */
  readonly unread: readonly string[];
}

async function readAttached({ attachments }: ParsedMail, depth: number): Promise<Attached> {
  const found = { texts: [] as string[], names: [] as string[], unread: [] as string[] };
  for (const attachment of attachments) {
    const name = readableTitle(attachment.filename) ?? attachment.contentType;
    found.names.push(name);
    if (/^message\/rfc822$/i.test(attachment.contentType) && depth < MAX_DEPTH) {
      await addForwarded(attachment, depth, found);
      continue;
    }
    const text = await readAttachment(attachment);
    if (text === undefined) found.unread.push(name);
    else found.texts.push(`\n---- Attachment ----\n${name}\n\n${endedText(text)}`);
  }
  return found;
}

async function addForwarded(
  attachment: Attachment,
  depth: number,
  found: { texts: string[]; names: string[]; unread: string[] },
): Promise<void> {
  const mail = await parse(attachment.content);
  const inner = await readAttached(mail, depth + 1);
  const { from, to, subject } = attributesOf(mail, inner);
  const headers = [
    ['From', listed(from)],
    ['To', listed(to)],
    ['Date', timeOf(mail)],
    ['Subject', subject],
  ].flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}: ${value}\n`]));
  found.texts.push(`\n---- Forwarded message ----\n${headers.join('')}\n${endedText(bodyOf(mail))}`, ...inner.texts);
  found.names.push(...inner.names);
  found.unread.push(...inner.unread);
}

function listed(addresses: unknown): string | undefined {
  return Array.isArray(addresses) ? addresses.join(', ') : undefined;
}

function endedText(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function attributesOf(mail: ParsedMail, { names, unread }: Attached): ReadableText['attributes'] {
  const attributes = {
    from: addressesOf(mail.from),
    to: addressesOf(mail.to),
    cc: addressesOf(mail.cc),
    bcc: addressesOf(mail.bcc),
    subject: mail.subject,
    message_id: mail.messageId,
    in_reply_to: mail.inReplyTo,
    references: typeof mail.references === 'string' ? [mail.references] : mail.references,
    attachments: names,
    unread_attachments: unread,
  };
  const isKnown = ([, value]: readonly [string, string | readonly string[] | undefined]) => (value?.length ?? 0) > 0;
  return Object.fromEntries(Object.entries(attributes).filter(isKnown)) as ReadableText['attributes'];
}

function addressesOf(field: AddressObject | AddressObject[] | undefined): string[] {
  return [field ?? []]
    .flat()
    .flatMap(({ value }) => value.flatMap(({ group, ...one }) => (group ?? [one]).map(addressOf)));
}

function addressOf({ name, address }: EmailAddress): string {
  if (address === undefined || address === '') return name;
  return name === '' ? address : `${name} <${address}>`;
}

/** The time in the header; mailparser substitutes the current time for one that it cannot read. */
function timeOf({ headerLines }: ParsedMail): string | undefined {
  const line = headerLines.find(({ key }) => key === 'date')?.line ?? '';
  return readableTime(Date.parse(line.slice(line.indexOf(':') + 1).trim()));
}
