import { unescapeHtml } from '@topicmill/text/html';
import { type Block, type Heading, LineKind, setextLines } from '@topicmill/text/markdown';
import { githubSlug } from '@topicmill/text/slugs';
import { oneLine } from '@topicmill/text/white-space';
import type { Section, SectionHeading } from './flat-node.js';
import { HeadingTexts, titleOfContent } from './heading-text.js';
import type { ParsedMarkdown } from './parse-markdown.js';

/** Returns the sections of a document, whose headings must be entered in document order. */
export class Sections {
  private readonly texts: HeadingTexts;
  private readonly footnotes: FootnoteReferences;
  private readonly anchors: Anchors;
  private readonly innerHeadings: readonly Heading[];
  private nextInner = 0;
  /** The section in force. */
  current: Section;

  /** @param before sections of the text before this one, whose last section and anchors go on */
  constructor(
    private readonly parsed: ParsedMarkdown,
    before?: Sections,
  ) {
    before?.passInnerHeadings(Number.POSITIVE_INFINITY);
    this.anchors = before?.anchors ?? new Anchors();
    this.current = before?.current ?? { path: [], topLevelIndex: 0 };
    const { text, scan } = parsed;
    const definitions = scan.blocks.filter(({ type }) => type === 'definition');
    this.footnotes = new FootnoteReferences(parsed);
    this.texts = new HeadingTexts(definitions.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset)));
    this.innerHeadings = scan.innerHeadings;
  }

  /** Moves into the section of a heading of the top level. */
  enter(heading: Heading): Section {
    this.passInnerHeadings(heading.line);
    const written = this.writtenText(heading, false);
    const withoutCalls = this.footnotes.withoutReferences(written);
    const content = this.texts.headingContent(withoutCalls);
    const isCalling = withoutCalls !== written;
    const anchored = isCalling
      ? () => this.texts.headingContent(this.footnotes.withNumberedReferences(written))
      : () => content;
    return this.enterHeading({
      level: heading.level,
      text: titleOfContent(content),
      slug: heading.id ?? this.anchors.next(anchored()),
      offset: this.parsed.scan.starts[heading.line]! + heading.level + 1,
    });
  }

  /** Moves into the sections of the headings in a block of HTML; returns that of the first, the current one without any. */
  enterHtml({ startOffset, endOffset, firstLine }: Block): Section {
    this.passInnerHeadings(firstLine);
    const [first = this.current] = htmlHeadings(this.parsed.text.slice(startOffset, endOffset)).map(
      ({ level, text, id }) => {
        const slug = this.anchors.next(text);
        return this.enterHeading({ level, text: titleOfContent(text), slug: id ?? slug, offset: -1 });
      },
    );
    return first;
  }

  private enterHeading(entered: SectionHeading): Section {
    const { path, topLevelIndex } = this.current;
    const inner = path.findIndex(({ level }) => level >= entered.level);
    const outer = inner === -1 ? path : path.slice(0, inner);
    this.current = { path: [...outer, entered], topLevelIndex: topLevelIndex + (outer.length === 0 ? 1 : 0) };
    return this.current;
  }

  /** A heading inside a quote or list is not a section, but takes its anchor from those that follow. */
  private passInnerHeadings(line: number): void {
    for (
      let inner = this.innerHeadings[this.nextInner];
      inner !== undefined && inner.line < line;
      inner = this.innerHeadings[++this.nextInner]
    ) {
      this.anchors.next(
        this.texts.headingContent(this.footnotes.withNumberedReferences(this.writtenText(inner, true))),
      );
    }
  }

  private writtenText(heading: Heading, isContained: boolean): string {
    return heading.lineCount > 2 ? this.writtenLines(heading, isContained) : heading.text;
  }

  /** The lines of an underlined heading: an anchor has nothing in place of the line ends. */
  private writtenLines({ line, lineCount }: Heading, isContained: boolean): string {
    const { text, scan } = this.parsed;
    return setextLines(text.slice(scan.starts[line]!, scan.starts[line + lineCount - 1]!), isContained);
  }
}

/** A longer anchor would make every record under it long. */
const MAX_LENGTH = 1000;

/**
 * Gives headings their anchors as GitHub does, each only once in a document: `setup`, `setup-1`. Of one with more than
 * 1,000 UTF-16 units the first 1,000 are given, 999 where that would halve a character.
 */
export class Anchors {
  /** How many duplicates of each anchor there were so far. */
  private readonly given = new Map<string, number>();

