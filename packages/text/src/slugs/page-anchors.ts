import type { Nodes, PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import {
  githubSlug,
  type HugoIdType,
  hugoSlug,
  kramdownGfmSlug,
  kramdownSlug,
  markdownItAnchorSlug,
  mdbookSlug,
  type PythonSlugify,
  pandocSlug,
  pythonSlug,
  vitepressSlug,
} from './slugify.js';

/** A piece of a heading in reading order. `value` is what a reader sees; for `html` the tag as written. */
interface HeadingRun {
  readonly type: 'text' | 'code' | 'image' | 'html' | 'footnote';
  /** Of an image its alternative text, of a footnote call its label. */
  readonly value: string;
}

/** What else in a document changes what a heading says. */
interface HeadingReferences {
  /** Labels of the document's link definitions, as written between the brackets. */
  readonly definitions?: Iterable<string>;
  /** Labels of its footnotes, as written after the `^`, with the number that readers see. */
  readonly footnotes?: ReadonlyMap<string, number>;
  /** Its front matter, whose texts a heading in MDX may show: `{frontmatter.title}`. */
  readonly frontMatter?: Readonly<Record<string, unknown>>;
}

const FOOTNOTE_REFERENCE = /\[\^([^\]\s]{1,999})\]/;
/** Headings of such characters only have one run, which is their text. */
const PLAIN = /^[A-Za-z0-9 ,.()?]*(?:-(?!-)[A-Za-z0-9 ,.()?]*)*$/;

/** The runs of a heading's inline markdown. Emphasis and links are dissolved into what they contain. */
function headingRuns(markdown: string, references: HeadingReferences = {}): readonly HeadingRun[] {
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
  return first.children.flatMap((child) => readHeadingRuns(child, references.footnotes));
}

function readHeadingRuns(node: PhrasingContent, footnotes: HeadingReferences['footnotes']): readonly HeadingRun[] {
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
      return childrenOf(node).flatMap((child) => readHeadingRuns(child, footnotes));
  }
}

function childrenOf(node: Nodes): readonly PhrasingContent[] {
  return 'children' in node ? (node.children as readonly PhrasingContent[]) : [];
}

/** Without a list of footnotes every call counts as one; with a list, only those that it names. */
function textRuns(text: string, footnotes: HeadingReferences['footnotes']): readonly HeadingRun[] {
  return text.split(FOOTNOTE_REFERENCE).flatMap((value, at): HeadingRun[] => {
    if (at % 2 === 1 && footnotes?.has(value) === false) return [{ type: 'text', value: `[^${value}]` }];
    if (at % 2 === 1) return [{ type: 'footnote', value }];
    return value === '' ? [] : [{ type: 'text', value }];
  });
}

/** A heading's text without the id written after it. */
interface SplitHeading {
  readonly text: string;
  readonly id: string | undefined;
}

/** How a generator writes an id after a heading's text. */
type ExplicitIdSyntax = 'docusaurus' | 'attributes' | 'python' | 'kramdown' | 'none';

