import { convert } from 'html-to-text';

/** HTML as text: quotes with `> ` before every line, one line per table row, no pictures. */
export function textOfHtml(html: string): string {
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