  /** @param content a heading without its markdown */
  next(content: string): string {
    const plain = githubSlug(content);
    let anchor = plain;
    for (let times = this.given.get(plain); times !== undefined && this.given.has(anchor); ) {
      times++;
      this.given.set(plain, times);
      anchor = `${plain}-${times}`;
    }
    this.given.set(anchor, 0);
    return anchor.length <= MAX_LENGTH ? anchor : anchor.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '');
  }
}

const DEFINITION = /^ {0,3}\[\^([^\]\s]+)\]:/;
const CALL_OR_CODE = /(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|\[\^([^\]\s]{1,999})\](?!:)/g;
/** A longer run of text between two backticks is not searched for a code span. */
const MAX_LINE_LENGTH = 4000;

/** The numbers that a page shows for the footnotes of a document: in the order in which they are first referred to. */
class FootnoteReferences {
  private readonly defined: ReadonlySet<string>;
  private numbers: ReadonlyMap<string, number> | undefined;

  constructor(private readonly parsed: ParsedMarkdown) {
    const { text, scan } = parsed;
    const definitions = scan.blocks.filter(({ type }) => type === 'footnoteDefinition');
    const labels = definitions.map(({ startOffset }) => DEFINITION.exec(text.slice(startOffset, startOffset + 1000)));
    this.defined = new Set(labels.flatMap((found) => (found === null ? [] : [normalizedLabel(found[1]!)])));
  }

  /** The markdown without references to footnotes. */
  withoutReferences(markdown: string): string {
    return this.replaceCalls(markdown, () => '');
  }

  /** The markdown with the number of each footnote in place of the reference to it, as the page's text has it. */
  withNumberedReferences(markdown: string): string {
    return this.replaceCalls(markdown, (label) => {
      this.numbers ??= this.numberAll();
      return String(this.numbers.get(label) ?? '');
    });
  }

  private replaceCalls(markdown: string, replace: (label: string) => string): string {
    if (this.defined.size === 0 || !markdown.includes('[^')) return markdown;
    return markdown.replace(CALL_OR_CODE, (found, _ticks, label: string | undefined) =>
      label !== undefined && this.defined.has(normalizedLabel(label)) ? replace(normalizedLabel(label)) : found,
    );
  }

  private numberAll(): ReadonlyMap<string, number> {
    const numbers = new Map<string, number>();
    const { text, scan } = this.parsed;
    for (let line = 0; line < scan.lineCount; line++) {
      if (scan.kinds[line] === LineKind.Fence) continue;
      const written = text.slice(scan.starts[line], scan.starts[line + 1]!).slice(0, MAX_LINE_LENGTH);
      this.replaceCalls(written, (label) => {
        if (!numbers.has(label)) numbers.set(label, numbers.size + 1);
        return '';
      });
    }
    return numbers;
  }
}

/** Labels are compared without regard to case. */
function normalizedLabel(label: string): string {
  return label.toLowerCase().toUpperCase();
}

/** A heading that is written as HTML. */
interface HtmlHeading {
  /** 1 to 6. */
  readonly level: number;
  /** Its text without tags. */
  readonly text: string;
  /** The id that its tag names. */
  readonly id: string | undefined;
}

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const HEADING = /<h([1-6])((?:\s[^<>]*)?)>((?:(?!<\/?h[1-6][\s>])[\s\S]){0,4000}?)<\/h\1\s*>/gi;
const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/i;
const TAG = /<[^<>]*>/g;

/** The headings in a block of HTML that have a text, in order. */
function htmlHeadings(html: string): HtmlHeading[] {
  const shown = html.replace(COMMENT, '');
  return [...shown.matchAll(HEADING)].flatMap(([, level, attributes = '', content = '']) => {
    const text = unescapeHtml(oneLine(content.replace(TAG, ' ')));
    const id = ID.exec(attributes)
      ?.slice(1)
      .find((value) => value !== undefined);
    return text === '' ? [] : [{ level: Number(level), text, id: id === '' ? undefined : id }];
  });
}

/**
 * Level of the heading that a block of HTML starts with, 0 without one, and whether it has no other text. Elements that
 * contain the heading, and pictures, may come first.
 */
export function startingHeading(html: string): { readonly level: number; readonly isAlone: boolean } {
  const shown = html.replace(COMMENT, '');
  const first = [...shown.matchAll(HEADING)].find(([heading]) => isText(heading));
  if (first === undefined || isText(shown.slice(0, first.index))) return { level: 0, isAlone: false };
  return { level: Number(first[1]), isAlone: !isText(shown.slice(first.index + first[0].length)) };
}

function isText(html: string): boolean {
  return html.replace(TAG, '').trim() !== '';
}
