import {
  ATTRIBUTE_LIST,
  CodeSpans,
  htmlTag,
  KRAMDOWN_MARK,
  templateTag,
  textAttributes,
  VainReads,
} from '@topicmill/text/markdown';

/** What may begin markup, and what keeps its content from being read as such. */
const MARKUP_START = /[\\`<{:[]|!(?=\[\[)/g;
const AUTOLINK = /<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>/iy;
/** A tag of JSX whose attributes have values in braces, which may contain other braces. */
const BRACED_TAG = /<[A-Z][\w.]*(?=\s)(?:[^<>{}"']|"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*>/y;
const LITERAL = /\{%-?[ \t]*raw[ \t]*-?%\}(.*?)\{%-?[ \t]*endraw[ \t]*-?%\}/sy;
const COMMENT =
  /\{(?:%-?|\{[<%])[ \t]*comment\b[^{}]*\}.*?\{(?:%-?[ \t]*endcomment\b[^{}]*|\{[<%][ \t]*\/[ \t]*comment\b[^{}]*\})\}/sy;
/** How Hugo shows a shortcode: with the marks of a comment inside. */
const ESCAPED_SHORTCODE = /\{\{([<%])\/\*([^{}]*)\*\/([>%])\}\}/y;
/** A space of JSX. */
const SPACE = /\{(["'])\s+\1\}/y;
const HIDDEN_BRACES =
  /\{\/\*.*?\*\/\}|\{\{[ \t]*\/\*.*?\*\/[ \t]*\}\}|\{\{#(?:include|playground|rustdoc_include|template|title)\s[^{}\r\n]*\}\}/sy;
/** What extensions of Python-Markdown include: `{!file!}`, and `{* file *}` with the lines that it shows. */
const INCLUDED_FILE =
  /\{(?:![ \t]{0,9}[^\s!{}]{1,300}[ \t]{0,9}(?:\[ln:[^\]{}\r\n]{1,50}\][ \t]{0,9})?!(?:[ \t]{0,9}lines?=[\d -]{1,50})?|\*[ \t]{1,9}[\w./@-][^{}\r\n]{0,600}[ \t]\*)\}/y;
const LINE_REST_BLANK = /^[ \t]*(?:\r?\n|$)/;
const ICON = /:(?:fontawesome|material|octicons|simple)-[\w-]{1,80}:/y;
/** Of DocFX: an image, and what includes a file or a film. */
const DOCFX_IMAGE = /:::image\b[^\r\n]*?:::/y;
const DOCFX_FILE =
  /\[!(?:code(?:-[\w#+-]+)?|div|include|video)(?=[ \t[\]])[ \t]*(?![ \t])(?:\[[^\]\r\n]*\]\([^()\r\n]*\)|[^[\]\r\n]*)\]/iy;
/** Words that attributes follow, and a link of Obsidian. */
const SPAN = /\[([^[\]\r\n]{1,300})\](?=\{:?[ \t]*[.#])/y;
const VAULT_LINK = /\[\[(?![\s[]|_?toc_?\]\])(?:[^[\]|\r\n]{1,300}\|)?([^[\]|\r\n]{1,300})\]\](?![(\]])/iy;
/** A role of MyST, before the code that it marks. */
const ROLE = /\{[a-z][\w:+-]{0,80}\}(?=`)/iy;

/** Elements that part the words around them. */
const PARTING = new Set(
  'address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe legend li main nav ol option p pre section select source summary table tbody td textarea tfoot th thead tr ul video'.split(
    ' ',
  ),
);
const OTHER_ELEMENTS = new Set(
  'a abbr audio b bdi bdo button cite code col colgroup data del dfn em embed font i img input ins kbd label map area mark meter object output param picture progress q s samp small span strike strong sub sup svg time track tt u var wbr'.split(
    ' ',
  ),
);

/** Elements that say what words are, as markdown does. */
const TELLING = new Set(
  'a b blockquote br cite code dd del dfn dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol pre q s samp strong sub sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  ),
);

