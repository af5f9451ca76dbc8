import { skipSpaces } from '../line-cursor.js';
import type { TemplateLanguage } from './dialect.js';
import type { Tag } from './jsx-tag.js';
import { VainReads } from './vain-reads.js';

/** Lines from a template tag on that are not read as markdown. */
interface TemplateLines {
  readonly kind: 'code' | 'comment' | 'tag';
  /** Offset in the last of them. */
  readonly end: number;
  /** The language of code. */
  readonly info: string;
}

/**
 * The opening tags of what is shown as code, or not at all, up to the closing tag. A shortcode of Hugo that names a
 * language, as the tabs of some themes do, contains code.
 */
const PAIRS: Readonly<Record<TemplateLanguage, RegExp | undefined>> = {
  gitbook: undefined,
  hugo: /\{\{[<%]\s*(?:(highlight|code|code-toggle|mermaid|[\w-]+(?=\s[^\r\n>%]*\blang(?:uage)?=))|(comment))\b([^\r\n]*?)[>%]\}\}/y,
  kumascript: undefined,
  liquid: /\{%-?\s*(?:(highlight)|(comment))\b([^\r\n]*?)%\}/y,
  mdbook: undefined,
  vue: undefined,
};

/** More than a file name has; of longer ones no pattern can be made. */
const MAX_NAME = 255;
const NAMED_LANGUAGE = /\blang(?:uage)?=["']?([\w+#-]+)/;
const FIRST_PARAMETER = /^[ \t]*["']?([\w+#-]*)/;

/** What a tag starts at `at`; `undefined` for other text, for what ends on its line, and for what is never closed. */
export function templateLines(
  template: TemplateLanguage,
  text: string,
  at: number,
  vainReads: VainReads,
): TemplateLines | undefined {
  const lines = pairedLines(template, text, at, vainReads) ?? tagLines(template, text, at, vainReads);
  return lines === undefined || !/[\r\n]/.test(text.slice(at, lines.end)) ? undefined : lines;
}

function pairedLines(
  template: TemplateLanguage,
  text: string,
  at: number,
  vainReads: VainReads,
): TemplateLines | undefined {
  const opening = PAIRS[template];
  if (opening === undefined) return undefined;
  opening.lastIndex = at;
  const found = opening.exec(text);
  if (found === null || found[3]!.trimEnd().endsWith('/')) return undefined;
  const [, code, comment = '', parameters = ''] = found;
  const name = code ?? comment;
  if (name.length > MAX_NAME) return undefined;
  const closing = template === 'hugo' ? `\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}` : `\\{%-?\\s*end${name}\\s*-?%\\}`;
  const end = templateEnd(new RegExp(closing, 'g'), text, opening.lastIndex, vainReads);
  if (end === -1) return undefined;
  const info =
    code === undefined ? '' : ((NAMED_LANGUAGE.exec(parameters) ?? FIRST_PARAMETER.exec(parameters))?.[1] ?? '');
  return { kind: code === undefined ? 'comment' : 'code', end, info };
}

function templateEnd(closing: RegExp, text: string, from: number, vainReads: VainReads): number {
  closing.lastIndex = from;
  const mayRead = vainReads.lookaheadEnd(from, text.length) === text.length;
  if (mayRead && closing.test(text)) return closing.lastIndex;
  vainReads.add(from, text.length);
  return -1;
}

/** A tag over several lines, with nothing after it. */
function tagLines(
  template: TemplateLanguage,
  text: string,
  at: number,
  vainReads: VainReads,
): TemplateLines | undefined {
  const tag = templateTag(template, text, { start: at, end: text.length }, vainReads);
  if (tag === undefined || !/^[ \t]*(?:[\r\n]|$)/.test(text.slice(tag.end, tag.end + 100))) return undefined;
  return { kind: 'tag', end: tag.end, info: '' };
}

const FORMS: Readonly<Record<TemplateLanguage, RegExp>> = {
  gitbook: /^\{(%)-?\s*(?!\s)()([\w-]*)(?![\w-])((?:[^%"']|"[^"]*"|'[^']*'|%(?!\}))*)%\}/,
  hugo: /^\{\{([<%])(?!\/\*)-?\s*(?!\s)(\/?)\s*(?!\s)([\w./-]*)(?![\w./-])((?:[^"`>%]|"(?:[^"\\]|\\.)*"|`[^`]*`|[>%](?!\}\}))*)[>%]\}\}/,
  kumascript: /^()()()\{\{[^{}]*\}\}/,
  liquid: /^\{(?:(%)-?\s*(?!\s)()([\w-]*)(?![\w-])((?:[^%"']|"[^"]*"|'[^']*'|%(?!\}))*)%\}|\{[^{}]*\}\})/,
  mdbook: /^()()()\{\{#[^{}\r\n]*\}\}/,
  vue: /^()()()\{\{[^{}]*\}\}/,
};
/** What each form starts with, so that other braces cost nothing. */
const OPENINGS: Readonly<Record<TemplateLanguage, RegExp>> = {
  gitbook: /^\{%/,
  hugo: /^\{\{[<%]/,
  kumascript: /^\{\{/,
  liquid: /^\{[{%]/,
  mdbook: /^\{\{#/,
  vue: /^\{\{/,
};
const PARAMETER =
  /(?:^|\s)(?:title|label|summary|alt|text|caption)\s*[=:]\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`)/gi;

/** Reads the template tag that starts at the `{` at `start`; `undefined` for other text. */
export function templateTag(
  template: TemplateLanguage,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  vainReads: VainReads,
): Tag | undefined {
  if (!OPENINGS[template].test(text.slice(start, start + 3))) return undefined;
  const limit = vainReads.lookaheadEnd(start, end);
  const found = FORMS[template].exec(text.slice(start, limit));
  if (found === null) {
    vainReads.add(start, limit);
    return undefined;
  }
  const [, , slash = '', name = '', parameters = ''] = found;
  const texts =
    template === 'kumascript'
      ? referenceTexts(found[0])
      : [...parameters.matchAll(PARAMETER)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  return { ...named(template, slash, name, parameters), end: start + found[0].length, texts };
}

/** A macro of KumaScript that refers to a page, and shows its second parameter, or else its first. */
const REFERENCE =
  /^\{\{\s*(?:\w+xref|webextapiref|(?:html|mathml|svg)element|svgattr|glossary|http(?:header|method|status)|csp|rfc)\s*\(/i;
const LITERAL = /"([^"]*)"|'([^']*)'|(\d+)/g;

function referenceTexts(macro: string): string[] {
  if (!REFERENCE.test(macro)) return [];
  const [first = '', second = ''] = Array.from(macro.matchAll(LITERAL), (match) => match[1] ?? match[2] ?? match[3]!);
  return [second.trim() || first.trim()];
}

/** A text on one line with what readers see of its template tags in their place. */
export function withoutTemplates(template: TemplateLanguage | undefined, text: string): string {
  if (template === undefined || !text.includes('{')) return text;
  const vainReads = new VainReads(text);
  let shown = '';
  for (let at = 0; at < text.length; ) {
    const tag = text[at] === '{' ? templateTag(template, text, { start: at, end: text.length }, vainReads) : undefined;
    shown += tag === undefined ? text[at] : tag.texts.join(' ');
    at = tag?.end ?? at + 1;
  }
  return shown;
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

/** Whether something is put in place of tags before markdown is read, so that those in code are not shown either. */
export function isRunBefore(template: TemplateLanguage | undefined): template is 'hugo' | 'liquid' {
  return template === 'hugo' || template === 'liquid';
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
