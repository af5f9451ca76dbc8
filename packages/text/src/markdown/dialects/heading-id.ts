import type { HeadingIdForm } from './dialect.js';

/** Classes, an id or named values in braces, with or without the colon of kramdown; sticky. */
export const ATTRIBUTE_LIST =
  /\{:?[ \t]*(?:(?:[#.][^\s{}#.=]+)+|[\w:-]+=(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\s{}"']+))(?:[ \t]+(?:(?:[#.][^\s{}#.=]+)+|[\w:-]+=(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\s{}"']+)))*[ \t]*\}/y;
/** Anything in braces that kramdown reads as attributes or as an extension; sticky. */
export const KRAMDOWN_MARK = /\{::?[^{}\r\n]*\}/y;

/** Attributes, of which values in quotes may contain braces. */
const BRACES = /\{(?!\{)(?:[^{}"']|"[^"]*"|'[^']*')*\}/y;
const TEXT_ATTRIBUTE = /(?<=[\s{])(?:title|label|summary|alt)=(?:"([^"]*)"|'([^']*)')/g;
/** Nobody gives longer attributes to words of a line. In UTF-16 units. */
export const MAX_ATTRIBUTES = 1000;

/** Offset after the attributes in braces at `at`; -1 when there are none. */
export function braceEnd(text: string, at: number): number {
  BRACES.lastIndex = at;
  return BRACES.test(text) ? BRACES.lastIndex : -1;
}

/** What readers see of attributes. */
export function textAttributes(attributes: string): string[] {
  return [...attributes.matchAll(TEXT_ATTRIBUTE)].map(([, double, single]) => double ?? single!);
}

const ATTRIBUTES =
  '[ \\t]*(?:(?:[#.][^\\s{}#.=]+)+|[\\w:-]+=(?:"[^"]*"|\'[^\']*\'|[^\\s{}"\']+))(?:[ \\t]+(?:(?:[#.][^\\s{}#.=]+)+|[\\w:-]+=(?:"[^"]*"|\'[^\']*\'|[^\\s{}"\']+)))*[ \\t]*';
const ANCHOR = /^<a[ \t]+(?:name|id)="([\w .-]+)"[ \t]*><\/a>(?=[^\r\n])/;
const HEADING_ID_PATTERNS: Readonly<Record<Exclude<HeadingIdForm, 'anchor'>, RegExp>> = {
  braces: /^(?:\{#([^{}\s]+)\}|\{\/\*\s*#([^\s{}]+)\s*\*\/\})$/,
  'braces-with-attributes': new RegExp(`^\\{(${ATTRIBUTES})\\}$`),
  'braces-of-headings': new RegExp(`^\\{:?(${ATTRIBUTES})\\}$`),
  'attribute-list': new RegExp(`^\\{:?(${ATTRIBUTES})\\}$`),
  brackets: /^\[#([^[\]\s]+)\]$/,
};

/** What any generator reads at the end of a heading: an id, attributes or a comment with one. A number in brackets is text. */
const ANY_HEADING_ID =
  /(?<!\s)\s*(?:\{(?:\s*[#.]|:)[^{}]*\}|\{\/\*\s*#[^{}]*\*\/\}|<!--[^<>]*-->|\[#[^[\]\s\d][^[\]\s]*\])$/;

/** A heading's text without the id or the attributes after it, whatever dialect it is in. */
export function withoutHeadingId(text: string): string {
  return text.trimEnd().replace(ANY_HEADING_ID, '');
}

/** A heading's text, apart from the id and the attributes that its author gave it. */
interface IdentifiedHeading {
  readonly text: string;
  readonly id: string | undefined;
}

/** Separates a heading's text from what a dialect writes after it; braces with nothing before them are the text. */
export function identifyHeading(form: HeadingIdForm | undefined, text: string): IdentifiedHeading {
  if (form === 'anchor') return readAnchorId(text);
  const [opening, closing] = form === 'brackets' ? ['[', ']'] : ['{', '}'];
  if (form === undefined || !text.endsWith(closing)) return { text, id: undefined };
  const brace = text.lastIndexOf(opening);
  const found = brace === -1 ? null : HEADING_ID_PATTERNS[form].exec(text.slice(brace));
  if (found === null) return { text, id: undefined };
  const given = found[1] ?? found[2] ?? '';
  const id = form === 'braces' || form === 'brackets' ? given : /(?:^|[ \t])#([^\s{}#.=]+)/.exec(given)?.[1];
  const before = text.slice(0, brace).trimEnd();
  if (before === '' && form === 'braces-of-headings') return { text, id: undefined };
  // attr_list and kramdown take the closing hashes away after the attributes: `## Tea ## {: #my-tea }` is "Tea".
  return { text: form === 'attribute-list' ? before.replace(/(?<!#)#+$/, '').trimEnd() : before, id };
}

/** DocFX takes the name of an empty link that a heading begins with as the heading's id. */
function readAnchorId(text: string): IdentifiedHeading {
  const found = ANCHOR.exec(text);
  return found === null ? { text, id: undefined } : { text: text.slice(found[0].length).trim(), id: found[1] };
}
