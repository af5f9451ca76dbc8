import type { Element, ElementContent, Nodes, Root } from 'hast';
import { select } from 'hast-util-select';
import { attribute, classesOf, element, elementsIn, findElement, findElements, isElement, textOf } from './elements.js';

/** Main content in HTML of no known generator, the first that is there. */
const CONTENT: readonly ((element: Element) => boolean)[] = [
  isOfName('main'),
  ({ properties }) => properties['role'] === 'main',
  isOfName('article'),
  isOfId('apicontent'),
  isOfId('content'),
  isOfId('main'),
  isOfName('body'),
];
/** Elements that are never text of a page. */
const IGNORED_ELEMENTS = new Set(
  'script style template noscript iframe object embed canvas svg audio video button select textarea input dialog nav footer head link meta'.split(
    ' ',
  ),
);
/** Class names of what frames the text of a page: navigation, permalinks, buttons, line numbers. */
const FRAME_CLASSES = new Set(
  [
    'headerlink header-anchor hash-link heading-anchor anchorjs-link sl-anchor-link direct-link permalink',
    'page-toc on-this-page right-sidebar localtoc contents-sidebar',
    'breadcrumb breadcrumbs theme-doc-breadcrumbs theme-doc-footer theme-doc-toc-mobile pagination pagination-nav pager',
    'edit-this-page theme-edit-this-page edit-link last-updated page-meta prev-next',
    'sphinxsidebar related vpdocfooter vp-doc-footer md-source-file md-content__button',
    'lineno linenos linenodiv line-numbers line-numbers-wrapper gutter rouge-gutter lntd-ln',
    'copybtn copy-button copy code-copy btn-copy buttons visually-hidden sr-only screen-reader-text skip-link skiplink',
    'cookie-banner cookie-consent version-picker language-picker rightside out-of-band viewcode-link viewcode-back',
    'method-click-advice method-source-code link-seesrc',
  ].flatMap((names) => names.split(' ')),
);
const NAVIGATION_CLASS =
  /^(?:page-nav|navigation|nav(?:igation)?[-_]?(?:bar|panel|header|footer|wrapper|chapters|links|buttons|path))$/;