/** How the inline markup of a paragraph is read. */
interface RenderedInlineOptions {
  /** Names of the tags that the text closes somewhere. */
  readonly closedNames: ReadonlySet<string>;
  /** Whether what a reader of markdown understands stays: elements that say what words are, and links of Obsidian. */
  readonly keepsMarkdown?: boolean;
}

/** The names of the tags that a text closes. */
export function closedNamesOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/<\/([\w.:-]{1,100})\s*>/g), ([, name]) => name!));
}

/**
 * The lines of a paragraph without tags, templates, comments and attributes, with what readers see of them. Code, links
 * and emphasis stay as they are written.
 */
export function renderedInline(text: string, options: RenderedInlineOptions): string {
  return new InlineReader(text, options).read();
}

/** Markup with what is in its place. */
interface Replacement {
  readonly end: number;
  readonly shown: string;
}

class InlineReader {
  private readonly vainReads: VainReads;
  private readonly codeSpans: CodeSpans;

  constructor(
    private readonly text: string,
    private readonly reading: RenderedInlineOptions,
  ) {
    this.vainReads = new VainReads(text);
    this.codeSpans = new CodeSpans(text);
    this.codeSpans.enterBlock(text.length);
  }

  read(): string {
    const { text } = this;
    let shown = '';
    let from = 0;
    MARKUP_START.lastIndex = 0;
    for (let found = MARKUP_START.exec(text); found !== null; found = MARKUP_START.exec(text)) {
      const at = found.index;
      const skipped = this.literalEnd(at);
      const replacement = skipped === undefined ? this.replacementAt(at) : undefined;
      if (replacement !== undefined) {
        shown += text.slice(from, at) + replacement.shown;
        from = replacement.end;
        if (replacement.shown === '' && text[from] === ' ' && /^\s?$/.test(text.slice(Math.max(0, at - 1), at))) from++;
      }
      MARKUP_START.lastIndex = skipped ?? (replacement === undefined ? at + 1 : from);
    }
    return shown + text.slice(from);
  }

  /** Offset after what is read as it is written; `undefined` for other text. */
  private literalEnd(at: number): number | undefined {
    const { text } = this;
    if (text[at] === '\\') return at + 2;
    if (text[at] === '`') return this.codeSpans.endAt(at);
    return text[at] === '<' ? matchEnd(AUTOLINK, text, at) : undefined;
  }

  private replacementAt(at: number): Replacement | undefined {
    const { text } = this;
    if (text[at] === ':') return withoutText(matchEnd(ICON, text, at) ?? matchEnd(DOCFX_IMAGE, text, at));
    if (text[at] === '!') return withoutText(this.vaultLink(at + 1) && VAULT_LINK.lastIndex);
    if (text[at] === '[') return this.bracket(at);
    return text[at] === '<' ? this.angle(at) : this.brace(at);
  }

  private bracket(at: number): Replacement | undefined {
    const { text } = this;
    const words = matchAt(SPAN, text, at) ?? this.vaultLink(at);
    if (words !== undefined) return { end: at + words[0].length, shown: words[1]! };
    return withoutText(matchEnd(DOCFX_FILE, text, at));
  }

  private vaultLink(at: number): RegExpExecArray | undefined {
    return this.reading.keepsMarkdown === true ? undefined : matchAt(VAULT_LINK, this.text, at);
  }

  /** Shown text in the place of markup, apart from the words around it. */
  private separatedReplacement(at: number, end: number, shown: string): Replacement {
    const { text } = this;
    if (shown === '') return { end, shown };
    const before = at > 0 && !/\s/.test(text[at - 1]!) ? ' ' : '';
    const after = end < text.length && !/\s/.test(text[end]!) ? ' ' : '';
    return { end, shown: shown.trim() === '' ? before && after : before + shown + after };
  }

