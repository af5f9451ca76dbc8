import {
  type Dialect,
  type Heading,
  lineNumberAt,
  scanBlocks,
  scanMarkdown,
  setextLines,
  withoutTemplates,
} from '@topicmill/text/markdown';
import { type AnchorRules, kramdownBlockId, pageAnchors } from '@topicmill/text/slugs';

/** A heading of a page with the id that its site gives it. */
export interface AnchoredHeading {
  /** UTF-16 offset of its first line in the page's file. */
  readonly offset: number;
  /** 1-based line in the page's file. */
  readonly line: number;
  readonly level: number;
  /** Its markdown, explicit ids included. */
  readonly text: string;
  /** `undefined` for a heading that has no id in the HTML. */
  readonly anchor: string | undefined;
  /** Whether its id depends on what only its generator knows: the anchor is then a name of the section, and no address. */
  readonly isUncertain: boolean;
}

/** Where the HTML of a page of markdown is. */
export interface PublishedHtmlPage {
  /** Path of the HTML below the workspace's root. */
  readonly html: string;
  /** Path of its blocks as they were imported, below the workspace's root: JSON, a list of `PublishedBlock`. */
  readonly blocks: string;
  /** Keys of those that frame the text of all pages of the site. */
  readonly frame?: readonly string[];
}

/** Where a page's body starts, and what is before it. */
export interface PageBody {
  /** UTF-16 offset in the file. */
  readonly bodyOffset: number;
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** How it is read; left out, as CommonMark with GFM. */
  readonly dialect?: Dialect | undefined;
}

const DEFINITION = /^ {0,3}\[([^\]\n^][^\]\n]*)\]:/gm;
const FOOTNOTE = /^ {0,3}\[\^([^\]\s]+)\]:/gm;
/**
 * A `#` heading as written, below the markers of quotes and lists: the generator's slug may
 * contain what a dialect leaves out of its text, such as tags and expressions.
 */
const ATX = /^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t]|\[\^[^\]\s]+\]:)*#{1,6}[ \t]*(?![ \t])(.*?)(?:(?<![ \t])[ \t]+#+)?$/;

/**
 * The headings of a page in document order, including those in lists and quotes, with their anchors.
 *
 * @param text the file as read
 */
export function pageHeadings(
  text: string,
  { bodyOffset, frontMatter, dialect }: PageBody,
  rules: AnchorRules,
): AnchoredHeading[] {
  const scan = dialect === undefined ? scanBlocks(text, bodyOffset) : scanMarkdown(text, { bodyOffset, dialect });
  const allHeadings = [...scan.headings, ...scan.innerHeadings].sort((left, right) => left.line - right.line);
  const slice = (line: number, end: number) => text.slice(scan.starts[line], scan.starts[end]);
  const lineAfter = ({ line, lineCount }: Heading) => slice(line + lineCount, line + lineCount + 1);
  const textOf = ({ line, lineCount, text }: Heading) =>
    lineCount > 1
      ? asSetextHeading(slice(line, line + lineCount - 1))
      : (ATX.exec(slice(line, line + 1).trimEnd())?.[1] ?? text);
  const headings = allHeadings.filter((heading) => isHeadingTo(rules, heading));
  const written = headings.map((heading) => {
    const id = rules.style === 'kramdown' ? kramdownBlockId(lineAfter(heading)) : undefined;
    return { level: heading.level, text: textOf(heading), id };
  });
  const body = text.slice(bodyOffset);
  const footnotes = [...body.matchAll(FOOTNOTE)].map(([, label], at) => [label!, at + 1] as const);
  const definitions = [...body.matchAll(DEFINITION)].map(([, label]) => label!);
  const anchors = pageAnchors(written, rules, {
    definitions,
    footnotes: new Map(footnotes),
    frontMatter,
  });
  const linesBefore = lineNumberAt(text, bodyOffset);
  const template = dialect?.template === 'vue' ? undefined : dialect?.template;
  return headings.map(({ line, level, id }, at) => ({
    offset: scan.starts[line]!,
    line: linesBefore + line,
    level,
    text: written[at]!.text,
    anchor: anchors[at],
    isUncertain: id === undefined && written[at]!.id === undefined && isMade(template, written[at]!.text),
  }));
}

/** Whether a generator makes a part of a heading. */
function isMade(template: Parameters<typeof withoutTemplates>[0], heading: string): boolean {
  return withoutTemplates(template, heading) !== heading;
}

/** Python-Markdown and kramdown underline one line only; several lines with a rule below are a paragraph to them. */
function isHeadingTo({ style }: AnchorRules, { lineCount }: Heading): boolean {
  return lineCount <= 2 || (style !== 'python-markdown' && style !== 'kramdown');
}

function asSetextHeading(lines: string): string {
  return setextLines(lines, !/^ {0,3}[^\s>]/.test(lines) || /^ {0,3}(?:[-*+]|\d+[.)])[ \t]/.test(lines));
}
