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

/** The parts of a standalone page. */
interface HtmlPage {
  /** Language tag of its text. */
  readonly language: string;
  /** HTML, escaped. */
  readonly title: string;
  /** Content security policy; none by default. */
  readonly policy?: string;
  /** Further elements between title and style. */
  readonly links?: readonly string[];
  readonly style: string;
  /** Elements after the style. */
  readonly scripts?: readonly string[];
  /** Lines of the body. */
  readonly body: readonly string[];
}

/** A document that loads nothing by itself: its style is inside. Ends with a newline. */
export function htmlPage({ language, title, policy, links = [], style, scripts = [], body }: HtmlPage): string {
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...(policy === undefined ? [] : [`<meta http-equiv="Content-Security-Policy" content="${policy}">`]),
    `<title>${title}</title>`,
    ...links,
    `<style>${style}</style>`,
    ...scripts,
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
