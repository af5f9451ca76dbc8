const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Text for an element, or for an attribute in double quotes, of HTML or XML. Control characters stay as they are. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => REFERENCES[character]!);
}

/** The text that `escapeHtml` was given. Other character references stay as they are. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot);/g, (reference) => CHARACTERS[reference]!);
}
