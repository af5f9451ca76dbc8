import { convert } from 'html-to-text';
import { markdownOfBody } from './documents/read-html.js';

/** Elements inside each other; mails have a quarter of that. */
const MAX_DEPTH = 200;
const TAG = /<(\/?)([a-z][a-z\d]*)(?=[\s/>])/gi;
/** Elements that contain nothing, or that end where the next one of their kind begins. */
const NOT_NESTED = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source td th tr track wbr'.split(' '),
);

/**
 * HTML as text: quotes with `> ` before every line, one line per table row, no pictures. Elements deeper than mails have are
 * written as markdown, for which depth is bounded.
 *
 * @throws TopicmillError `HTML_TOO_LARGE`
 */
export function textOfHtml(html: string): string {
  if (depthOf(html) > MAX_DEPTH) return markdownOfBody(html);
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
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

/** How deep elements are at most, by their tags alone. */
function depthOf(html: string): number {
  let depth = 0;
  let most = 0;
  for (const [, slash, name] of html.matchAll(TAG)) {
    if (NOT_NESTED.has(name!.toLowerCase())) continue;
    depth = slash === '' ? depth + 1 : Math.max(0, depth - 1);
    most = Math.max(most, depth);
  }
  return most;
}
