import { braceEnd, textAttributes } from './braces.js';
import type { DirectiveTag } from './directive-tag.js';
import { lineAfter } from './line-after.js';

const OPENING = /^(:{2,})([A-Za-z][\w-]*)(?![\w-])(?:\[([^[\]]*)\])?/;
const CLOSING = /^(:{2,})$/;
/** Names the slot of a component that the lines after it fill. */
const SLOT = /^#[A-Za-z][\w-]*(?:\{[^{}]*\})?$/;
const TEXT_PROPERTY =
  /^[ \t]*(?:title|label|summary|alt)[ \t]*:[ \t]*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^\s"'>|{[][^\r\n]*))/gm;
/** Nobody gives a component longer properties. */
const MAX_PROPERTY_LINES = 100;

/** The component of MDC that a line opens or closes, from its content on, or the slot that it names. */
export function componentTag(text: string, at: number, end: number): DirectiveTag | undefined {
  const line = text.slice(at, end).trimEnd();
  if (SLOT.test(line)) return { fence: '', kind: 'alone', title: '', end };
  const closing = CLOSING.exec(line);
  if (closing !== null) return { fence: closing[1]!, kind: 'close', title: '', end };
  const opening = OPENING.exec(line);
  if (opening === null) return undefined;
  const [written, fence = '', , label = ''] = opening;
  const rest = line.slice(written.length);
  if (rest !== '' && braceEnd(rest, 0) !== rest.length) return undefined;
  const last = propertiesEnd(text, end);
  const titles = [label, ...textAttributes(rest), ...textProperties(text.slice(end, last))];
  return { fence, kind: 'open', title: titles.filter((title) => title !== '').join(' '), end: last };
}

/** What readers see of the properties of a component. */
function textProperties(yaml: string): string[] {
  return [...yaml.matchAll(TEXT_PROPERTY)].map(([, double, single, plain]) => (double ?? single ?? plain!).trim());
}

/** Where the YAML of a component ends, which is between two `---` lines after it, or in a fence `[props]`. */
function propertiesEnd(text: string, end: number): number {
  const first = lineAfter(text, end);
  const closing = first === undefined ? undefined : closingOf(first.content);
  if (closing === undefined) return end;
  let line = first;
  for (let count = 0; count < MAX_PROPERTY_LINES && line !== undefined; count++) {
    line = lineAfter(text, line.end);
    if (line?.content === closing) return line.end;
  }
  return end;
}

function closingOf(opening: string): string | undefined {
  if (opening === '---') return '---';
  return /^```ya?ml[ \t]*\[props\]$/.test(opening) ? '```' : undefined;
}
