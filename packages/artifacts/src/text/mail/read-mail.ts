import { convert } from 'html-to-text';
import { type AddressObject, type EmailAddress, type ParsedMail, simpleParser } from 'mailparser';
import { type ReadableText, readableTime, readableTitle } from '../readable-text.js';

const HEADERS_LOOKED_AT = 16_384;
const HEADER_NAME =
  /^(?:From|To|Date|Subject|Message-ID|Received|Return-Path|MIME-Version|Delivered-To|Content-Type):/gim;
const MIN_HEADERS = 2;

/** Whether a text is a mail as it is sent: header lines, at least two of those that every mail has, and a blank line. */
export function isMail(text: string): boolean {
  const head = text.slice(0, HEADERS_LOOKED_AT).replace(/^\ufeff|^From [^\r\n]*\r?\n/g, '');
  if (!/^[\w-]+:/.test(head)) return false;
  const names = head.split(/\r?\n\r?\n/, 1)[0]!.match(HEADER_NAME) ?? [];
  return new Set(names.map((name) => name.toLowerCase())).size >= MIN_HEADERS;
}

/**
 * A mail's text with its headers as attributes: `from`, `to`, `cc`, `subject`, `message_id`, `in_reply_to`,
 * `references`, and the names of its `attachments`, whose contents are left out. The plain text is taken where there is
 * one; HTML becomes text in which quotes have `> ` before every line.
 *
 * @param source the mail as it is sent (MIME)
 */
export async function readMail(source: string | Uint8Array): Promise<ReadableText> {
  const mail = await simpleParser(typeof source === 'string' ? source : Buffer.from(source), {
    skipHtmlToText: true,
    skipImageLinks: true,
    skipTextLinks: true,
    skipTextToHtml: true,
  });
  const title = readableTitle(mail.subject);
  const ts = timeOf(mail);
  return {
    content: textOf(mail),
    ...(title !== undefined && { title }),
    ...(ts !== undefined && { ts }),
    attributes: attributesOf(mail),
  };
}

function textOf({ text, html }: ParsedMail): string {
  if (text !== undefined && text.trim() !== '') return text;
  return html === false || html === undefined ? '' : `${textOfHtml(html)}\n`;
}

function textOfHtml(html: string): string {
  return convert(html, {
    wordwrap: false,
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
}

function attributesOf(mail: ParsedMail): ReadableText['attributes'] {
  const attributes = {
    from: addressesOf(mail.from),
    to: addressesOf(mail.to),
    cc: addressesOf(mail.cc),
    subject: mail.subject,
    message_id: mail.messageId,
    in_reply_to: mail.inReplyTo,
    references: typeof mail.references === 'string' ? [mail.references] : mail.references,
    attachments: mail.attachments.map(({ filename, contentType }) => filename ?? contentType),
  };
  const isKnown = ([, value]: readonly [string, string | readonly string[] | undefined]) => (value?.length ?? 0) > 0;
  return Object.fromEntries(Object.entries(attributes).filter(isKnown)) as ReadableText['attributes'];
}

function addressesOf(field: AddressObject | AddressObject[] | undefined): string[] {
  return [field ?? []].flat().flatMap(({ value }) => value.map(addressOf));
}

function addressOf({ name, address }: EmailAddress): string {
  if (address === undefined || address === '') return name;
  return name === '' ? address : `${name} <${address}>`;
}

/** The time that the header names; mailparser puts the clock's in the place of one that it cannot read. */
function timeOf({ headerLines }: ParsedMail): string | undefined {
  const line = headerLines.find(({ key }) => key === 'date')?.line ?? '';
  return readableTime(Date.parse(line.slice(line.indexOf(':') + 1).trim()));
}
