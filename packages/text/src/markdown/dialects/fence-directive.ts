import type { DirectiveTag } from './directive-tag.js';
import { contentOf } from './fence-directive-names.js';
import { lineAfter } from './line-after.js';
import type { VainReads } from './vain-reads.js';

const OPENING = /^(`{3,}|~{3,}|:{3,})[ \t]*\{([A-Za-z][\w:.+-]*)(?![\w:.+-])[^{}]*\}[ \t]*((?![ \t]).*)$/;
/** A container that is only a class. */
const CLASS = /^(:{3,})[ \t]*[A-Za-z][\w-]*$/;
const CLOSING = /^(?:`{3,}|~{3,}|:{3,})$/;
const CLOSING_LINES: Readonly<Record<string, RegExp | undefined>> = {
  '`': /^[ \t>]*(`{3,})[ \t]*$/gm,
  '~': /^[ \t>]*(~{3,})[ \t]*$/gm,
  ':': /^[ \t>]*(:{3,})[ \t]*$/gm,
};
const OPTION = /^:[A-Za-z][\w-]*:(?=\s|$)/;
const TEXT_OPTION =
  /^[ \t>]*(?::(?:alt|caption|title|header|footer):|(?:alt|caption|title|header|footer):)[ \t]+(?:"([^"\r\n]*)"|'([^'\r\n]*)'|(\S[^\r\n]*))/gm;

/** A directive of MyST: a container of text, of code, or of what readers do not see as such. */
export interface FenceDirective extends DirectiveTag {
  readonly content: 'text' | 'code' | 'nothing';
}

/**
 * The directive of MyST that a line opens or closes, from its content on; its end is that of the options in the lines
 * after it.
 */
export function fenceDirective(text: string, at: number, end: number): FenceDirective | undefined {
  const line = text.slice(at, end).trimEnd();
  if (CLOSING.test(line)) return { fence: line, kind: 'close', title: '', end, content: 'text' };
  const fenceOfClass = CLASS.exec(line)?.[1];
  if (fenceOfClass !== undefined) return { fence: fenceOfClass, kind: 'open', title: '', end, content: 'text' };
  const opening = OPENING.exec(line);
  if (opening === null) return undefined;
  const [, fence = '', name = '', argument = ''] = opening;
  if (fence.startsWith('`') && argument.includes('`')) return undefined;
  const { content, hasTitle } = contentOf(name, fence.startsWith(':'));
  const last = optionsEnd(text, end);
  const values = content === 'text' ? [...text.slice(end, last).matchAll(TEXT_OPTION)] : [];
  const titles = [
    hasTitle ? titleIn(argument) : '',
    ...values.map(([, double, single, plain]) => double ?? single ?? plain!),
  ];
  return { fence, kind: 'open', title: titles.filter((each) => each !== '').join('\n'), end: last, content };
}

/** Numbers are measures, as the columns of a grid. */
function titleIn(argument: string): string {
  return /^[\d\s.]*$/.test(argument) ? '' : argument;
}

/**
 * Where the options of a directive end: the lines `:key: value` after its first one, or YAML between two `---` lines.
 *
 * @param end UTF-16 offset of the end of its first line
 */
export function optionsEnd(text: string, end: number): number {
  let last = end;
  const first = lineAfter(text, last);
  if (first?.content === '---') {
    for (let line = lineAfter(text, first.end); line !== undefined; line = lineAfter(text, line.end)) {
      if (line.content === '---') return line.end;
    }
    return end;
  }
  for (let line = first; line !== undefined && OPTION.test(line.content); line = lineAfter(text, line.end))
    last = line.end;
  return last;
}

/** Offset of the end of the line that closes a fence, from `from` on; -1 without one. */
export function closingFenceEnd(text: string, from: number, fence: string, vainReads: VainReads): number {
  const closing = CLOSING_LINES[fence.charAt(0)];
  if (closing !== undefined && vainReads.limit(from, text.length) === text.length) {
    closing.lastIndex = from;
    for (let found = closing.exec(text); found !== null; found = closing.exec(text))
      if (found[1]!.length >= fence.length) return closing.lastIndex;
  }
  vainReads.add(from, text.length);
  return -1;
}

/** How the fence around code of a directive is written in plain markdown: the language of the code after it. */
export function languageOf(info: string): string | undefined {
  const found = /^\{([A-Za-z][\w:.+-]*)(?![\w:.+-])[^{}]*\}[ \t]*([\w+#-]*)/.exec(info);
  if (found === null) return undefined;
  const [, name = '', argument = ''] = found;
  return /^(?:code(?:-block|-cell)?|sourcecode|prompt)$/.test(name) ? argument : name;
}
