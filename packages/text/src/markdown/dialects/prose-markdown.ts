import { oneLine } from '../../white-space/index.js';
import type { Dialect } from './dialect.js';
import { writeReadable } from './readable-markdown.js';
import { isDialectScan, scanMarkdown } from './scan-markdown.js';

/** The first line of a note apart from the text: a container, an admonition, or a component or shortcode named for one. */
const NOTE =
  /^[ \t>]*(?::{2,}|!!!|\?\?\?|\[!|(?:<|[`~]{3,}[ \t]*\{|\{\{[<%][ \t]*|\{%[ \t]*)(?:admonition|alert|aside|attention|callout|caution|danger|error|hint|info|important|note|pageinfo|seealso|tip|warning)\b)/i;
const DEFINITION = /^ {0,3}\[(?!\^)([^[\]]{1,200})\]:/gm;
/** A code span; or a label in brackets that is no part of a longer link. */
const SHORTCUT = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|(?<![\]\\!])\[([^[\]]{1,200})\](?![[(:])/g;

/**
 * The paragraphs of a page body as plain markdown, to take its description from: like `readableMarkdown`, but without the
 * titles and labels of containers and components, and with the text of reference links that are only a label, whose
 * definitions are not written.
 *
 * @param withNotes whether notes, tips and other admonitions are a part of it
 */
export function proseMarkdown(body: string, dialect: Dialect | undefined, withNotes: boolean): string {
  const labels = new Set(Array.from(body.matchAll(DEFINITION), ([, label]) => normalized(label!)));
  const prose = dialect === undefined ? body : withoutAsides(body, dialect, withNotes);
  if (labels.size === 0) return prose;
  return prose.replace(SHORTCUT, (written, _ticks, label: string | undefined) =>
    label !== undefined && labels.has(normalized(label)) ? label : written,
  );
}

function withoutAsides(body: string, dialect: Dialect, withNotes: boolean): string {
  const scan = scanMarkdown(body, { dialect });
  if (!isDialectScan(scan)) return body;
  const { regions, starts } = scan;
  const leftOut = new Set<number>();
  for (const { firstLine, lastLine } of withNotes ? [] : regions) {
    if (leftOut.has(firstLine) || !NOTE.test(body.slice(starts[firstLine], starts[firstLine + 1]))) continue;
    for (let line = firstLine; line <= lastLine; line++) leftOut.add(line);
  }
  return writeReadable(body, scan, (line) => leftOut.has(line));
}

/** Labels are the same whatever their case and white space. */
function normalized(label: string): string {
  return oneLine(label).toLowerCase();
}
