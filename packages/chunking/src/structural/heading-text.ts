import { fromMarkdown } from 'mdast-util-from-markdown';

/** Beyond this a heading's inline markdown is not read: the reader takes quadratic time on hostile text. */
const MAX_PARSED_LENGTH = 400;
/** A longer text would make every chunk under it long. */
const MAX_TEXT_LENGTH = 1000;

/** Whether there may be a marker: one of emphasis at the edge of a word, of a link, of code, a tag or an entity. */
const HAS_MARKDOWN = /[\\*`~]|\](?:\(|\[)|<[A-Za-z/!?].*>|&#?\w+;|(?:^|[^\p{L}\p{N}])_|_(?:[^\p{L}\p{N}]|$)/u;
/** Nothing that means something but code spans of one backtick. */
const ONLY_CODE = /^(?:[^\\*_`[<&~]|`[^`]+`)*$/;
/** Nothing but the entities that headings hold. */
const ONLY_ENTITIES = /^(?:[^\\*_`[<&~]|&(?:amp|lt|gt|quot);)*$/;
const ENTITY = /&(?:amp|lt|gt|quot);/g;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const LABEL = /\[((?:[^[\]\\]|\\.){1,999})\]/g;

interface InlineNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly InlineNode[];
}

/** The content of a heading as one line, at most 1,000 UTF-16 units. */
export function titleOfContent(content: string): string {
  const text = content.replace(/\s+/g, ' ').trim();
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}

/** Turns the markdown of headings into their text. */
export class HeadingTexts {
  private readonly labels: ReadonlySet<string>;
  /** Contents of headings with markdown: a document repeats its headings. */
  private readonly known = new Map<string, string>();

  /** @param definitions the document's link reference definitions, by which `[a][b]` is a link */
  constructor(definitions: readonly string[]) {
    this.labels = new Set(definitions.flatMap((definition) => labelsOf(definition).slice(0, 1)));
  }

  /**
   * What a page holds of a heading, of which anchors are made: no markers, no link targets, no images, no tags, white
   * space as it is written.
   */
  contentOf(markdown: string): string {
    if (markdown.length > MAX_PARSED_LENGTH) return markdown.replace(/[\\*`[\]<>]/g, '');
    if (!HAS_MARKDOWN.test(markdown) && !this.mayRefer(markdown)) return markdown;
    if (ONLY_ENTITIES.test(markdown)) return markdown.replace(ENTITY, (entity) => ENTITIES[entity]!);
    if (ONLY_CODE.test(markdown)) return markdown.replace(/`([^`]+)`/g, (_, code: string) => trimCode(code));
    const content = this.known.get(markdown) ?? this.parse(markdown);
    this.known.set(markdown, content);
    return content;
  }

  private mayRefer(markdown: string): boolean {
    return this.labels.size > 0 && markdown.includes('[');
  }

  private parse(markdown: string): string {
    const defined = labelsOf(markdown).filter((label) => this.labels.has(label));
    const definitions = defined.map((label) => `\n\n[${label}]: x`).join('');
    const written = markdown.includes('\n') ? `${markdown}\n===` : `# ${markdown}`;
    const [heading] = fromMarkdown(written + definitions).children;
    return inlineText(heading as InlineNode).replace(/~~?([^~]+)~~?/g, '$1');
  }
}

/** The texts in brackets, as references are compared: without regard to case and white space. */
function labelsOf(markdown: string): string[] {
  return [...markdown.matchAll(LABEL)].map(([, label = '']) =>
    label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase(),
  );
}

function inlineText(node: InlineNode): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value ?? '';
  if (node.type === 'break') return '\n';
  return node.children?.map(inlineText).join('') ?? '';
}

/** One space at both ends of a code span belongs to its markers, unless there is nothing else. */
function trimCode(code: string): string {
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;
}
