import { TopicmillError } from '@topicmill/base/diagnostics';

/** A file or message as text that can be read and searched, with what is known about it. */
export interface ReadableText {
  readonly content: string;
  readonly title?: string | undefined;
  /** ISO 8601, UTC. */
  readonly ts?: string | undefined;
  /** Further facts, an email's headers for instance; plain JSON. */
  readonly attributes: Readonly<Record<string, string | number | readonly string[]>>;
  /** What could not be read of it, a sentence each. */
  readonly warnings?: readonly string[] | undefined;
}

/** Longest title that is taken from a text, in UTF-16 units. */
const MAX_TITLE_LENGTH = 200;

/** A title as one line of valid Unicode; `undefined` for an empty one. */
export function readableTitle(title: string | undefined): string | undefined {
  const line = (title ?? '')
    .slice(0, MAX_TITLE_LENGTH)
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line === '' ? undefined : line;
}

/** A time as ISO 8601 in UTC; `undefined` for none and for one whose year has not four digits. */
export function readableTime(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString() : undefined;
}

/** The error for a document that cannot be read: `DOCUMENT_UNREADABLE`. */
export function unreadableDocument(message: string, remedy: string, cause?: unknown): TopicmillError {
  return new TopicmillError('DOCUMENT_UNREADABLE', message, { remedy, ...(cause !== undefined && { cause }) });
}
