import { type Block, type Heading, setextLines } from '@topicmill/text/markdown';
import { Anchors } from './anchors.js';
import type { Section, SectionHeading } from './flat-node.js';
import { FootnoteCalls } from './footnote-calls.js';
import { HeadingTexts, titleOfContent } from './heading-text.js';
import { htmlHeadings } from './html-headings.js';
import type { ParsedMarkdown } from './parse-markdown.js';

/** Returns the sections of a document, whose headings must be entered in document order. */
export class Sections {
  private readonly texts: HeadingTexts;
  private readonly footnotes: FootnoteCalls;
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
    this.footnotes = new FootnoteCalls(parsed);
    this.texts = new HeadingTexts(definitions.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset)));
    this.innerHeadings = scan.innerHeadings;
  }

  /** Moves into the section of a heading of the top level. */
  enter(heading: Heading): Section {
    this.passInnerHeadings(heading.line);
    const written = this.writtenText(heading, false);
    const withoutCalls = this.footnotes.withoutCalls(written);
    const content = this.texts.contentOf(withoutCalls);
    const isCalling = withoutCalls !== written;
    const anchored = isCalling ? () => this.texts.contentOf(this.footnotes.withNumbers(written)) : () => content;
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

  /** A heading inside a quote or list is no section, but takes its anchor from those that follow. */
  private passInnerHeadings(line: number): void {
    for (
      let inner = this.innerHeadings[this.nextInner];
      inner !== undefined && inner.line < line;
      inner = this.innerHeadings[++this.nextInner]
    ) {
      this.anchors.next(this.texts.contentOf(this.footnotes.withNumbers(this.writtenText(inner, true))));
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
