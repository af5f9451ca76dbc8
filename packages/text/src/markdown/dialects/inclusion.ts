import type { Dialect } from './dialect.js';
import type { Inclusion } from './dialect-scan.js';

type InclusionForm = NonNullable<Dialect['inclusions']>;

const VITEPRESS_CODE =
  /^[ \t]*<<<[ \t]*(?<path>[^\s{#[]+)(?:#(?<anchor>[\w*-]+))?[ \t]*(?:\{[^}]*\})?[ \t]*(?:\[[^\]]*\])?[ \t]*$/;
const VITEPRESS_PAGE =
  /<!--[ \t]*@include:[ \t]*(?<path>[^\s{#]+)(?:#(?<anchor>[^\s{]+))?(?:\{(?<lines>[\d,]*)\})?[ \t]*-->/;
const MDBOOK =
  /(?<!\\)\{\{#(?:include|rustdoc_include|playground|playpen)[ \t]+(?<path>[^\s:{}]+)(?<rest>(?::[^\s:{}]*){0,2})[^{}]*\}\}/;
const SNIPPET = /^[ \t]*-+8<-+[ \t]+(?:"(?<double>[^"\r\n]+)"|'(?<single>[^'\r\n]+)')[ \t]*$/;

const FORMS: Readonly<Record<InclusionForm, readonly RegExp[]>> = {
  vitepress: [VITEPRESS_CODE, VITEPRESS_PAGE],
  mdbook: [MDBOOK],
  snippets: [SNIPPET],
};

/** Characters without which a line includes nothing. */
const MARKS = { vitepress: /<<<|@include/, mdbook: /\{\{#/, snippets: /8</ } as const;

interface LinePlace extends Pick<Inclusion, 'line' | 'startOffset' | 'endOffset'> {
  /** Whether the line is one of a fenced block. */
  readonly isCode: boolean;
}

/** What a line includes, if anything; at most one file per line. */
export function inclusionOf(kind: InclusionForm, text: string, place: LinePlace): Inclusion | undefined {
  if (place.isCode && kind === 'vitepress') return undefined;
  const written = text.slice(place.startOffset, place.endOffset);
  if (!MARKS[kind].test(written)) return undefined;
  for (const form of FORMS[kind]) {
    const found = form.exec(written);
    if (found === null) continue;
    const startOffset = place.startOffset + found.index;
    return { line: place.line, startOffset, endOffset: startOffset + found[0].length, ...target(found.groups ?? {}) };
  }
  return undefined;
}

type Target = Pick<Inclusion, 'path' | 'anchor' | 'lines'>;

function target(groups: Readonly<Record<string, string | undefined>>): Target {
  const quoted = groups['double'] ?? groups['single'];
  if (quoted !== undefined) return colonTarget(quoted);
  const path = groups['path'] ?? '';
  if (groups['rest'] !== undefined) return colonTarget(path + groups['rest']);
  const lines = groups['lines'];
  return { path, anchor: groups['anchor'], lines: lines === undefined ? undefined : rangeOf(lines.split(',')) };
}

/** `path`, `path:anchor`, `path:3`, `path:3:8`, `path::8`. */
function colonTarget(written: string): Target {
  const [path = '', ...rest] = written.split(':');
  const isNumbers = rest.length > 0 && rest.every((part) => /^\d*$/.test(part));
  if (isNumbers) return { path, anchor: undefined, lines: rangeOf(rest) };
  return { path, anchor: rest.length === 0 ? undefined : rest.join(':'), lines: undefined };
}

/** One number is one line; an empty end is the file's. */
function rangeOf(numbers: readonly string[]): NonNullable<Inclusion['lines']> {
  const [first = '', last] = numbers;
  const from = first === '' ? 1 : Number(first);
  if (last === undefined) return { firstLine: from, lastLine: from };
  return { firstLine: from, lastLine: last === '' ? undefined : Number(last) };
}
