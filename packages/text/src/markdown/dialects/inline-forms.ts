import { BREADCRUMB_SEPARATOR } from '../heading-text.js';
import type { Dialect } from './dialect.js';
import type { Markup } from './dialect-scan.js';
import { braceEnd, MAX_ATTRIBUTES, textAttributes } from './heading-id.js';
import type { VainReads } from './vain-reads.js';

const LINK = /\[\[([^[\]\r\n]{1,500})\]\]/y;
const VAULT_EMBED = /!\[\[([^[\]\r\n]{1,500})\]\]/y;
/** `[!note]-` after the markers of a quote. */
const CALLOUT = /(?<=^[ \t>]*>[ \t]*)\[![\w-]{1,100}(?:\|[^\]\r\n]{0,100})?\][+-]?(?:[^\S\r\n]+|(?=[\r\n]|$))/my;
const HIGHLIGHT = /(?<!=)==(?![=\s])(?:[^=\r\n]|=(?!=)){1,1000}(?<!\s)==(?!=)/y;
const BLOCK_ID = /(?<=^|[\s>])\^[A-Za-z\d-]{1,100}(?=[ \t]*(?:[\r\n]|$))/y;
const WHITE_SPACE = /\s*/y;
/** Of a picture, in pixels: `300` or `300x200`. */
const SIZE = /^\d+(?:x\d+)?$/;

/** What Obsidian adds to a line, at the character at `at`. */
function vaultMark(text: string, at: number, end: number, vainReads: VainReads): InlineMark | undefined {
  switch (text[at]) {
    case '[':
      return linkMark(text, at) ?? wholeMatch(CALLOUT, text, at);
    case '!':
      return embedMark(text, at);
    case '=':
      return highlightMark(text, at, end);
    case '%':
      return commentMark(text, at, end, vainReads);
    case '^':
      return isLast(text, at, end) ? wholeMatch(BLOCK_ID, text, at) : undefined;
    default:
      return undefined;
  }
}

/** Whether a callout starts at a bracket. */
export function startsCallout(text: string, at: number): boolean {
  CALLOUT.lastIndex = at;
  return CALLOUT.test(text);
}

function wholeMatch(pattern: RegExp, text: string, at: number): InlineMark | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? createInlineMark(at, pattern.lastIndex) : undefined;
}

/** `[[Page|label]]` is its label, `[[Page#Heading]]` the page and the heading. */
function linkMark(text: string, at: number): InlineMark | undefined {
  LINK.lastIndex = at;
  const inner = LINK.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const last = LINK.lastIndex;
  const start = at + 2;
  const { path, label } = linkParts(inner);
  if (label !== '') {
    const labelStart = last - 2 - label.length;
    const pieces = [
      { start: at, end: labelStart, text: '' },
      { start: last - 2, end: last, text: '' },
    ];
    return { pieces, readOnFrom: last };
  }
  const pieces: Markup[] = [{ start: at, end: start, text: '' }];
  const block = path.indexOf('#^');
  const shownEnd = start + (block > 0 ? block : path.length);
  for (let hash = path.indexOf('#'); hash !== -1 && start + hash < shownEnd; hash = path.indexOf('#', hash + 1)) {
    pieces.push({ start: start + hash, end: start + hash + 1, text: hash === 0 ? '' : BREADCRUMB_SEPARATOR });
  }
  pieces.push({ start: shownEnd, end: last, text: '' });
  return { pieces, readOnFrom: last };
}

/** `![[picture.png|A kiln|300]]` is its label; of a page that is shown in its place nothing is written here. */
function embedMark(text: string, at: number): InlineMark | undefined {
  VAULT_EMBED.lastIndex = at;
  const inner = VAULT_EMBED.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const labels = inner.split('|').slice(1);
  const shown = labels.map((label) => label.replace(/\\$/, '').trim()).filter((label) => !SIZE.test(label));
  return createInlineMark(at, VAULT_EMBED.lastIndex, shown.join(' '));
}

/** The path and the label of a link. In a table the bar between them has a backslash before it. */
export function linkParts(inner: string): { readonly path: string; readonly label: string } {
  const bar = inner.indexOf('|');
  if (bar === -1) return { path: inner, label: '' };
  return {
    path: inner.slice(0, bar).replace(/\\$/, ''),
    label: inner.slice(bar + 1).trim() === '' ? '' : inner.slice(bar + 1),
  };
}

function highlightMark(text: string, at: number, end: number): InlineMark | undefined {
  HIGHLIGHT.lastIndex = at;
  if (!HIGHLIGHT.test(text) || HIGHLIGHT.lastIndex > end) return undefined;
  const last = HIGHLIGHT.lastIndex;
  return {
    pieces: [
      { start: at, end: at + 2, text: '' },
      { start: last - 2, end: last, text: '' },
    ],
    readOnFrom: at + 2,
  };
}

function commentMark(text: string, at: number, end: number, vainReads: VainReads): InlineMark | undefined {
  if (text[at + 1] !== '%') return undefined;
  const limit = vainReads.lookaheadEnd(at, end);
  const length = text.slice(at + 2, limit).indexOf('%%');
  if (length !== -1) return createInlineMark(at, at + 2 + length + 2);
  vainReads.add(at, limit);
  return undefined;
}

