import { componentTag } from './component-block.js';
import type { DirectiveForm } from './dialect.js';
import type { DirectiveTag } from './directive-tag.js';
import { docfxTag } from './docfx-directive.js';
import { fenceDirective } from './fence-directive.js';
import { slashTag } from './slash-block.js';

/** `::: {#id .name title="Title"}`, as Pandoc has it; colons may follow. */
const BRACED = /^(:{3,})[ \t]*\{([^{}]*)\}[ \t]*:*$/;
const TITLE = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)')/;

const STARTS: Readonly<Record<DirectiveForm, string>> = {
  colons: ':',
  'braced-colons': ':',
  slashes: ':/',
  fences: ':`~',
  components: ':#',
  'named-ends': ':#',
};

/** Whether a line whose content starts with a character may be a directive. */
export function startsDirective(form: DirectiveForm, first: number): boolean {
  return STARTS[form].includes(String.fromCharCode(first));
}

/**
 * The directive that a line is, from its content on.
 *
 * @param at UTF-16 offset of the line's content
 * @param end UTF-16 offset of the line's end
 */
export function directiveTag(text: string, at: number, end: number, form: DirectiveForm): DirectiveTag | undefined {
  switch (form) {
    case 'slashes':
      return slashTag(text, at, end);
    case 'fences':
      return fenceDirective(text, at, end);
    case 'components':
      return componentTag(text, at, end);
    case 'named-ends':
      return docfxTag(text, at, end);
    default:
      return colonTag(text, at, end, form === 'braced-colons');
  }
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
