import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type Dialect, isDialectScan, lineNumberAt, scanMarkdown } from '@topicmill/text/markdown';
import { oneLine } from '@topicmill/text/white-space';

/** The opening of a tag of Hugo or Quarto, or of Liquid, with its name; an output has none. */
const TAG = /^\{(?:\{[<%]|%)-?\s*(?<slash>\/?)\s*(?<name>[\w./-]*)|^\{\{/;
/** The opening of a macro of KumaScript, with its name. */
const KUMASCRIPT_MACRO = /^\{\{\s*(?<name>[\w-]*)/;
/** Tags that show nothing, a link or a picture, or what is inside of them. */
const SHOWS_NO_TEXT =
  /^(?:apiref|assign|break|capture|case|comment|continue|cycle|decrement|else|elsif|embed\w+|figure|fontawesome|for|gist|icon|if|ifversion|img|increment|inheritancediagram|interactiveexample|link|post_url|qr|raw|ref|relref|seo|set|tablerow|toc|tweet|unless|video|vimeo|when|x|youtube|end\w+|\w+sidebar)$/i;

/** What a macro is known by, where only its generator knows what it shows. */
const OPENINGS: Readonly<Partial<Record<NonNullable<Dialect['template']>, RegExp>>> = {
  hugo: TAG,
  kumascript: KUMASCRIPT_MACRO,
  liquid: TAG,
  vue: /^\{\{/,
};

/** What a tag follows that is, or begins, the destination of a link or the address of an element. */
const BEFORE_ADDRESS = /(?:\]\([ \t]*<?|^ {0,3}\[[^\]\r\n]{1,300}\]:[ \t]*|\b(?:href|src)=["']?)$/;
/** UTF-16 units that are looked at before a tag. */
const MAX_BEFORE = 320;

/** A kind of macro in a page. */
interface Macro {
  readonly example: string;
  readonly start: number;
  readonly count: number;
}

/**
 * What of a page only its generator can fill, counted once a kind: tags that have no text in their parameters and none
 * inside of them, and whose names and places do not say that they show none.
 *
 * @param filled UTF-16 offsets at which inclusions are written that files fill
 */
export function unresolvedMacros(
  text: string,
  { bodyOffset, dialect, file }: { bodyOffset: number; dialect: Dialect | undefined; file: string },
  filled: ReadonlySet<number>,
): Diagnostic[] {
  const opening = dialect?.template === undefined ? undefined : OPENINGS[dialect.template];
  if (opening === undefined || !/\{[{%]/.test(text)) return [];
  const scan = scanMarkdown(text, { bodyOffset, dialect });
  if (!isDialectScan(scan)) return [];
  const closed = new Set<string>();
  const macros = new Map<string, Macro>();
  for (const { start, end, text: shown } of scan.markups) {
    const written = text.slice(start, end);
    const found = opening.exec(written);
    if (found === null) continue;
    const { slash = '', name = '' } = found.groups ?? {};
    if (slash !== '') closed.add(name);
    if (/^end\w/.test(name)) closed.add(name.slice(3));
    if (slash !== '' || SHOWS_NO_TEXT.test(name) || shown.trim() !== '' || filled.has(start)) continue;
    const lineStart = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - MAX_BEFORE);
    if (BEFORE_ADDRESS.test(text.slice(lineStart, start))) continue;
    const known = macros.get(name);
    macros.set(name, { example: written, start, ...known, count: (known?.count ?? 0) + 1 });
  }
  return [...macros].flatMap(([name, { example, start, count }]): Diagnostic[] => {
    if (closed.has(name)) return [];
    const output = dialect?.template === 'vue' ? 'An expression of Vue' : 'An output of Liquid';
    const kind = name === '' ? output : `The macro ${name}`;
    const message = `${kind} is filled by the generator alone, ${count === 1 ? 'once' : `${count} times`}: ${shortened(oneLine(example))}`;
    const line = lineNumberAt(text, start);
    const remedy = `Set site.built to the folder of the HTML, which has what ${name || 'it'} shows, or read that by sources: html.`;
    return [{ severity: 'warning', code: 'MACRO_UNRESOLVED', message, file, line, remedy, extent: count }];
  });
}

const MAX_EXAMPLE = 80;

function shortened(example: string): string {
  return example.length > MAX_EXAMPLE ? `${example.slice(0, MAX_EXAMPLE)}…` : example;
}
