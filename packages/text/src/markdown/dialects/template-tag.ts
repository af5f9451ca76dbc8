import { skipSpaces } from '../line-cursor.js';
import type { TemplateLanguage } from './dialect.js';
import type { Tag } from './jsx-tag.js';
import { VainReads } from './vain-reads.js';

const FORMS: Readonly<Record<TemplateLanguage, RegExp>> = {
  gitbook: /^\{(%)-?\s*(?!\s)()([\w-]*)(?![\w-])((?:[^%"']|"[^"]*"|'[^']*'|%(?!\}))*)%\}/,
  hugo: /^\{\{([<%])(?!\/\*)-?\s*(?!\s)(\/?)\s*(?!\s)([\w./-]*)(?![\w./-])((?:[^"`>%]|"(?:[^"\\]|\\.)*"|`[^`]*`|[>%](?!\}\}))*)[>%]\}\}/,
  liquid: /^\{(?:(%)-?\s*(?!\s)()([\w-]*)(?![\w-])((?:[^%"']|"[^"]*"|'[^']*'|%(?!\}))*)%\}|\{[^{}]*\}\})/,
  mdbook: /^()()()\{\{#[^{}\r\n]*\}\}/,
  vue: /^()()()\{\{[^{}]*\}\}/,
};
/** What each form starts with, so that other braces cost nothing. */
const OPENINGS: Readonly<Record<TemplateLanguage, RegExp>> = {
  gitbook: /^\{%/,
  hugo: /^\{\{[<%]/,
  liquid: /^\{[{%]/,
  mdbook: /^\{\{#/,
  vue: /^\{\{/,
};
const PARAMETER = /(?:^|\s)(?:title|label|summary|alt)\s*[=:]\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`)/gi;

/** Reads the template tag that starts at the `{` at `start`; `undefined` for other text. */
export function templateTag(
  template: TemplateLanguage,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  vainReads: VainReads,
): Tag | undefined {
  if (!OPENINGS[template].test(text.slice(start, start + 3))) return undefined;
  const limit = vainReads.limit(start, end);
  const found = FORMS[template].exec(text.slice(start, limit));
  if (found === null) {
    vainReads.add(start, limit);
    return undefined;
  }
  const [, , slash = '', name = '', parameters = ''] = found;
  const texts = [...parameters.matchAll(PARAMETER)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  return { ...named(template, slash, name, parameters), end: start + found[0].length, texts };
}

/** Whether a text on one line is template tags and white space, and has at least one of them. */
export function areTagsOnly(template: TemplateLanguage, text: string): boolean {
  const vainReads = new VainReads(text);
  const end = text.length;
  let at = 0;
  while (at < end) {
    const tag = templateTag(template, text, { start: at, end }, vainReads);
    if (tag === undefined) return false;
    at = skipSpaces(text, tag.end, end);
  }
  return end > 0;
}

/** Whether `endname` closes `name`, and braces are text between `raw` and `endraw`. */
export function isLiquid(template: TemplateLanguage | undefined): boolean {
  return template === 'liquid' || template === 'gitbook';
}

function named(
  template: TemplateLanguage,
  slash: string,
  name: string,
  parameters: string,
): Pick<Tag, 'name' | 'kind'> {
  if (name === '') return { name, kind: 'void' };
  if (isLiquid(template) && name.startsWith('end')) return { name: name.slice(3), kind: 'close' };
  if (slash !== '') return { name, kind: 'close' };
  return { name, kind: parameters.trimEnd().endsWith('/') ? 'void' : 'open' };
}
