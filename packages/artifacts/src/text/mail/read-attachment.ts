import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Attachment } from 'mailparser';
import { decodeText, isEncoding } from '../decode-text.js';
import { isPdf, readPdf } from '../pdf/read-pdf.js';
import { textOfHtml } from './text-of-html.js';

/** Types that are never text, whatever their bytes look like. */
const NO_TEXT = /^(?:image|audio|video|font)\/(?!svg)/i;

/**
 * The text of an attachment: of a PDF, of HTML, of any file that is text. `undefined` for all others, pictures and
 * archives for instance, and for a PDF that cannot be read.
 */
export async function readAttachment(attachment: Attachment): Promise<string | undefined> {
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