/** `{#id}` with any characters, or a comment that starts with `#`. */
const DOCUSAURUS =
  /(?<!\s)\s*(?:\{#((?:.(?!\{#|\}))*.)\}|\{\/\*\s*#([^\s*]+)[^*]*\*\/\}|<!--\s*#([^\s>]+?)(?:\s[^>]*)?-->)$/;
/** `{#id .class key="value"}` of markdown-it-attrs, goldmark and pulldown-cmark. */
const ATTRIBUTES = /(?<!\s)\s*\{([^{}]*)\}$/;
/** `{: #id .class }`, the colon optional. */
const PYTHON = /(?<! )[ ]+\{:?[ ]*([^}\n ][^}\n]*)\}[ ]*$/;
const KRAMDOWN = /(?<![ \t])[ \t]+\{#(\w[\w:.-]*)\}$/;
const ID = /(?:^|\s)(?:#([^\s#.}=]+[^\s}]*)|id=(?:"([^"]*)"|'([^']*)'|([^\s"'}]+)))/;
/** No text is read as attributes in two ways: trying all of them would take forever. */
const ONLY_ATTRIBUTES = /^\s*(?:(?:[#.][^\s}]+(?!\S)|(?![#.])[^\s=}]+=(?:"[^"]*"|'[^']*'|[^\s"'}]+(?!\S)))\s*)+$/;
/** In UTF-16 units. Nobody writes an id after a longer heading, and looking for one takes longer the longer it is. */
const MAX_LENGTH = 2000;

/** Splits the id that a generator reads at the end of a heading's markdown; none of one longer than 2,000 characters. */
export function splitExplicitId(text: string, syntax: ExplicitIdSyntax): SplitHeading {
  if (text.length > MAX_LENGTH) return { text, id: undefined };
  switch (syntax) {
    case 'docusaurus':
      return splitAt(text, DOCUSAURUS, (match) => (match[1] ?? match[2] ?? match[3])?.trim());
    case 'attributes':
      return splitAt(text, ATTRIBUTES, (match) =>
        ONLY_ATTRIBUTES.test(match[1]!) ? (idInAttributes(match[1]!) ?? '') : undefined,
      );
    case 'python':
      return splitAt(text, PYTHON, (match) => idInAttributes(match[1]!) ?? '');
    case 'kramdown':
      return splitAt(text, KRAMDOWN, (match) => match[1]);
    case 'none':
      return { text, id: undefined };
  }
}

/** The id of a block attribute list of kramdown, `{: #id .class}`, alone on a line; `undefined` without one. */
export function kramdownBlockId(line: string): string | undefined {
  const list = /^ {0,3}\{:\s?(.*)\}\s*$/.exec(line)?.[1];
  return list === undefined ? undefined : idInAttributes(list);
}

/** @param read the id of a match, `''` for attributes without one, `undefined` where the match is text */
function splitAt(text: string, pattern: RegExp, read: (match: RegExpExecArray) => string | undefined): SplitHeading {
  const match = pattern.exec(text);
  const id = match === null ? undefined : read(match);
  if (match === null || id === undefined) return { text, id: undefined };
  return { text: text.slice(0, match.index).trimEnd(), id: id === '' ? undefined : id };
}

function idInAttributes(attributes: string): string | undefined {
  const match = ID.exec(attributes);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
}

/** How a site generator makes the ids of headings, with the settings that change them. */
export type AnchorRules =
  /** Only headings that name their ids have one. */
  | { readonly style: 'explicit' }
  | { readonly style: 'github' }
  | { readonly style: 'docusaurus'; readonly maintainsCase?: boolean }
  | {
      readonly style: 'astro';
      /** Astro before 6 takes one hyphen from the end of a slug. */
      readonly trimsHyphen?: boolean;
      /** Two hyphens become a dash before the slug is made; true without it. */
      readonly smartDashes?: boolean;
    }
  | { readonly style: 'vitepress' }
  /** The plugin of markdown-it with its own slugs. */
  | { readonly style: 'markdown-it-anchor' }
  | { readonly style: 'pandoc' }
  | {
      readonly style: 'python-markdown';
      readonly slugify?: PythonSlugify;
      readonly separator?: string;
      /** Whether ids are read at the end of headings: the extension `attr_list`. */
      readonly hasAttributes?: boolean;
      /** Whether `:name:` is an emoji or an icon, which no slug contains. */
      readonly hasEmoji?: boolean;
    }
  | {
      readonly style: 'hugo';
      readonly idType?: HugoIdType;
      /** Hugo before 0.144 makes ids of a heading's source: addresses of links and tags are in them. */
      readonly fromSource?: boolean;
      /** Two and three hyphens become dashes before the slug is made; true without it. Not for ids of the source. */
      readonly typographer?: boolean;
    }
  | {
      readonly style: 'mdbook';
      /** Two and three hyphens become dashes before the slug is made; true without it. */
      readonly smartPunctuation?: boolean;
    }
  | {
      readonly style: 'kramdown';
      readonly isGfm?: boolean;
      /** Before every id that is made from a heading: `auto_id_prefix`. */
      readonly prefix?: string;
    };

/** A heading of a page. */
interface WrittenHeading {
  /** 1 to 6. */
  readonly level: number;
  /** Its markdown without markers, explicit ids included; lines of an underlined heading are joined by `\n`. */
  readonly text: string;
  /** An id that is written elsewhere, as on kramdown's next line. */
  readonly id?: string | undefined;
  /** Set for a heading written as HTML: it has the id that its tag names, and no other. */
  readonly isHtml?: boolean;
}

/**
 * The ids that a generator gives to the headings of one page, in the order of the page; `undefined` for a heading that
 * has none in the HTML. All headings of the page must be given, those in lists and quotes too: duplicates are numbered
 * by what came before.
 */
export function pageAnchors(
  headings: readonly WrittenHeading[],
  rules: AnchorRules,
  references: HeadingReferences = {},
): (string | undefined)[] {
  const syntax = idSyntaxOf(rules);
  const split = headings.map((heading) => {
    const { text, id } = splitExplicitId(heading.text, heading.isHtml ? 'none' : syntax);
    return { heading, text, id: heading.id ?? id };
  });
  const ids = new PageIds(rules);
  if (rules.style === 'python-markdown') for (const { heading, id } of split) if (!heading.isHtml) ids.reserve(id);
  return split.map(({ heading, text, id }) => {
    if (heading.isHtml) return id;
    if (id !== undefined) {
      if (rules.style === 'vitepress' || rules.style === 'hugo' || rules.style === 'pandoc') ids.reserve(id);
    } else if (rules.style !== 'explicit') {
      id = ids.uniqueId(headingSlug(slugText(text, rules, references), rules));
    }
    // The theme of Docusaurus leaves the id of the page's own title out.
    return rules.style === 'docusaurus' && heading.level === 1 ? undefined : id;
  });
}

function idSyntaxOf(rules: AnchorRules): ExplicitIdSyntax {
  switch (rules.style) {
    case 'docusaurus':
    case 'explicit':
      return 'docusaurus';
    case 'vitepress':
    case 'hugo':
    case 'mdbook':
    case 'pandoc':
      return 'attributes';
    case 'python-markdown':
      return rules.hasAttributes === false ? 'none' : 'python';
    case 'kramdown':
      return 'kramdown';
    case 'github':
    case 'astro':
    case 'markdown-it-anchor':
      return 'none';
  }
}

function headingSlug(text: string, rules: AnchorRules): string {
  switch (rules.style) {
    case 'explicit':
    case 'github':
      return githubSlug(text);
    case 'docusaurus':
      return githubSlug(text, { maintainsCase: rules.maintainsCase ?? false });
    case 'astro':
      return githubSlug(text);
    case 'vitepress':
      return vitepressSlug(text);
    case 'markdown-it-anchor':
      return markdownItAnchorSlug(text);
    case 'python-markdown':
      return pythonSlug(text, rules.slugify ?? 'ascii', rules.separator ?? '-');
    case 'hugo':
      return hugoSlug(text, rules.idType ?? 'github');
    case 'mdbook':
      return mdbookSlug(text);
    case 'pandoc':
      return pandocSlug(text);
    case 'kramdown':
      return `${rules.prefix ?? ''}${rules.isGfm === false ? kramdownSlug(text) : kramdownGfmSlug(text)}`;
  }
}

const FRONT_MATTER_VALUE = /\{\s*frontmatter\.([\w$]+)\s*\}/g;
/** `:name` and `:name{attributes}`, which the parser of directives takes out of a text. */
const TEXT_DIRECTIVE = /(?<!:):[A-Za-z](?:[\w-]*[A-Za-z0-9])?(?![\w:-])(?:\{[^{}]*\})?/g;
const EMOJI_NAME = /:[\w+-]+:/g;

/** The text of a heading from which its slug is made. */
function slugText(markdown: string, rules: AnchorRules, references: HeadingReferences): string {
  if (rules.style === 'hugo' && rules.fromSource === true) return markdown.slice(markdown.lastIndexOf('\n') + 1);
  const source = preparedSource(markdown, rules, references);
  const text = headingRuns(source, references)
    .map((run) => runText(run, rules, references))
    .join('');
  if (rules.style === 'markdown-it-anchor') return text.replaceAll('\n', '');
  return rules.style === 'hugo' ? text.slice(text.lastIndexOf('\n') + 1) : text;
}

/** Entities and expressions as the generator treats them before it reads a heading's text. */
function preparedSource(markdown: string, { style }: AnchorRules, { frontMatter = {} }: HeadingReferences): string {
  switch (style) {
    case 'vitepress':
      return markdown.replace(/&(?=#?\w+;)/g, '&amp;');
    case 'python-markdown':
      return markdown.replace(/&#?\w+;/g, '');
    case 'astro':
      return markdown.replace(FRONT_MATTER_VALUE, (whole, key: string) => {
        const value = frontMatter[key];
        return typeof value === 'string' ? value : whole;
      });
    default:
      return markdown;
  }
}

function runText({ type, value }: HeadingRun, rules: AnchorRules, { footnotes }: HeadingReferences): string {
  switch (type) {
    case 'text':
      return withTypographyAndEmoji(value, rules);
    case 'code':
      return value;
    case 'image':
      return rules.style === 'docusaurus' || rules.style === 'hugo' ? value : '';
    case 'html':
      return '';
    case 'footnote':
      if (rules.style === 'docusaurus' || rules.style === 'kramdown' || rules.style === 'hugo') return '';
      return rules.style === 'vitepress' || rules.style === 'markdown-it-anchor'
        ? `[^${value}]`
        : String(footnotes?.get(value) ?? value);
  }
}

/** What typographers and emoji make of a text, as far as slugs show it. */
function withTypographyAndEmoji(text: string, rules: AnchorRules): string {
  if (rules.style === 'docusaurus') return text.replace(TEXT_DIRECTIVE, '');
  if (rules.style === 'astro' && rules.smartDashes !== false) return text.replace(/(?<!-)--(?!-)/g, '—');
  if (makesDashes(rules)) return text.replace(/-{2,3}/g, '—');
  if (rules.style === 'vitepress' || (rules.style === 'python-markdown' && rules.hasEmoji))
    return text.replace(EMOJI_NAME, '');
  return text;
}

/** Whether two and three hyphens become dashes. */
function makesDashes(rules: AnchorRules): boolean {
  switch (rules.style) {
    case 'kramdown':
      return true;
    case 'mdbook':
      return rules.smartPunctuation !== false;
    case 'hugo':
      return rules.typographer !== false;
    default:
      return false;
  }
}

/** The ids of one page, each given once, by the generator's own way of numbering duplicates. */
class PageIds {
  private readonly taken = new Map<string, number>();

  constructor(private readonly rules: AnchorRules) {}

  reserve(id: string | undefined): void {
    if (id !== undefined && !this.taken.has(id)) this.taken.set(id, 0);
  }

  uniqueId(slug: string): string {
    const id = this.unusedId(slug);
    if (this.rules.style !== 'kramdown') this.reserve(id);
    return this.rules.style === 'astro' && this.rules.trimsHyphen === true ? id.replace(/-$/, '') : id;
  }

  private unusedId(slug: string): string {
    switch (this.rules.style) {
      case 'python-markdown':
        return this.underscoreCountedId(slug);
      case 'github':
      case 'docusaurus':
      case 'astro':
        return this.githubStyleId(slug);
      case 'kramdown':
        return this.occurrenceOnly(slug);
      default:
        return this.firstFree(slug);
    }
  }

  /** `a`, `a-1`, `a-2`: the first that nobody has. */
  private firstFree(slug: string): string {
    let id = slug;
    for (let number = 1; this.taken.has(id); number++) id = `${slug}-${number}`;
    return id;
  }

  /** As github-slugger: the count continues from the last number given. */
  private githubStyleId(slug: string): string {
    let id = slug;
    let number = this.taken.get(slug) ?? 0;
    while (this.taken.has(id)) id = `${slug}-${++number}`;
    if (number > 0) this.taken.set(slug, number);
    return id;
  }

  /** Counts a slug's own occurrences only; two headings may end up with one id. */
  private occurrenceOnly(slug: string): string {
    const number = this.taken.get(slug);
    this.taken.set(slug, (number ?? -1) + 1);
    return number === undefined ? slug : `${slug}-${number + 1}`;
  }

  /** `a`, `a_1`, `a_2`; an id that ends with a number goes on from it, and an empty one starts at `_1`. */
  private underscoreCountedId(slug: string): string {
    let id = slug;
    while (id === '' || this.taken.has(id)) {
      const numbered = /^(.*)_(\d+)$/s.exec(id);
      id = numbered === null ? `${id}_1` : `${numbered[1]}_${Number(numbered[2]) + 1}`;
    }
    return id;
  }
}
