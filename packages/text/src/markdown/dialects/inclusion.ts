import type { Dialect } from './dialect.js';
import type { Inclusion } from './dialect-scan.js';
import { docfxPart } from './docfx-part.js';
import { partialImports } from './partial-imports.js';

type InclusionForm = NonNullable<Dialect['inclusions']>;

const VITEPRESS_CODE =
  /^[ \t]*<<<[ \t]*(?<path>[^\s{#[]+)(?:#(?<anchor>[\w*-]+))?(?:[ \t]*\{[^}]*\})?(?:[ \t]*\[[^\]]*\])?[ \t]*$/;
const VITEPRESS_PAGE =
  /<!--[ \t]*@include:[ \t]*(?<path>[^\s{#]+)(?:#(?<anchor>[^\s{]+))?(?:\{(?<lines>[\d,]*)\})?[ \t]*-->/;
const MDBOOK =
  /(?<!\\)\{\{#(?:include|rustdoc_include|playground|playpen)[ \t]+(?<path>[^\s:{}]+)(?![^\s:{}])(?<rest>(?::[^\s:{}]*(?![^\s:{}])){0,2})[^{}]*\}\}/;
const SNIPPET = /^[ \t]*-+8<-+[ \t]+(?:"(?<double>[^"\r\n]+)"|'(?<single>[^'\r\n]+)')[ \t]*$/;

const DOCFX_PAGE =
  /\[!INCLUDE[ \t]*\[[^\]]{0,500}\]\([ \t]*<?(?<path>[^\s<>()?#]{1,500})(?:[?#][^\s()]{0,500})?>?(?:[ \t]+"[^"]{0,500}")?[ \t]*\)[ \t]*\]/i;
const DOCFX_CODE =
  /\[!code(?:-[\w+#-]{1,50})?[ \t]*\[[^\]]{0,500}\]\([ \t]*<?(?<path>[^\s<>()?#]{1,500})(?:[?#](?<part>[^\s<>()]{0,500}))?>?(?:[ \t]+"[^"]{0,500}")?[ \t]*\)[ \t]*\]/i;
const DOCFX_CODE_DIRECTIVE = /:::[ \t]*code\b(?<attributes>(?:[^:"]|"[^"]{0,500}"){0,500}):::/i;

/** A component alone on a line, as that of an imported file is. */
const COMPONENT = /^[ \t]*<(?<component>[A-Z]\w*)(?:[ \t][^<>]*)?(?:\/>|>[ \t]*<\/\k<component>>)[ \t]*$/;

const FORMS: Readonly<Record<InclusionForm, readonly RegExp[]>> = {
  vitepress: [VITEPRESS_CODE, VITEPRESS_PAGE],
  mdbook: [MDBOOK],
  partials: [COMPONENT],
  snippets: [SNIPPET],
  docfx: [DOCFX_PAGE, DOCFX_CODE, DOCFX_CODE_DIRECTIVE],
};

/** Characters without which a line includes nothing. */
const MARKS = {
  vitepress: /<<<|@include/,
  mdbook: /\{\{#/,
  partials: /<[A-Z]/,
  snippets: /8</,
  docfx: /\[!(?:include|code)|:::[ \t]*code\b/i,
} as const;

const SOURCE = /\ssource="([^"]*)"/i;

/** Forms that the generator reads inside of code as well. */
const READS_CODE: ReadonlySet<InclusionForm> = new Set(['mdbook', 'snippets']);

/** Whether a text may include anything: most do not, and need no further look. */
export function mayInclude(kind: InclusionForm, text: string): boolean {
  return kind === 'partials' ? partialImports(text).size > 0 : MARKS[kind].test(text);
}

interface LinePlace extends Pick<Inclusion, 'line' | 'startOffset' | 'endOffset'> {
  /** Whether the line is one of a fenced block. */
  readonly isCode: boolean;
}

/** Finds what the lines of one text include. */
export class InclusionFinder {
  private imports: ReadonlyMap<string, string> | undefined;

  constructor(
    private readonly kind: InclusionForm,
    private readonly text: string,
  ) {}

  /** What a line includes, if anything; at most one file per line. */
  in(place: LinePlace): Inclusion | undefined {
    const { kind } = this;
    if (place.isCode && !READS_CODE.has(kind)) return undefined;
    const written = this.text.slice(place.startOffset, place.endOffset);
    if (!MARKS[kind].test(written)) return undefined;
    for (const form of FORMS[kind]) {
      const found = form.exec(written);
      const included = found === null ? undefined : this.target(found.groups ?? {});
      if (included === undefined) continue;
      const startOffset = place.startOffset + found!.index;
      return { line: place.line, startOffset, endOffset: startOffset + found![0].length, ...included };
    }
    return undefined;
  }

  private target(groups: Readonly<Record<string, string | undefined>>): Target | undefined {
    const component = groups['component'];
    if (component === undefined) return target(groups);
    this.imports ??= partialImports(this.text);
    const path = this.imports.get(component);
    return path === undefined ? undefined : { path, anchor: undefined, lines: undefined };
  }
}

type Target = Pick<Inclusion, 'path' | 'anchor' | 'lines'>;

function target(groups: Readonly<Record<string, string | undefined>>): Target {
  const quoted = groups['double'] ?? groups['single'];
  if (quoted !== undefined) return colonTarget(quoted);
  const attributes = groups['attributes'];
  if (attributes !== undefined) return { path: SOURCE.exec(attributes)?.[1] ?? '', ...docfxPart(attributes) };
  const path = groups['path'] ?? '';
  if (groups['part'] !== undefined) return { path, ...docfxPart(groups['part']) };
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
