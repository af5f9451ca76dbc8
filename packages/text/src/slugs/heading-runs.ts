import type { Nodes, PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';

/** A piece of a heading in reading order. `value` is what a reader sees; for `html` the tag as written. */
export interface HeadingRun {
  readonly type: 'text' | 'code' | 'image' | 'html' | 'footnote';
  /** Of an image its alternative text, of a footnote call its label. */
  readonly value: string;
}

/** What else in a document changes what a heading says. */
export interface HeadingReferences {
  /** Labels of the document's link definitions, as written between the brackets. */
  readonly definitions?: Iterable<string>;
  /** Labels of its footnotes, as written after the `^`, with the number that readers see. */
  readonly footnotes?: ReadonlyMap<string, number>;
  /** Its front matter, whose texts a heading in MDX may show: `{frontmatter.title}`. */
  readonly frontMatter?: Readonly<Record<string, unknown>>;
}

const FOOTNOTE_CALL = /\[\^([^\]\s]{1,999})\]/;
/** Headings of such characters only have one run, which is their text. */
const PLAIN = /^[A-Za-z0-9 ,.()?]*(?:-(?!-)[A-Za-z0-9 ,.()?]*)*$/;

/** The runs of a heading's inline markdown. Emphasis and links are dissolved into what they contain. */
export function headingRuns(markdown: string, references: HeadingReferences = {}): readonly HeadingRun[] {
  if (PLAIN.test(markdown)) return [{ type: 'text', value: markdown }];
  const definitions = [...(references.definitions ?? [])].filter((label) => markdown.includes(label));
  const heading = markdown.includes('\n') ? `${markdown}\n===` : `# ${markdown}`;
  const source = [heading, ...definitions.map((label) => `[${label}]: #`)].join('\n\n');
  const root = fromMarkdown(source, {
    extensions: [gfmStrikethrough({ singleTilde: false })],
    mdastExtensions: [gfmStrikethroughFromMarkdown()],
  });
  const first = root.children[0];
  if (first?.type !== 'heading') return [{ type: 'text', value: markdown }];
  return first.children.flatMap((child) => runsOf(child, references.footnotes));
}

function runsOf(node: PhrasingContent, footnotes: HeadingReferences['footnotes']): readonly HeadingRun[] {
  switch (node.type) {
    case 'text':
      return textRuns(node.value, footnotes);
    case 'inlineCode':
      return [{ type: 'code', value: node.value }];
    case 'html':
      return [{ type: 'html', value: node.value }];
    case 'image':
    case 'imageReference':
      return [{ type: 'image', value: node.alt ?? '' }];
    case 'break':
      return [{ type: 'text', value: '\n' }];
    default:
      return childrenOf(node).flatMap((child) => runsOf(child, footnotes));
  }
}

function childrenOf(node: Nodes): readonly PhrasingContent[] {
  return 'children' in node ? (node.children as readonly PhrasingContent[]) : [];
}

/** Without a list of footnotes every call counts as one; with a list, only those that it names. */
function textRuns(text: string, footnotes: HeadingReferences['footnotes']): readonly HeadingRun[] {
  return text.split(FOOTNOTE_CALL).flatMap((value, at): HeadingRun[] => {
    if (at % 2 === 1 && footnotes?.has(value) === false) return [{ type: 'text', value: `[^${value}]` }];
    if (at % 2 === 1) return [{ type: 'footnote', value }];
    return value === '' ? [] : [{ type: 'text', value }];
  });
}
