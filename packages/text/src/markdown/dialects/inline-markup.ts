import { CodeSpans } from '../code-spans.js';
import type { Dialect, TemplateLanguage } from './dialect.js';
import type { Markup } from './dialect-scan.js';
import { ATTRIBUTE_LIST, KRAMDOWN_MARK } from './heading-id.js';
import { inlineMark, specialCharacters } from './inline-forms.js';
import { htmlTag, jsxTag, type Tag } from './jsx-tag.js';
import { commentEnd } from './mdx-flow.js';
import { ScriptScanner } from './script-scanner.js';
import { isLiquid, isRunBefore, templateTag } from './template-tag.js';
import { VainReads } from './vain-reads.js';

const OPENING_BRACKET = 91;
const BACKSLASH = 92;
const BACKTICK = 96;
const LESS_THAN = 60;
const OPENING_BRACE = 123;

const AUTOLINK = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>/iy;
const RAW_TEXT_ELEMENT = /^(?:script|style)$/i;
/** What braces that Liquid does not read are between. */
const RAW_TAG = /\{%-?\s*(end)?raw\s*-?%\}/g;
/** Elements that part the words around them. */
const WORD_SEPARATING_ELEMENTS = new Set(
  'br dd details div dt figcaption h1 h2 h3 h4 h5 h6 hr li ol option p section summary table td th tr ul'.split(' '),
);
const FOOTNOTE = /\[\^[^\]\s]{1,200}\]:?/y;
const BADGE =
  /\[!\[[^\]]{0,200}\]\([^()\s]{0,500}(?:badge|shields\.io|\.svg)[^()\s]{0,500}(?:\s+"[^"]{0,200}")?\)\]\([^()\s]{0,500}\)/iy;
const CONTENTS = /\[(?:TOC|\[toc\]|\[_TOC_\])\](?=[ \t]*(?:[\r\n]|$))/iy;

/** A tag that opens or closes something. */
export interface PlacedTag {
  readonly name: string;
  readonly kind: 'open' | 'close';
  readonly start: number;
  readonly end: number;
}

function literals(text: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let start: number | undefined;
  for (const { index, 1: end } of text.matchAll(RAW_TAG)) {
    if (end === undefined) start ??= index;
    else if (start !== undefined) {
      found.push([start, index]);
      start = undefined;
    }
  }
  return found;
}

/** Finds the markup of a dialect inside of lines; blocks must be read in document order. */
export class InlineMarkupFinder {
  readonly markups: Markup[] = [];
  readonly tags: PlacedTag[] = [];
  private at = 0;
  private blockEnd = 0;
  private nextSpecial = -1;
  private nextBrace = -1;
  private readonly specials: RegExp;
  /** Pieces of marks that are open, the next one last. */
  private readonly pending: Markup[] = [];
  private readonly codeSpans: CodeSpans;
  private readonly vainReads: VainReads;
  /** Where braces are not read from, and are read again; the next one last. */
  private literals: (readonly [number, number])[] | undefined;

  constructor(
    private readonly text: string,
    private readonly dialect: Dialect,
  ) {
    this.vainReads = new VainReads(text);
    this.codeSpans = new CodeSpans(text);
    this.specials = specialCharacters(dialect.inline);
  }

  /** Where the markup ends that was found last; it may reach beyond its block. */
  get end(): number {
    return this.at;
  }

  /** @param isRaw whether the block is HTML, in which neither code spans nor escapes are known */
  readBlock(start: number, end: number, isRaw: boolean): void {
    this.at = Math.max(this.at, start);
    this.blockEnd = end;
    this.codeSpans.enterBlock(end);
    for (let special = this.nextSpecialCharacter(); special < end; special = this.nextSpecialCharacter()) {
      this.addPending(special);
      if (this.at > special) continue;
      this.at = special;
      this.readSpecial(this.text.charCodeAt(special), isRaw);
    }
    this.addPending(end);
    this.at = Math.max(this.at, end);
  }

  /** Takes the tags in code that are replaced before the code is read. */
  readCode(start: number, end: number): void {
    const { template } = this.dialect;
    this.at = Math.max(this.at, start);
    if (isRunBefore(template)) this.readTagsInCode(template, end);
    this.at = Math.max(this.at, end);
  }

  private readTagsInCode(template: TemplateLanguage, end: number): void {
    const { text } = this;
    for (let brace = this.nextOpeningBrace(); brace < end; brace = this.nextOpeningBrace()) {
      this.at = brace;
      // Quarto shows the tag where there is one brace more.
      const tag =
        text[brace - 1] === '{' ? undefined : templateTag(template, text, { start: brace, end }, this.vainReads);
      if (tag !== undefined && !this.isLiteral(brace)) this.addTag(tag);
      this.at = Math.max(this.at, brace + 1);
    }
  }

  /** Offset of the next brace that opens; found once, since code may have none for long. */
  private nextOpeningBrace(): number {
    if (this.nextBrace < this.at) {
      const found = this.text.indexOf('{', this.at);
      this.nextBrace = found === -1 ? Infinity : found;
    }
    return this.nextBrace;
  }

  /** Whether `{% raw %}` is open; offsets must be asked for in ascending order. */
  private isLiteral(at: number): boolean {
    this.literals ??= isLiquid(this.dialect.template) ? literals(this.text).reverse() : [];
    while ((this.literals.at(-1)?.[1] ?? Infinity) <= at) this.literals.pop();
    return (this.literals.at(-1)?.[0] ?? at) < at;
  }

  /** Offset of the next character that may start markup; found once, since blocks may have none for long. */
  private nextSpecialCharacter(): number {
    if (this.nextSpecial < this.at) {
      this.specials.lastIndex = this.at;
      this.nextSpecial = this.specials.exec(this.text)?.index ?? this.text.length;
    }
    return this.nextSpecial;
  }

  add(start: number, end: number, text = ''): void {
    this.markups.push({ start, end, text });
    this.at = Math.max(this.at, end);
  }

  /** Adds the pieces before an offset, but for those that other markup reached. */
  private addPending(offset: number): void {
    for (let next = this.pending.at(-1); next !== undefined && next.start <= offset; next = this.pending.at(-1)) {
      this.pending.pop();
      if (next.start >= this.at) this.add(next.start, next.end, next.text);
    }
  }

  /** Takes what words are marked with in the form of the dialect; says whether anything is. */
  private readMark(): boolean {
    const { text, at, blockEnd, dialect } = this;
    if (dialect.inline === undefined) return false;
    const mark = inlineMark(dialect.inline, text, { at, end: blockEnd }, this.vainReads);
    if (mark === undefined) return false;
    const { pieces, readOnFrom } = mark;
    const taken = pieces.filter(({ start }) => start < readOnFrom);
    for (const { start, end, text: shown } of taken) this.add(start, end, shown);
    this.at = readOnFrom;
    this.pending.push(...pieces.slice(taken.length).reverse());
    return true;
  }

  private readSpecial(code: number, isRaw: boolean): void {
    const { at } = this;
    if (!isRaw && this.readMark()) return;
    if (code === LESS_THAN) this.readAngle();
    else if (code === OPENING_BRACE) this.readBrace();
    else if (!isRaw && code === BACKTICK) this.readCode(at, this.codeSpans.endAt(at));
    else if (!isRaw && code === BACKSLASH) this.at += 2;
    else if (!isRaw && code === OPENING_BRACKET) this.readBracket();
    if (this.at === at) this.at++;
  }

  private readAngle(): void {
    const { text, at, blockEnd } = this;
    if (text.startsWith('<!--', at)) {
      // A comment that starts a line may go on over blank lines.
      const end = commentEnd(text, at, this.searchEnd(this.startsLine(at) ? text.length : blockEnd), this.vainReads);
      if (end !== -1) this.add(at, end);
      return;
    }
    const autolink = matchEnd(AUTOLINK, text, at);
    if (autolink !== -1) {
      this.at = autolink;
      return;
    }
    const read = this.dialect.tags === 'jsx' ? jsxTag : htmlTag;
    const tag = read(text, at, this.searchEnd(blockEnd), this.vainReads);
    if (tag === undefined) return;
    this.addTag(tag);
    if (this.dialect.tags === 'html' && tag.kind === 'open' && RAW_TEXT_ELEMENT.test(tag.name)) this.skipRaw(tag.name);
  }

  /** Takes the content of an element that is not text, across blank lines too. */
  private skipRaw(name: string): void {
    const closing = new RegExp(`</${name}\\s*>`, 'gi');
    closing.lastIndex = this.at;
    const { length } = this.text;
    const found = this.searchEnd(length) < length ? null : closing.exec(this.text);
    if (found === null) this.vainReads.add(this.at, length);
    else this.add(this.at, found.index);
  }

  /** Between `{% raw %}` and `{% endraw %}` braces are text. */
  private skipLiteral(): void {
    const limit = this.searchEnd(this.blockEnd);
    const length = this.text.slice(this.at, limit).search(/\{%-?\s*endraw\b/);
    if (length === -1) this.vainReads.add(this.at, limit);
    else this.at += length;
  }

  private addTag({ name, kind, end, texts }: Tag): void {
    if (kind !== 'void') this.tags.push({ name, kind, start: this.at, end });
    const gap = WORD_SEPARATING_ELEMENTS.has(name) ? ' ' : '';
    this.add(this.at, end, texts.length > 0 ? this.separatedText(texts.join(' '), end) : gap);
  }

  /** A text in the place of a tag up to `end`, apart from the words around it. */
  private separatedText(shown: string, end: number): string {
    const { text, at } = this;
    const last = this.markups.at(-1);
    const before = last?.end === at ? last.text : text.slice(Math.max(0, at - 1), at);
    return `${/\S$/.test(before) ? ' ' : ''}${shown}${/^\S/.test(text.slice(end, end + 1)) ? ' ' : ''}`;
  }

  private readBrace(): void {
    const { text, at, blockEnd, dialect } = this;
    const template =
      dialect.template === undefined
        ? undefined
        : templateTag(dialect.template, text, { start: at, end: blockEnd }, this.vainReads);
    if (template !== undefined) {
      // What a reference shows is a part of its sentence.
      if (dialect.template === 'kumascript') this.add(at, template.end, template.texts.join());
      else this.addTag(template);
      if (isLiquid(dialect.template) && template.name === 'raw' && template.kind === 'open') this.skipLiteral();
    } else if (dialect.tags === 'jsx') {
      const end = new ScriptScanner(text, this.searchEnd(blockEnd), this.vainReads).closingBrace(at + 1);
      if (end !== -1) this.add(at, end);
    } else if (dialect.headingIds !== undefined && dialect.headingIds !== 'braces-of-headings') {
      const end = Math.max(
        matchEnd(ATTRIBUTE_LIST, text, at),
        dialect.headingIds === 'attribute-list' ? matchEnd(KRAMDOWN_MARK, text, at) : -1,
      );
      if (end !== -1 && end <= blockEnd) this.add(at, end);
    }
  }

  private readBracket(): void {
    for (const form of [FOOTNOTE, BADGE, CONTENTS]) {
      const end = matchEnd(form, this.text, this.at);
      if (end === -1 || end > this.blockEnd) continue;
      this.add(this.at, end);
      return;
    }
  }

  private searchEnd(end: number): number {
    return this.vainReads.lookaheadEnd(this.at, end);
  }

  private startsLine(at: number): boolean {
    let start = at;
    while (start > 0 && this.text.charCodeAt(start - 1) === 32) start--;
    const before = start === 0 ? 10 : this.text.charCodeAt(start - 1);
    return before === 10 || before === 13;
  }
}

/** One block of inline markdown without the markup of its dialect. */
export function withoutMarkup(text: string, dialect: Dialect): string {
  if (dialect.inline === undefined && !/[<{[]/.test(text)) return text;
  const finder = new InlineMarkupFinder(text, dialect);
  finder.readBlock(0, text.length, false);
  let read = '';
  let from = 0;
  for (const { start, end, text: shown } of finder.markups) {
    read += text.slice(from, start) + (dialect.inline === undefined ? '' : shown);
    from = end;
  }
  return (read + text.slice(from)).trim().replace(/[ \t]{2,}/g, ' ');
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