/** A list of headings: of the page itself it frames the text, of other pages it is the text. */
const CONTENTS_CLASSES = new Set(['toc', 'table-of-contents']);
/** Of a link to the source of what is described; of other elements, code. */
const SOURCE_CLASSES = new Set(['src', 'srclink']);
const HIGHLIGHT_TABLE = /^(?:highlighttable|rouge-table|lntable|code-table|syntaxhighlighter)$/;
/** Signs of a link from a heading to itself. */
const PERMALINK = /^[\s¶#§🔗\u200b\u{1f517}]*$/u;
const HEADING = /^h[1-6]$/;

/** What is left of the body of a page, with the ids that lead to its headings on the headings themselves. */
export function mainContent(tree: Root, selectors: readonly string[]): Element {
  const marked = findElements(tree, ({ properties }) => properties['dataPagefindBody'] !== undefined);
  const roots = marked.length > 0 ? marked : [findMainContent(tree, selectors)].filter((each) => each !== undefined);
  const cleaner = new Cleaner(tree, roots);
  return element(
    'div',
    // The id of the whole text leads to none of its headings.
    roots.flatMap((root) => cleaner.clean({ ...root, properties: { ...root.properties, id: undefined } })),
  );
}

function findMainContent(tree: Root, selectors: readonly string[]): Element | undefined {
  for (const selector of selectors) {
    const found = select(selector, tree);
    if (found !== undefined && found !== null) return found;
  }
  for (const isContent of CONTENT) {
    const found = findElement(tree, isContent);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isOfName(name: string): (element: Element) => boolean {
  return ({ tagName }) => tagName === name;
}

function isOfId(id: string): (element: Element) => boolean {
  return ({ properties }) => properties['id'] === id;
}

/** Takes the frame away from elements, and gives headings the ids that lead to them. */
class Cleaner {
  /** Ids of what has begun since the last text: a heading that follows is what they lead to. */
  private pendingId: string | undefined;
  private readonly tabs: string[] = [];
  private readonly byId = new Map<string, Element>();

  private readonly navigation = new Set<Element>();

  constructor(tree: Root, roots: readonly Element[]) {
    for (const root of roots) this.findNavigation(root);
    for (const each of elementsIn(tree)) {
      const id = attribute(each, 'id');
      if (id !== undefined && each.properties['role'] === 'tab') this.byId.set(id, each);
    }
  }

  /** Blocks of links to pages before, after or above, with little text besides. */
  private findNavigation(node: Nodes): { length: number; linked: number; hasOther: boolean } {
    let length = node.type === 'text' ? node.value.replace(/\s+/g, '').length : 0;
    let linked = 0;
    let hasOther = isElement(node) && HEADING.test(node.tagName);
    for (const child of 'children' in node ? node.children : []) {
      const inner = this.findNavigation(child);
      [length, linked, hasOther] = [length + inner.length, linked + inner.linked, hasOther || inner.hasOther];
    }
    if (isElement(node, 'a') && attribute(node, 'href') !== undefined) {
      const isRelative = (attribute(node, 'rel') ?? '').split(' ').some((each) => RELATIVES.has(each.toLowerCase()));
      return isRelative ? { length, linked: length, hasOther } : { length, linked, hasOther: true };
    }
    if (isElement(node) && !hasOther && linked > 0 && linked >= length / 2) this.navigation.add(node);
    return { length, linked, hasOther };
  }

  /** An element as nothing, itself, or what stands for it. */
  clean(node: Element, language?: string): Element[] {
    const id = attribute(node, 'id') ?? (node.tagName === 'a' ? attribute(node, 'name') : undefined);
    if (this.isFrame(node)) {
      if (id !== undefined && isElement(node, 'a', 'span')) this.pendingId ??= id;
      return [];
    }
    if (HEADING.test(node.tagName)) return this.heading(node, id);
    const inner = languageOf(node) ?? language;
    const special = this.special(node, inner);
    if (special !== undefined) return special;
    const label = node.properties['role'] === 'tabpanel' ? this.labelOf(node) : undefined;
    const before = this.pendingId;
    if (id !== undefined) this.rememberHeadingId(id, node);
    const children = node.children.flatMap((child): ElementContent[] => this.child(child, inner));
    // What has ended without a text begins no section; an empty anchor is there for what follows.
    if (id !== undefined && this.pendingId === id && !isElement(node, 'a', 'span')) this.pendingId = before;
    // An anchor that leads nowhere is not a link.
    const isAnchor = isElement(node, 'a') && attribute(node, 'href') === undefined;
    const cleaned: Element = isAnchor ? element(hasHeading(node) ? 'div' : 'span', children) : { ...node, children };
    if (isElement(node, 'a', 'span') && textOf(cleaned).trim() === '' && !hasImage(cleaned))
      return children.some(isBreak) ? [element('span', children)] : [];
    if (label === undefined) return node.tagName === 'table' ? flatTable(cleaned) : [withoutLayout(cleaned)];
    return [element('p', [element('strong', [{ type: 'text', value: label }])]), cleaned];
  }

  private rememberHeadingId(id: string, node: Element): void {
    if (!isElement(node, 'a', 'span') || hasHeading(node)) this.pendingId = id;
    else if (textOf(node).trim() === '') this.pendingId ??= id;
  }

  /** Code, mathematics and lists of tabs, which are not read as elements with children. */
  private special(node: Element, language: string | undefined): Element[] | undefined {
    if (node.tagName === 'pre') return this.text([codeBlock(node, language)]);
    if (node.tagName === 'math' || node.tagName === 'script') return this.text(mathAsTex(node));
    if (classesOf(node).some((name) => HIGHLIGHT_TABLE.test(name))) {
      const code = findElements(node, (each) => isElement(each, 'pre')).at(-1);
      if (code !== undefined) return this.text([codeBlock(code, language)]);
    }
    if (classesOf(node).includes('admonitionblock')) return this.admonition(node, language);
    if (node.properties['role'] !== 'tablist') return undefined;
    const tabs = [...elementsIn(node)].filter((each) => each.properties['role'] === 'tab');
    this.tabs.push(...tabs.map(textOf));
    return [];
  }

  /** Asciidoctor's, which is a table of an icon that says what it is, and of its text. */
  private admonition(node: Element, language: string | undefined): Element[] | undefined {
    const [icon, content] = findElements(node, (each) => isElement(each, 'td'));
    if (icon === undefined || content === undefined) return undefined;
    const sign = findElements(icon, (each) => attribute(each, 'title') !== undefined)[0];
    const title = textOf(icon).trim() || (sign && attribute(sign, 'title'));
    const children = content.children.flatMap((child) => this.child(child, language));
    const label = title === undefined ? [] : [element('p', [element('strong', [{ type: 'text', value: title }])])];
    return [element('blockquote', [...label, ...children])];
  }

  private child(child: ElementContent, language: string | undefined): ElementContent[] {
    if (isElement(child)) return this.clean(child, language);
    if (child.type !== 'text') return [];
    if (child.value.trim() !== '') this.pendingId = undefined;
    return [child];
  }

  private text(elements: Element[]): Element[] {
    this.pendingId = undefined;
    return elements;
  }

  private heading(node: Element, own: string | undefined): Element[] {
    const inside = [...elementsIn(node)].flatMap((each) => attribute(each, 'id') ?? attribute(each, 'name') ?? []);
    const links = findElements(node, (each) => isElement(each, 'a')).map((each) => attribute(each, 'href'));
    const id = own ?? inside.find((each) => links.includes(`#${each}`)) ?? this.pendingId ?? inside[0];
    const children = node.children.flatMap((child) => this.child(child, undefined));
    this.pendingId = undefined;
    if (children.map(textOf).join('').trim() === '') return [];
    return [{ ...node, properties: id === undefined ? {} : { id }, children }];
  }

  private labelOf(panel: Element): string | undefined {
    const tab = this.byId.get(attribute(panel, 'ariaLabelledBy') ?? '');
    const next = this.tabs.shift();
    const label = (tab === undefined ? next : textOf(tab))?.trim();
    return label === '' ? undefined : label;
  }

  private isFrame(node: Element): boolean {
    const { tagName, properties } = node;
    if (tagName === 'script' && /^math\/tex/.test(attribute(node, 'type') ?? '')) return false;
    if (IGNORED_ELEMENTS.has(tagName) && properties['role'] !== 'tab') return true;
    if (properties['role'] === 'tabpanel') return false;
    if (properties['hidden'] !== undefined || attribute(node, 'ariaHidden') === 'true') return true;
    if (properties['dataPagefindIgnore'] !== undefined) return true;
    if (['navigation', 'search', 'banner', 'contentinfo'].includes(attribute(node, 'role') ?? '')) return true;
    if (tagName === 'header') return !hasHeading(node);
    if (isFrameByName(node) || this.navigation.has(node) || isEditLink(node)) return true;
    return (
      tagName === 'a' &&
      (attribute(node, 'href') ?? '').startsWith('#') &&
      PERMALINK.test(textOf(node)) &&
      !hasImage(node)
    );
  }
}

/** A link by which readers change the page. */
function isEditLink(node: Element): boolean {
  if (!isElement(node, 'a') || !EDIT_ADDRESS.test(attribute(node, 'href') ?? '')) return false;
  return /\b(?:edit|improve|suggest)\b/i.test(textOf(node));
}

const EDIT_ADDRESS = /\/_?edit\/[^/]+\/./;
const RELATIVES = new Set(['next', 'prev', 'previous', 'up', 'contents', 'index', 'start', 'first', 'last']);

function isFrameByName(node: Element): boolean {
  const id = attribute(node, 'id');
  const classes = classesOf(node).map((name) => name.toLowerCase());
  // Sections, headings and anchors in these have such ids, too.
  const isBox = !/^(?:a|span|section|h[1-6])$/.test(node.tagName) && !classes.includes('section');
  if (isBox && (id === 'footer' || (id === 'toc' && !leadsElsewhere(node)))) return true;
  if (classes.some((name) => FRAME_CLASSES.has(name) || NAVIGATION_CLASS.test(name))) return true;
  if (node.tagName === 'a' && classes.some((name) => SOURCE_CLASSES.has(name))) return true;
  if (classes.some((name) => CONTENTS_CLASSES.has(name))) return !leadsElsewhere(node);
  return classes.includes('contents') && listsOwnHeadings(node);
}

/** Whether there are links to headings of the same page and hardly any other text. */
function listsOwnHeadings(node: Element): boolean {
  const links = findElements(node, (each) => isElement(each, 'a') && attribute(each, 'href')?.startsWith('#') === true);
  const length = (text: string): number => text.replace(/\s/g, '').length;
  return length(links.map(textOf).join('')) > length(textOf(node)) / 2;
}

/** Whether it has a link, and all of its links lead to other pages. */
function leadsElsewhere(node: Element): boolean {
  const links = findElements(node, (each) => isElement(each, 'a')).map((each) => attribute(each, 'href') ?? '');
  return links.length > 0 && links.every((href) => href !== '' && !href.startsWith('#'));
}

function isBreak(node: ElementContent): boolean {
  return node.type === 'text' || isElement(node, 'br', 'code');
}

function hasHeading(node: Element): boolean {
  return findElement(node, ({ tagName }) => HEADING.test(tagName)) !== undefined;
}

function hasImage(node: Element): boolean {
  return findElements(node, (each) => isElement(each, 'img')).length > 0;
}

const LANGUAGE = /^(?:language|lang|highlight|brush|sourceCode)[-:]\s*([\w+#.-]+)$/;

/** The language of code that an element or its classes name. */
function languageOf(node: Element): string | undefined {
  const written = attribute(node, 'dataLang') ?? attribute(node, 'dataLanguage');
  if (written !== undefined) return written;
  const named = classesOf(node).map((name) => LANGUAGE.exec(name)?.[1]);
  return named.find((name) => name !== undefined && !/^(?:source|default|highlight|none|text)$/.test(name));
}

function codeBlock(pre: Element, language: string | undefined): Element {
  const code = findElements(pre, (each) => isElement(each, 'code'))[0];
  const named = (code && languageOf(code)) ?? language;
  const value = codeText(pre).replace(/^\n/, '').trimEnd();
  const classes = named === undefined ? [] : [`language-${named}`];
  return element('pre', [element('code', [{ type: 'text', value: `${value}\n` }], classes)]);
}

/** Lines of code may be elements. */
function codeText(node: Element): string {
  return node.children
    .map((child) => {
      if (child.type === 'text') return child.value;
      if (child.type !== 'element' || ['button', 'style', 'script'].includes(child.tagName)) return '';
      if (isFrameByName(child)) return '';
      if (child.tagName === 'br') return '\n';
      const text = codeText(child);
      return isElement(child, 'div', 'tr') && !text.endsWith('\n') ? `${text}\n` : text;
    })
    .join('');
}

/** Mathematics as TeX where the page has it, else its text. */
function mathAsTex(node: Element): Element[] {
  const annotation = findElements(node, (each) => /x-tex/i.test(attribute(each, 'encoding') ?? ''))[0];
  const value = textOf(annotation ?? node).trim();
  return value === '' ? [] : [element('code', [{ type: 'text', value }])];
}

/** A list whose items have headings is how a page is laid out, as Javadoc does: its sections are those of the page. */
function withoutLayout(list: Element): Element {
  if (!isElement(list, 'ul', 'ol', 'dl') || !hasHeading(list)) return list;
  const children = list.children.map((child) => (isElement(child) ? { ...child, tagName: 'div' } : child));
  return { ...list, tagName: 'div', children };
}

/**
 * A table below its caption, without cells over several rows or columns: their text is in each; one for layout as its
 * contents.
 */
function flatTable(table: Element): Element[] {
  const has = (...names: readonly string[]): boolean =>
    findElement(table, (each) => isElement(each, ...names)) !== undefined;
  const isOneRow = findElements(table, (each) => isElement(each, 'tr')).length === 1;
  const isLayout = hasHeading(table) || has('pre') || (isOneRow && has('ul', 'ol', 'dl'));
  if (isLayout)
    return [
      {
        ...table,
        tagName: 'div',
        children: findElements(table, (each) => isElement(each, 'td', 'th', 'caption')).map((cell) => ({
          ...cell,
          tagName: 'div',
        })),
      },
    ];
  const open = new Map<number, { cell: Element; rows: number }>();
  const flatRow = (row: Element): Element => {
    const cells: Element[] = [];
    const place = (cell: Element): void => {
      for (let at = 0; at < cellSpan(cell, 'colSpan'); at++) {
        if (cellSpan(cell, 'rowSpan') > 1)
          open.set(cells.length, { cell: plainCell(cell), rows: cellSpan(cell, 'rowSpan') - 1 });
        cells.push(plainCell(cell));
      }
    };
    const fill = (): void => {
      for (let above = open.get(cells.length); above !== undefined && above.rows > 0; above = open.get(cells.length)) {
        above.rows--;
        cells.push(above.cell);
      }
    };
    for (const cell of row.children) {
      if (!isElement(cell, 'td', 'th')) continue;
      fill();
      place(cell);
    }
    fill();
    return { ...row, children: cells };
  };
  const flat = (node: Element): Element => ({
    ...node,
    children: node.children.map((child) =>
      isElement(child, 'tr') ? flatRow(child) : isElement(child, 'thead', 'tbody', 'tfoot') ? flat(child) : child,
    ),
  });
  const captions = table.children.filter((child) => isElement(child, 'caption'));
  return [...captions.map((caption) => element('p', caption.children)), flat(table)];
}

/** Cells over more rows or columns than people write are one. */
function cellSpan(cell: Element, name: 'colSpan' | 'rowSpan'): number {
  const span = Number(attribute(cell, name) ?? 1);
  return Number.isInteger(span) && span > 1 && span <= 100 ? span : 1;
}

/** A cell on one line: spaces are between its blocks, and items of lists have the marks that readers see. */
function plainCell({ tagName, children }: Element): Element {
  return element(tagName, children.flatMap(inlineElements));
}

const BLOCKS = new Set(
  'p div section article blockquote figure figcaption ul ol li dl dt dd table thead tbody tfoot tr td th details summary hr'.split(
    ' ',
  ),
);
const SPACE: ElementContent = { type: 'text', value: ' ' };

function inlineElements(node: ElementContent): ElementContent[] {
  if (!isElement(node) || !BLOCKS.has(node.tagName)) return [node];
  let number = Number(attribute(node, 'start') ?? 1);
  const children = node.children.flatMap((child) => {
    if (!isElement(child, 'li')) return inlineElements(child);
    return [
      SPACE,
      { type: 'text' as const, value: node.tagName === 'ol' ? `${number++}.` : '-' },
      ...inlineElements(child),
    ];
  });
  return [SPACE, ...children, SPACE];
}
