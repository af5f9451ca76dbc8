import type { Element, ElementContent, Root } from 'hast';
import { select, selectAll } from 'hast-util-select';
import { attribute, classesOf, element, elementsIn, findElements, isElement, textOf } from './elements.js';

/** Main content in HTML of no known generator, the first that is there. */
const CONTENT = ['main', '[role="main"]', 'article', '#content', '#main', 'body'];
/** Elements that are never text of a page. */
const DROPPED = new Set(
  'script style template noscript iframe object embed canvas svg audio video button select textarea input dialog nav footer head link meta'.split(
    ' ',
  ),
);
/** Class names of what frames the text of a page: navigation, permalinks, buttons, line numbers. */
const FRAME_CLASSES = new Set(
  [
    'headerlink header-anchor hash-link heading-anchor anchorjs-link sl-anchor-link direct-link permalink',
    'toc table-of-contents page-toc on-this-page right-sidebar localtoc contents-sidebar',
    'breadcrumb breadcrumbs theme-doc-breadcrumbs theme-doc-footer theme-doc-toc-mobile pagination pagination-nav pager',
    'edit-this-page theme-edit-this-page edit-link last-updated page-nav page-meta prev-next nav-wrapper nav-chapters',
    'sphinxsidebar related navheader navfooter VPDocFooter vp-doc-footer md-source-file md-content__button',
    'lineno linenos linenodiv line-numbers line-numbers-wrapper gutter rouge-gutter lntd-ln',
    'copybtn copy-button copy code-copy btn-copy buttons visually-hidden sr-only screen-reader-text skip-link skiplink',
    'cookie-banner cookie-consent version-picker language-picker src rightside out-of-band',
  ].flatMap((names) => names.split(' ')),
);
const HIGHLIGHT_TABLE = /^(?:highlighttable|rouge-table|lntable|code-table|syntaxhighlighter)$/;
/** Signs of a link from a heading to itself. */
const PERMALINK = /^[\s¶#§🔗\u200b\u{1f517}]*$/u;
const HEADING = /^h[1-6]$/;

/** What is left of the body of a page, with the ids that lead to its headings on the headings themselves. */
export function mainContent(tree: Root, selectors: readonly string[]): Element {
  const marked = selectAll('[data-pagefind-body]', tree);
  const outer = marked.filter((each) => !marked.some((other) => other !== each && contains(other, each)));
  const roots =
    outer.length > 0 ? outer : [firstOf([...selectors, ...CONTENT], tree)].filter((each) => each !== undefined);
  const cleaner = new Cleaner(tree);
  return element(
    'div',
    roots.flatMap((root) => cleaner.clean(root)),
  );
}

function firstOf(selectors: readonly string[], tree: Root): Element | undefined {
  for (const selector of selectors) {
    const found = select(selector, tree);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

function contains(outer: Element, inner: Element): boolean {
  return outer.children.some((child) => child === inner || (isElement(child) && contains(child, inner)));
}

/** Takes the frame away from elements, and gives headings the ids that lead to them. */
class Cleaner {
  /** Ids of what has begun since the last text: a heading that follows is what they lead to. */
  private pendingId: string | undefined;
  private readonly tabs: string[] = [];
  private readonly byId = new Map<string, Element>();

  constructor(tree: Root) {
    for (const each of elementsIn(tree)) {
      const id = attribute(each, 'id');
      if (id !== undefined && each.properties['role'] === 'tab') this.byId.set(id, each);
    }
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
    if (id !== undefined && !isElement(node, 'a', 'span')) this.pendingId = id;
    else if (id !== undefined && textOf(node).trim() === '') this.pendingId ??= id;
    const children = node.children.flatMap((child): ElementContent[] => this.child(child, inner));
    const cleaned: Element = { ...node, children };
    if (isElement(node, 'a', 'span') && textOf(cleaned).trim() === '' && !hasImage(cleaned))
      return children.some(isBreak) ? [cleaned] : [];
    if (label === undefined) return [node.tagName === 'table' ? flatTable(cleaned) : cleaned];
    return [element('p', [element('strong', [{ type: 'text', value: label }])]), cleaned];
  }

  /** Code, mathematics and lists of tabs, which are not read as elements with children. */
  private special(node: Element, language: string | undefined): Element[] | undefined {
    if (node.tagName === 'pre') return this.text([codeBlock(node, language)]);
    if (node.tagName === 'math' || node.tagName === 'script') return this.text(texOf(node));
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
    const inside = [...elementsIn(node)].map((each) => attribute(each, 'id') ?? attribute(each, 'name')).find(Boolean);
    const id = own ?? this.pendingId ?? inside;
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
    if (DROPPED.has(tagName) && properties['role'] !== 'tab') return true;
    if (properties['role'] === 'tabpanel') return false;
    if (properties['hidden'] !== undefined || attribute(node, 'ariaHidden') === 'true') return true;
    if (properties['dataPagefindIgnore'] !== undefined) return true;
    if (['navigation', 'search', 'banner', 'contentinfo'].includes(attribute(node, 'role') ?? '')) return true;
    if (tagName === 'header') return findElements(node, ({ tagName: name }) => HEADING.test(name)).length === 0;
    if (classesOf(node).some((name) => FRAME_CLASSES.has(name))) return true;
    return (
      tagName === 'a' &&
      (attribute(node, 'href') ?? '').startsWith('#') &&
      PERMALINK.test(textOf(node)) &&
      !hasImage(node)
    );
  }
}

function isBreak(node: ElementContent): boolean {
  return node.type === 'text' || isElement(node, 'br', 'code');
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
      if (classesOf(child).some((name) => FRAME_CLASSES.has(name))) return '';
      if (child.tagName === 'br') return '\n';
      const text = codeText(child);
      return isElement(child, 'div', 'tr') && !text.endsWith('\n') ? `${text}\n` : text;
    })
    .join('');
}

/** Mathematics as TeX where the page has it, else its text. */
function texOf(node: Element): Element[] {
  const annotation = findElements(node, (each) => /x-tex/i.test(attribute(each, 'encoding') ?? ''))[0];
  const value = textOf(annotation ?? node).trim();
  return value === '' ? [] : [element('code', [{ type: 'text', value }])];
}

/** A table without cells over several rows or columns: their text is in each; one for layout as its contents. */
function flatTable(table: Element): Element {
  const isLayout = findElements(table, ({ tagName }) => tagName === 'pre' || HEADING.test(tagName)).length > 0;
  if (isLayout)
    return {
      ...table,
      tagName: 'div',
      children: findElements(table, (each) => isElement(each, 'td', 'th', 'caption')).map((cell) => ({
        ...cell,
        tagName: 'div',
      })),
    };
  const open = new Map<number, { cell: Element; rows: number }>();
  const flatRow = (row: Element): Element => {
    const cells: Element[] = [];
    const place = (cell: Element): void => {
      for (let at = 0; at < spanOf(cell, 'colSpan'); at++) {
        if (spanOf(cell, 'rowSpan') > 1)
          open.set(cells.length, { cell: plainCell(cell), rows: spanOf(cell, 'rowSpan') - 1 });
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
  return flat(table);
}

/** Cells over more rows or columns than people write are one. */
function spanOf(cell: Element, name: 'colSpan' | 'rowSpan'): number {
  const span = Number(attribute(cell, name) ?? 1);
  return Number.isInteger(span) && span > 1 && span <= 100 ? span : 1;
}

function plainCell({ tagName, children }: Element): Element {
  return element(tagName, children);
}
