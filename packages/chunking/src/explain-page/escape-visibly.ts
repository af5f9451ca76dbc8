import { escapeHtml } from '@topicmill/text/html';

/** What a browser would drop or end a line at, and what reorders the text around it. */
const UNSEEN = /[\0-\x08\x0b-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text as HTML, unseen characters as middle dots and line ends as a browser counts them. */
export function escapeVisibly(text: string): string {
  return escapeHtml(text.replace(/\r\n?/g, '\n').replace(UNSEEN, '\u00b7'));
}
