const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What a browser would drop or end a line at, and what reorders the text around it. */
const UNSEEN = /[\0-\x08\x0b-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text for an element or for an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '\u00b7')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