/** Whether nothing but an id is from `at` to the end of a block. */
function isLast(text: string, at: number, end: number): boolean {
  BLOCK_ID.lastIndex = at;
  if (!BLOCK_ID.test(text)) return false;
  WHITE_SPACE.lastIndex = BLOCK_ID.lastIndex;
  WHITE_SPACE.test(text);
  return WHITE_SPACE.lastIndex >= end;
}

const NAME = /(?<![\w:]):[A-Za-z][\w-]{0,100}(?=[[{])/y;

/** A break or a rule, which need no attributes to be known. */
const BREAK = /(?<![\w:]):[bh]r(?![\w:[{-])/y;

/** The component of MDC inside of a line that starts at the colon at `at`: `:name[text]{attributes}`. */
function componentMark(text: string, at: number, end: number, vainReads: VainReads): InlineMark | undefined {
  BREAK.lastIndex = at;
  if (BREAK.test(text)) return createInlineMark(at, BREAK.lastIndex, ' ');
  NAME.lastIndex = at;
  if (!NAME.test(text)) return undefined;
  const afterName = NAME.lastIndex;
  if (text[afterName] === '[') return spanAt(text, { start: at, bracket: afterName, end }, vainReads, false);
  const last = braceEnd(text.slice(0, Math.min(end, afterName + MAX_ATTRIBUTES)), afterName);
  if (last === -1) return undefined;
  const titles = textAttributes(text.slice(afterName, last));
  return createInlineMark(at, last, titles.length === 0 ? '' : ` ${titles.join(' ')} `);
}

const ROLE = /\{([A-Za-z][\w:.+-]*)\}(`+)/y;
/** Roles whose text stays code. */
const OF_CODE =
  /^(?:code|math|literal|command|file|samp|program|option|envvar|func|class|meth|mod|attr|obj|exc|data|const|(?:py|c|cpp|js|rst|std):.*)$/;
/** A picture that a name stands for. */
const OF_ICON = /^(?:octicon|fa[srb]|icon|material-[a-z]+)$/;

/** The role of MyST that starts at the brace at `at`: `` {name}`text <target>` `` is its text. */
function roleMark(text: string, at: number, end: number, vainReads: VainReads): InlineMark | undefined {
  ROLE.lastIndex = at;
  const found = ROLE.exec(text);
  if (found === null) return undefined;
  const [written, name = '', ticks = ''] = found;
  const start = at + written.length;
  const limit = vainReads.lookaheadEnd(at, end);
  const closing = closingRun(text, start, limit, ticks.length);
  if (closing === -1) {
    vainReads.add(at, limit);
    return undefined;
  }
  const last = closing + ticks.length;
  if (OF_ICON.test(name)) return createInlineMark(at, last);
  const shownEnd = start + textLength(text.slice(start, closing));
  const isCode = OF_CODE.test(name);
  return {
    pieces: [
      { start: at, end: isCode ? start - ticks.length : start, text: '' },
      { start: shownEnd, end: isCode ? closing : last, text: '' },
    ].filter((piece) => piece.end > piece.start),
    readOnFrom: last,
  };
}

/** Length of a role's text without the target in angle brackets after it. */
function textLength(content: string): number {
  const angle = content.endsWith('>') ? content.lastIndexOf('<') : -1;
  const before = angle === -1 ? '' : content.slice(0, angle).trimEnd();
  return before === '' ? content.length : before.length;
}

/** Offset of the next run of this many backticks; -1 without one. */
function closingRun(text: string, from: number, limit: number, length: number): number {
  for (let at = text.indexOf('`', from); at !== -1 && at < limit; ) {
    let end = at;
    while (end < limit && text[end] === '`') end++;
    if (end - at === length) return at;
    at = text.indexOf('`', end);
  }
  return -1;
}

/** Nobody marks longer texts. In UTF-16 units. */
const MAX_LENGTH = 1000;

interface SpanPlace {
  /** Where the markup starts: the bracket, or the name before it. */
  readonly start: number;
  readonly bracket: number;
  /** Of the block. */
  readonly end: number;
}

/** The text in brackets with attributes in braces after them: `[text]{.class}`. */
function spanAt(
  text: string,
  { start, bracket, end }: SpanPlace,
  vainReads: VainReads,
  needsBraces: boolean,
): InlineMark | undefined {
  const limit = Math.min(vainReads.lookaheadEnd(bracket, end), bracket + MAX_LENGTH);
  const closing = closingBracket(text, bracket, limit);
  const last = closing === -1 ? -1 : braceEnd(text.slice(0, Math.min(end, closing + MAX_ATTRIBUTES)), closing + 1);
  if (closing === -1 || (needsBraces && last === -1)) {
    vainReads.add(bracket, closing === -1 ? limit : closing);
    return undefined;
  }
  return {
    pieces: [
      { start, end: bracket + 1, text: '' },
      { start: closing, end: last === -1 ? closing + 1 : last, text: '' },
    ],
    readOnFrom: bracket + 1,
  };
}

/** Offset of the bracket that closes the one at `at`; -1 without one, or with half a code span between them. */
function closingBracket(text: string, at: number, limit: number): number {
  let depth = 0;
  let ticks = 0;
  for (let offset = at; offset < limit; offset++) {
    const character = text[offset];
    if (character === '\\') offset++;
    else if (character === '`') ticks++;
    else if (character === '[') depth++;
    else if (character === ']' && --depth === 0) return ticks % 2 === 0 ? offset : -1;
  }
  return -1;
}

/** A piece of a line that only DocFX reads. */
interface DocfxPiece {
  /** UTF-16 offset after it. */
  readonly end: number;
  /** What readers see of it. */
  readonly shown: string;
}

/** `[!NOTE]` heads a note, and readers see its name; `[!div class="checklist"]` and `[!VIDEO address]` are not text. */
const BRACKET = /\[!(?:(note|tip|important|caution|warning)|(?:div|video)\b[^\]\r\n]{0,500})\]/iy;
/** `<xref:System.String?displayProperty=fullName>`; overloads of a method end with an asterisk. */
const REFERENCE = /<xref:([^<>?#\s]{1,500})(?:[?#][^<>\s]{0,500})?>/iy;
/** `:::image type="icon" source="a.png" alt-text="Save":::` and `:::no-loc text="Save":::`. */
const COLONS = /:::[ \t]*[a-z][\w-]*(?![\w-])((?:[^:\r\n"]|"[^"\r\n]{0,500}"){0,500}):::/iy;
const SHOWN = /\s(?:alt-text|title|text)="([^"]*)"/;

const OPENING_BRACKET = 91;
const LESS_THAN = 60;

/** The piece that starts at a `[`, `<` or `:`. */
export function docfxPiece(text: string, at: number): DocfxPiece | undefined {
  const first = text.charCodeAt(at);
  const pattern = first === OPENING_BRACKET ? BRACKET : first === LESS_THAN ? REFERENCE : COLONS;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const end = pattern.lastIndex;
  const inner = found[1] ?? '';
  if (pattern === BRACKET) return { end, shown: inner.charAt(0).toUpperCase() + inner.slice(1).toLowerCase() };
  return { end, shown: pattern === REFERENCE ? inner.replace(/(?:%2A|\*)$/i, '') : shownAttributes(inner) };
}

/** The text of a directive's attributes that readers see. */
export function shownAttributes(attributes: string): string {
  return SHOWN.exec(attributes)?.[1] ?? '';
}

/** Characters that may start markup in lines; tags, templates, code and brackets may in any dialect. */
const SPECIAL_CHARACTERS = /[\\`<[{]/g;
const SPECIAL_OF_FORM: Readonly<Record<NonNullable<Dialect['inline']>, RegExp>> = {
  roles: SPECIAL_CHARACTERS,
  components: /[\\`<[{:]/g,
  vault: /[\\`<[{!=%^]/g,
  docfx: /[\\`<[{:]/g,
};

/** Finds the characters that may start markup in lines; its `lastIndex` must be set before each use. */
export function specialCharacters(inline: Dialect['inline']): RegExp {
  return inline === undefined ? SPECIAL_CHARACTERS : SPECIAL_OF_FORM[inline];
}

/**
 * What words are marked with at a special character, in the form of a dialect.
 *
 * @param end UTF-16 offset at which the block ends
 */
export function inlineMark(
  inline: NonNullable<Dialect['inline']>,
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  vainReads: VainReads,
): InlineMark | undefined {
  const mark = markAt(inline, text, { at, end }, vainReads);
  return mark === undefined || Math.max(mark.pieces.at(-1)!.end, mark.readOnFrom) > end ? undefined : mark;
}

function markAt(
  inline: NonNullable<Dialect['inline']>,
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  vainReads: VainReads,
): InlineMark | undefined {
  if (inline === 'docfx') return docfxMark(text, at);
  if (inline === 'vault') return vaultMark(text, at, end, vainReads);
  if (text[at] === '[') return spanAt(text, { start: at, bracket: at, end }, vainReads, true);
  if (text[at] === '{' && inline === 'roles') return roleMark(text, at, end, vainReads);
  if (text[at] === ':' && inline === 'components') return componentMark(text, at, end, vainReads);
  return undefined;
}

function docfxMark(text: string, at: number): InlineMark | undefined {
  const piece = docfxPiece(text, at);
  return piece === undefined ? undefined : createInlineMark(at, piece.end, piece.shown);
}

/** Something that marks words of a line: the pieces of it that are not text, in order, with text between them. */
interface InlineMark {
  readonly pieces: readonly Markup[];
  /** UTF-16 offset from which on more markup may be found, also between the pieces after it. */
  readonly readOnFrom: number;
}

/** Markup without text in it. */
function createInlineMark(start: number, end: number, text = ''): InlineMark {
  return { pieces: [{ start, end, text }], readOnFrom: end };
}
