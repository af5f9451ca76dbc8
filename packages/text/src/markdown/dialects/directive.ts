import type { DirectiveForm } from './dialect.js';
import type { DirectiveTag } from './directive-tag.js';
import { docfxTag } from './docfx-directive.js';
import { slashTag } from './slash-block.js';

/** `::: {#id .name title="Title"}`, as Pandoc has it; colons may follow. */
const BRACED = /^(:{3,})[ \t]*\{([^{}]*)\}[ \t]*:*$/;
const TITLE = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)')/;

const COLON = 58;
const HASH = 35;
const SLASH = 47;

/** Whether a line whose content starts with a character may be a directive. */
export function startsDirective(form: DirectiveForm, first: number): boolean {
  return first === COLON || (first === SLASH && form === 'slashes') || (first === HASH && form === 'named-ends');
}

/**
 * The directive that a line is, from its content on.
 *
 * @param at UTF-16 offset of the line's content
 * @param end UTF-16 offset of the line's end
 */
export function directiveTag(text: string, at: number, end: number, form: DirectiveForm): DirectiveTag | undefined {
  if (form === 'slashes') return slashTag(text, at, end);
  return form === 'named-ends' ? docfxTag(text, at, end) : colonTag(text, at, end, form === 'braced-colons');
}

function colonTag(text: string, at: number, end: number, isBraced: boolean): DirectiveTag | undefined {
  const braced = isBraced ? BRACED.exec(text.slice(at, end).trimEnd()) : null;
  if (braced !== null) {
    const title = TITLE.exec(braced[2]!);
    return { fence: braced[1]!, kind: 'open', title: title?.[1] ?? title?.[2] ?? '', end };
  }
  const found = /^(:{3,})[ \t]*(?:([A-Za-z][\w-]*)(?![\w-])[ \t]*(?![ \t])(.*))?$/.exec(text.slice(at, end).trimEnd());
  if (found === null) return undefined;
  const [, fence = '', name, rest = ''] = found;
  if (name === undefined) return { fence, kind: 'close', title: '', end };
  const label = /^\[(?=.*[\]}]$)(.*)\]\s*(?:\{.*\})?$/.exec(rest)?.[1];
  return { fence, kind: 'open', title: label ?? rest.replace(/\{[^{}]*\}$/, '').trim(), end };
}