  private angle(at: number): Replacement | undefined {
    const { text } = this;
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      return withoutText(end === -1 ? undefined : end + 3);
    }
    if (text.startsWith('<>', at) || text.startsWith('</>', at)) return withoutText(text.indexOf('>', at) + 1);
    const braced = matchEnd(BRACED_TAG, text, at);
    const attributes = text.slice(at, braced ?? at);
    if (braced !== undefined && attributes.includes('{')) {
      return this.separatedReplacement(at, braced, textAttributes(attributes).join(' '));
    }
    const tag = htmlTag(text, at, this.vainReads.lookaheadEnd(at, text.length), this.vainReads);
    if (tag === undefined || !this.isTag(tag.name, text.slice(at, tag.end), at)) return undefined;
    const name = elementName(tag.name);
    if (name === undefined) return this.separatedReplacement(at, tag.end, tag.texts.join(' '));
    if (this.reading.keepsMarkdown === true && TELLING.has(name)) return undefined;
    return this.separatedReplacement(at, tag.end, PARTING.has(name) ? ' ' : '');
  }

  /** Whether what looks like a tag can hardly be text, as `Vec<String>` and `<name>` are. */
  private isTag(name: string, written: string, at: number): boolean {
    const { closedNames } = this.reading;
    if (written.startsWith('</') || closedNames.has(name) || written.endsWith('/>')) return true;
    if (elementName(name) === name) return true;
    if (/=["'{]/.test(written)) return true;
    return /^[A-Z]/.test(name) && !/\w/.test(this.text[at - 1] ?? '');
  }

  private brace(at: number): Replacement | undefined {
    const { text, vainReads } = this;
    const literal = matchAt(LITERAL, text, at);
    if (literal !== undefined) return { end: at + literal[0].length, shown: literal[1]! };
    const escaped = matchAt(ESCAPED_SHORTCODE, text, at);
    if (escaped !== undefined) {
      return { end: at + escaped[0].length, shown: `{{${escaped[1]}${escaped[2]}${escaped[3]}}}` };
    }
    const comment = matchEnd(COMMENT, text, at);
    if (comment !== undefined) return withoutText(comment);
    const isDestination = /\]\([ \t]*$/.test(text.slice(Math.max(0, at - 10), at));
    const template = text.startsWith('{%', at) ? 'liquid' : 'hugo';
    const tag = isDestination ? undefined : templateTag(template, text, { start: at, end: text.length }, vainReads);
    if (tag !== undefined) return this.separatedReplacement(at, tag.end, tag.texts.join(' '));
    const space = matchEnd(SPACE, text, at);
    if (space !== undefined) return this.separatedReplacement(at, space, ' ');
    const role = this.reading.keepsMarkdown === true ? undefined : matchEnd(ROLE, text, at);
    return withoutText(
      matchEnd(HIDDEN_BRACES, text, at) ?? matchEnd(INCLUDED_FILE, text, at) ?? role ?? this.attributesEnd(at),
    );
  }

  /** Offset after attributes: of what is before them, or on a line of their own. */
  private attributesEnd(at: number): number | undefined {
    const { text } = this;
    if (text[at - 1] === '{') return undefined;
    const lineStart = text.lastIndexOf('\n', at - 1) + 1;
    const before = text.slice(lineStart, at);
    if (this.reading.keepsMarkdown === true && /^[ \t]*:{3}/.test(before)) return undefined;
    const isFirst = before.trim() === '';
    const mark = matchEnd(KRAMDOWN_MARK, text, at);
    const isExtension = /^\{:[:/]/.test(text.slice(at, at + 3));
    if (mark !== undefined && (isExtension || (isFirst && LINE_REST_BLANK.test(text.slice(mark, mark + 100)))))
      return mark;
    const list = matchEnd(ATTRIBUTE_LIST, text, at);
    if (list === undefined) return undefined;
    const isNamed = /^\{:?[ \t]*[.#]/.test(text.slice(at, list)) || text.startsWith('{:', at);
    return isNamed || isFirst || /[\])`*_>"]/.test(text[at - 1]!) ? list : undefined;
  }
}

/** The name of an element of HTML, in either case; `undefined` for that of a component. */
function elementName(name: string): string | undefined {
  const lower = name.toLowerCase();
  const isElement =
    (name === lower || name === name.toUpperCase()) && (PARTING.has(lower) || OTHER_ELEMENTS.has(lower));
  return isElement ? lower : undefined;
}

function withoutText(end: number | undefined): Replacement | undefined {
  return end === undefined ? undefined : { end, shown: '' };
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The match of a sticky pattern at an offset of a text; `undefined` where there is none. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
