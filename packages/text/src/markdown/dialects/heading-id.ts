import type { HeadingIdForm } from './dialect.js';

const ATTRIBUTES =
  '[ \\t]*(?:(?:[#.][^\\s{}#.=]+)+|[\\w:-]+=(?:"[^"]*"|\'[^\']*\'|[^\\s{}"\']+))(?:[ \\t]+(?:(?:[#.][^\\s{}#.=]+)+|[\\w:-]+=(?:"[^"]*"|\'[^\']*\'|[^\\s{}"\']+)))*[ \\t]*';
const ANCHOR = /^<a[ \t]+(?:name|id)="([\w .-]+)"[ \t]*><\/a>(?=[^\r\n])/;
const FORMS: Readonly<Record<Exclude<HeadingIdForm, 'anchor'>, RegExp>> = {
  braces: /^(?:\{#([^{}\s]+)\}|\{\/\*\s*#([^\s{}]+)\s*\*\/\})$/,
  'braces-with-attributes': new RegExp(`^\\{(${ATTRIBUTES})\\}$`),
  'braces-of-headings': new RegExp(`^\\{:?(${ATTRIBUTES})\\}$`),
  'attribute-list': new RegExp(`^\\{:?(${ATTRIBUTES})\\}$`),
  brackets: /^\[#([^[\]\s]+)\]$/,
};

/** A heading's text, apart from the id and the attributes that its author gave it. */
export interface IdentifiedHeading {
  readonly text: string;
  readonly id: string | undefined;
}

/** Separates a heading's text from what a dialect writes after it; braces with nothing before them are the text. */
export function identifyHeading(form: HeadingIdForm | undefined, text: string): IdentifiedHeading {
  if (form === 'anchor') return anchored(text);
  const [opening, closing] = form === 'brackets' ? ['[', ']'] : ['{', '}'];
  if (form === undefined || !text.endsWith(closing)) return { text, id: undefined };
  const brace = text.lastIndexOf(opening);
  const found = brace === -1 ? null : FORMS[form].exec(text.slice(brace));
  if (found === null) return { text, id: undefined };
  const given = found[1] ?? found[2] ?? '';
  const id = form === 'braces' || form === 'brackets' ? given : /(?:^|[ \t])#([^\s{}#.=]+)/.exec(given)?.[1];
  const before = text.slice(0, brace).trimEnd();
  if (before === '' && form === 'braces-of-headings') return { text, id: undefined };
  // attr_list and kramdown take the closing hashes away after the attributes: `## Tea ## {: #my-tea }` is "Tea".
  return { text: form === 'attribute-list' ? before.replace(/(?<!#)#+$/, '').trimEnd() : before, id };
}

/** DocFX takes the name of an empty link that a heading begins with as the heading's id. */
function anchored(text: string): IdentifiedHeading {
  const found = ANCHOR.exec(text);
  return found === null ? { text, id: undefined } : { text: text.slice(found[0].length).trim(), id: found[1] };
}
