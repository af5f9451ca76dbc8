import { TopicmillError } from '@topicmill/base/diagnostics';
import { type ReadableText, readableTime, readableTitle } from './readable-text.js';

const SIGNATURE = '%PDF-';
/** Bytes before the signature that readers of PDF put up with. */
const SIGNATURE_SEARCH_BYTES = 1_024;

/** Whether bytes are a PDF. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, SIGNATURE_SEARCH_BYTES)).includes(SIGNATURE);
}

/**
 * The text of a PDF, page after page with a blank line between them, with its title, its time and as attributes `author`
 * and `page_count`. Pictures are not read.
 *
 * @throws TopicmillError `PDF_UNREADABLE` for one that is damaged, needs a password, or has no text
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadableText> {
  // Loading it takes half a second, which only PDFs should cost.
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
  try {
    // The parser takes its bytes away from the caller.
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
    try {
      const { text: pages } = await extractText(pdf, { mergePages: false });
      const { info } = await getMeta(pdf, { parseDates: true });
      return describedPages(pages, info);
    } finally {
      await pdf.destroy();
    }
  } catch (thrown) {
    throw thrown instanceof TopicmillError ? thrown : unreadable(thrown);
  }
}

function describedPages(pages: readonly string[], info: Readonly<Record<string, unknown>>): ReadableText {
  const content = pages
    .map((page) => page.trim())
    .filter((page) => page !== '')
    .join('\n\n');
  if (content === '') {
    throw new TopicmillError('PDF_UNREADABLE', 'The PDF has no text; its pages may be pictures.', {
      remedy: 'Run text recognition (OCR) on it, and ingest the result.',
    });
  }
  const { Title: title, Author: author, CreationDate: created } = info;
  const found = readableTitle(typeof title === 'string' ? title : undefined);
  const ts = created instanceof Date ? readableTime(created.getTime()) : undefined;
  return {
    content: `${content}\n`,
    ...(found !== undefined && { title: found }),
    ...(ts !== undefined && { ts }),
    attributes: {
      ...(typeof author === 'string' && author.trim() !== '' && { author: author.trim() }),
      page_count: pages.length,
    },
  };
}

function unreadable(cause: unknown): TopicmillError {
  const isLocked = cause instanceof Error && cause.name === 'PasswordException';
  return new TopicmillError('PDF_UNREADABLE', isLocked ? 'The PDF needs a password.' : 'The PDF is damaged.', {
    remedy: isLocked ? 'Save it without one, and ingest that.' : 'Open it in a viewer, and save it again.',
    cause,
  });
}
