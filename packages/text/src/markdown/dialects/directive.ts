import type { DirectiveForm } from './dialect.js';
import { braceEnd, textAttributes } from './heading-id.js';
import { docfxPiece, shownAttributes } from './inline-forms.js';
import type { VainReads } from './vain-reads.js';

const NEXT_LINE = /(?:\r\n|\r|\n)[ \t>]*([^\r\n]*)/y;

/** A line without the white space around it and the markers of quotes before it. */
interface LineAfter {
  readonly content: string;
  /** UTF-16 offset of its end. */
  readonly end: number;
}

/** The line after the one that ends at `end`; `undefined` after the last one. */
function lineAfter(text: string, end: number): LineAfter | undefined {
  NEXT_LINE.lastIndex = end;
  const found = NEXT_LINE.exec(text);
  return found === null ? undefined : { content: found[1]!.trimEnd(), end: NEXT_LINE.lastIndex };
}

const FENCE_OPENING = /^(`{3,}|~{3,}|:{3,})[ \t]*\{([A-Za-z][\w:.+-]*)(?![\w:.+-])[^{}]*\}[ \t]*((?![ \t]).*)$/;
/** A container that is only a class. */
const CLASS = /^(:{3,})[ \t]*[A-Za-z][\w-]*$/;
const FENCE_CLOSING = /^(?:`{3,}|~{3,}|:{3,})$/;
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
  if (FENCE_CLOSING.test(line)) return { fence: line, kind: 'close', title: '', end, content: 'text' };
  const fenceOfClass = CLASS.exec(line)?.[1];
  if (fenceOfClass !== undefined) return { fence: fenceOfClass, kind: 'open', title: '', end, content: 'text' };
  const opening = FENCE_OPENING.exec(line);
  if (opening === null) return undefined;
  const [, fence = '', name = '', argument = ''] = opening;
  if (fence.startsWith('`') && argument.includes('`')) return undefined;
  const { content, hasTitle } = directiveContent(name, fence.startsWith(':'));
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
  if (closing !== undefined && vainReads.lookaheadEnd(from, text.length) === text.length) {
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

/** What a directive of MyST contains. */
interface DirectiveContent {
  readonly content: 'text' | 'code' | 'nothing';
  /** Whether what is written after its name is text that readers see. */
  readonly hasTitle: boolean;
}

const CODE = nameSet(`
  code code-block code-cell sourcecode literalinclude math parsed-literal prompt console command-output program-output
  doctest testcode testoutput testsetup testcleanup ipython jupyter-execute jupyter-input jupyter-output exec
  mermaid graphviz digraph graph plantuml uml svgbob aafig
  python py r julia bash sh shell javascript js typescript ts java c cpp rust go html css json yaml toml sql xml diff text
`);
/** Lists that the generator makes, what only it reads, and text that is not markdown. */
const DIRECTIVES_WITHOUT_TEXT = nameSet(`
  toctree contents tableofcontents index genindex eval-rst raw include bibliography footbibliography tags todolist
  currentmodule module py:currentmodule py:module highlight default-role default-domain default-intersphinx meta
  embed sectnum role tabularcolumns only-if nb-exec-table ifconfig
`);
/** What is written after the name is a path, a class, a label or a number. */
const DIRECTIVES_WITHOUT_TITLE = nameSet(`
  figure image div container grid tab-set tab-set-code grid-item card-carousel only video youtube vimeo iframe
  subfigure button-link button-ref solution solution-start solution-end exercise-end gated-exercise-end
  figure-md card-link class rst-class
`);

/** @param isContainer whether it is written with colons, as what contains markdown is; `{python}` in backticks is code */
function directiveContent(name: string, isContainer: boolean): DirectiveContent {
  const lower = name.toLowerCase();
  if (DIRECTIVES_WITHOUT_TEXT.has(lower) || /^(?:py:)?auto/.test(lower)) return { content: 'nothing', hasTitle: false };
  if (CODE.has(lower) && !(isContainer && lower === 'text')) return { content: 'code', hasTitle: false };
  return { content: 'text', hasTitle: !DIRECTIVES_WITHOUT_TITLE.has(lower) };
}

function nameSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const COMPONENT_OPENING = /^(:{2,})([A-Za-z][\w-]*)(?![\w-])(?:\[([^[\]]*)\])?/;
const COMPONENT_CLOSING = /^(:{2,})$/;
/** Names the slot of a component that the lines after it fill. */
const SLOT = /^#[A-Za-z][\w-]*(?:\{[^{}]*\})?$/;
const TEXT_PROPERTY =
  /^[ \t]*(?:title|label|summary|alt)[ \t]*:[ \t]*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^\s"'>|{[][^\r\n]*))/gm;
/** Nobody gives a component longer properties. */
const MAX_PROPERTY_LINES = 100;

/** The component of MDC that a line opens or closes, from its content on, or the slot that it names. */
function componentTag(text: string, at: number, end: number): DirectiveTag | undefined {
  const line = text.slice(at, end).trimEnd();
  if (SLOT.test(line)) return { fence: '', kind: 'alone', title: '', end };
  const closing = COMPONENT_CLOSING.exec(line);
  if (closing !== null) return { fence: closing[1]!, kind: 'close', title: '', end };
  const opening = COMPONENT_OPENING.exec(line);
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
  const closing = first === undefined ? undefined : closingFence(first.content);
  if (closing === undefined) return end;
  let line = first;
  for (let count = 0; count < MAX_PROPERTY_LINES && line !== undefined; count++) {
    line = lineAfter(text, line.end);
    if (line?.content === closing) return line.end;
  }
  return end;
}

function closingFence(opening: string): string | undefined {
  if (opening === '---') return '---';
  return /^```ya?ml[ \t]*\[props\]$/.test(opening) ? '```' : undefined;
}

/** `:::zone pivot="a"`, `:::zone-end`, `:::image type="content" source="a.png":::`. */
const DOCFX_LINE = /^:::[ \t]*([a-z][\w-]*)(?![\w-])(.*)$/i;
/** The title of a tab, which is a heading only by its marks: `# [Windows](#tab/windows)`. */
const TAB = /^#{1,6}[ \t]+\[([^\]\r\n]{0,500})\]\(#tab\/[^)\r\n]{0,500}\)$/;
/** An image whose body is a description. */
const DESCRIBED_IMAGE = /\btype="complex"/;
const ZONE_END_SUFFIX = '-end';
const CONTAINERS = new Set('zone moniker row column'.split(' '));

/**
 * The container, image, video or title of a tab that a line of a DocFX page is. Containers are paired by their names, as
 * `:::zone-end` says what it closes.
 */
function docfxTag(text: string, at: number, end: number): DirectiveTag | undefined {
  const line = text.slice(at, end).trimEnd();
  const tab = TAB.exec(line);
  if (tab !== null) return { fence: 'tab', kind: 'alone', title: tab[1]!, end };
  const found = DOCFX_LINE.exec(line);
  if (found === null) return undefined;
  const [, written = '', attributes = ''] = found;
  const name = written.toLowerCase();
  if (name.endsWith(ZONE_END_SUFFIX))
    return { fence: name.slice(0, -ZONE_END_SUFFIX.length), kind: 'close', title: '', end };
  const isContainer = CONTAINERS.has(name) || (name === 'image' && DESCRIBED_IMAGE.test(attributes));
  const title = shownAttributes(attributes);
  if (isContainer) return { fence: name, kind: 'open', title, end };
  const isAlone = docfxPiece(text, at)?.end === at + line.length;
  return isAlone ? { fence: name, kind: 'alone', title, end } : undefined;
}

/** `/// name | Title` opens a block of PyMdown Extensions, and as many slashes close it. */
const FENCE = /^(\/{3,})[ \t]*(?:([A-Za-z_][\w-]*)[ \t]*(?:\|(.*))?)?$/;
/** `::: package.module.Name` is where mkdocstrings writes the documentation of an object. */
const OBJECT = /^(:::)[ \t]+([\w.:/-]+)$/;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Columns by which options are indented, at least. */
const OPTION_INDENT = 4;

/** The block that a line of a MkDocs page opens, closes or is, from its content on, with the options in the lines after it. */
function slashTag(text: string, at: number, end: number): DirectiveTag | undefined {
  const line = text.slice(at, end).trimEnd();
  const object = OBJECT.exec(line);
  if (object !== null)
    return { fence: object[1]!, kind: 'alone', title: object[2]!, end: slashOptionsEnd(text, at, end) };
  const fence = FENCE.exec(line);
  if (fence === null) return undefined;
  const [, slashes = '', name, title = ''] = fence;
  if (name === undefined) return { fence: slashes, kind: 'close', title: '', end };
  return { fence: slashes, kind: 'open', title: title.trim(), end: slashOptionsEnd(text, at, end) };
}

/** Where the options end that follow a line, which are indented more than it; a blank line ends them. */
function slashOptionsEnd(text: string, at: number, end: number): number {
  let lineStart = at;
  while (lineStart > 0 && !isLineEnd(text.charCodeAt(lineStart - 1))) lineStart--;
  const leastIndent = at - lineStart + OPTION_INDENT;
  let last = end;
  for (;;) {
    INDENTED_LINE.lastIndex = last;
    const [, indent = '', content = ''] = INDENTED_LINE.exec(text) ?? [];
    if (indent.length < leastIndent || content === '') return last;
    last = INDENTED_LINE.lastIndex;
  }
}

/** The end of a line, and the next one. */
const INDENTED_LINE = /(?:\r\n|\r|\n)([ \t]*)([^\r\n]*)/y;

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** Deeper ones are text: it bounds the time to find the one that a line closes. */
const MAX_OPEN = 100;

interface OpenDirective {
  readonly fence: string;
  /** Containers, such as list items, that it is in. */
  readonly depth: number;
}

/** The directives around a line, innermost last. */
export class OpenDirectives {
  private readonly open: OpenDirective[] = [];

  get isEmpty(): boolean {
    return this.open.length === 0;
  }

  /** Forgets those that ended with the containers around them, of which `depth` are left. */
  truncate(depth: number): void {
    while (this.open.length > 0 && this.open.at(-1)!.depth > depth) this.open.pop();
  }

  add({ fence }: DirectiveTag, depth: number): void {
    if (this.open.length < MAX_OPEN) this.open.push({ fence, depth });
  }

  /** Closes the innermost one that a fence closes: of the same characters, and not of fewer. Says whether there is one. */
  close({ fence }: Pick<DirectiveTag, 'fence'>): boolean {
    const at = this.open.findLastIndex((each) => fence.startsWith(each.fence));
    if (at !== -1) this.open.splice(at);
    return at !== -1;
  }

  /** Whether a fence would close one. */
  hasPartner(fence: string): boolean {
    return this.open.some((each) => fence.startsWith(each.fence));
  }
}

/** `::: {#id .name title="Title"}`, as Pandoc has it; colons may follow. */
const BRACED_OPENING = /^(:{3,})[ \t]*\{([^{}]*)\}[ \t]*:*$/;
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
  const braced = isBraced ? BRACED_OPENING.exec(text.slice(at, end).trimEnd()) : null;
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

/** A line that opens or closes a container, such as `:::name[Title]{attributes}` or `:::`. */
interface DirectiveTag {
  /** The run of colons or slashes. */
  readonly fence: string;
  /** `alone`: it contains nothing, and nothing closes it. */
  readonly kind: 'open' | 'close' | 'alone';
  /** What readers see of it; empty without a title. */
  readonly title: string;
  /** UTF-16 offset at which it ends, with the lines of its options but without the last line's end. */
  readonly end: number;
}
