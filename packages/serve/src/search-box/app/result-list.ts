import type {
  InstantPage,
  InstantResponse,
  InstantSection,
  RelatedWords,
  SnippetPiece,
} from '@topicmill/search/retrieval';
import { relatedWordsText } from '@topicmill/search/retrieval';
import { isOneLetter, lowerCase } from '@topicmill/text/words';
import { element } from './element.js';
import { filled, type PanelTexts } from './panel-texts.js';

/** A section in the list. */
export interface ResultOption {
  readonly section: InstantSection;
  readonly link: HTMLAnchorElement;
  readonly passage: HTMLElement;
}

/** Bars in place of results that take longer than a moment. */
const SKELETON_ROWS = 4;

/** The results as options of a list, each below the name of its page. */
export class ResultList {
  readonly root = element('div', { class: 'list', role: 'listbox', id: 'results' });
  private options: readonly ResultOption[] = [];
  private selected = -1;
  private isMoved = false;

  /** @param addressOf a section's page on the site */
  constructor(private readonly addressOf: (section: InstantSection) => URL) {}

  /** @param isSameQuery what was selected stays so, and the list where it is */
  show(pages: readonly InstantPage[], isSameQuery: boolean): readonly ResultOption[] {
    const selected = isSameQuery && this.selected > 0 ? this.selectedLink?.href : undefined;
    const options: ResultOption[] = [];
    const groups = pages.map((page, at) => {
      const heading = element(
        'div',
        { class: 'page', id: `page-${at}`, role: 'presentation', dir: 'auto' },
        ...page.parents.flatMap((parent) => [
          element('span', { class: 'parent' }, ...titleNodes([{ text: parent, isHit: false }])),
          ' › ',
        ]),
        ...titleNodes(page.titlePieces),
      );
      if (page.version !== undefined) heading.append(` (${page.version})`);
      const links = page.sections.map((section) => {
        const option = this.option(section, `option-${options.length}`);
        options.push(option);
        return option.link;
      });
      return element('div', { role: 'group', 'aria-labelledby': `page-${at}` }, heading, ...links);
    });
    this.root.replaceChildren(...groups);
    if (!isSameQuery) {
      this.root.scrollTop = 0;
      this.isMoved = false;
    }
    this.options = options;
    this.selected = -1;
    this.select(
      Math.max(
        0,
        options.findIndex(({ link }) => link.href === selected),
      ),
    );
    return options;
  }

  /** Shows that results are on their way, unless there are some. */
  showSkeleton(): void {
    if (this.options.length > 0) return;
    const rows = Array.from({ length: SKELETON_ROWS }, () =>
      element('div', { class: 'skeleton', role: 'presentation' }),
    );
    this.root.replaceChildren(...rows);
  }

  /** Id of the selected option, for `aria-activedescendant`. */
  get selectedId(): string | undefined {
    return this.options[this.selected]?.link.id;
  }

  get selectedLink(): HTMLAnchorElement | undefined {
    return this.options[this.selected]?.link;
  }

  /** Whether the reader has begun to choose: by the arrow keys, with the pointer, or below the first results. */
  get isInUse(): boolean {
    return this.isMoved || this.root.scrollTop > 0 || this.root.matches(':hover');
  }

  /** Whether these pages are shown, in this order. */
  shows(pages: readonly InstantPage[]): boolean {
    const sections = pages.flatMap((page) => page.sections);
    return (
      sections.length === this.options.length &&
      sections.every((each, at) => {
        const { topic, index } = this.options[at]!.section;
        return each.topic === topic && each.index === index;
      })
    );
  }

  get isEmpty(): boolean {
    return this.options.length === 0;
  }

  /** Position of a link in the list, from 1; 0 for one that is not in it. */
  rankOf(link: HTMLAnchorElement): number {
    return this.options.findIndex((option) => option.link === link) + 1;
  }

  /** Selects the option that is so many places further; beyond the last one is the first. */
  move(by: number): void {
    const count = this.options.length;
    this.isMoved = true;
    if (count > 0) this.select((this.selected + by + count) % count);
  }

  private select(at: number): void {
    this.options[this.selected]?.link.setAttribute('aria-selected', 'false');
    this.selected = at;
    const link = this.options[at]?.link;
    link?.setAttribute('aria-selected', 'true');
    link?.scrollIntoView({ block: 'nearest' });
  }

  private option(section: InstantSection, id: string): ResultOption {
    const url = this.addressOf(section);
    const passage = element('span', { class: 'passage', dir: 'auto' });
    const title = element('span', { class: 'title', dir: 'auto' }, ...titleNodes(section.titlePieces));
    const address = element('span', { class: 'address', dir: 'ltr' }, `${url.pathname}${url.hash}`);
    const attributes = {
      class: 'option',
      role: 'option',
      id,
      href: url.href,
      tabindex: '-1',
      'aria-selected': 'false',
    };
    return { section, passage, link: element('a', attributes, title, passage, address) };
  }
}

/** A text with the words that were found marked, and with blocks of code in it, which are written from left to right. */
export function markedText(pieces: readonly SnippetPiece[]): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let code: HTMLElement | undefined;
  for (const { text, isHit, isCode } of pieces) {
    const made = isHit && !isOneLetter(text) ? element('mark', {}, text) : text;
    if (isCode === undefined) {
      code = undefined;
      nodes.push(made);
      continue;
    }
    if (code === undefined) {
      code = element('code', { dir: 'ltr' });
      nodes.push(code);
    }
    code.append(made);
  }
  return nodes;
}

/** A title with its words marked, and with what is between backticks set as code. */
function titleNodes(pieces: readonly SnippetPiece[]): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let code: HTMLElement | undefined;
  for (const { text, isHit } of pieces) {
    for (const [at, part] of text.split('`').entries()) {
      if (at > 0) {
        code = code === undefined ? element('code') : undefined;
        if (code !== undefined) nodes.push(code);
      }
      const made = markedText([{ text: part, isHit }]);
      if (part !== '' && code !== undefined) code.append(...made);
      else if (part !== '') nodes.push(...made);
    }
  }
  return nodes;
}

/** A choice that is hidden until it is filled. */
export function emptyFilter(): HTMLSelectElement {
  const select = element('select');
  select.hidden = true;
  return select;
}

/**
 * Fills a choice if there is something to choose.
 *
 * @param first options before the values, each with what it says
 */
export function fillFilter(
  select: HTMLSelectElement,
  first: readonly (readonly [value: string, text: string])[],
  values: readonly string[],
  wanted: string | null,
): void {
  if (select.options.length > 0 || values.length === 0 || first.length + values.length < 3) return;
  const options = [...first, ...values.map((value) => [value, value] as const)];
  select.append(...options.map(([value, text]) => element('option', { value }, text)));
  if (options.some(([value]) => value === wanted)) select.value = wanted!;
  select.hidden = false;
}

/**
 * What is said above the results.
 *
 * @param isTyping the last word may go on: that the docs do not contain it is not said yet
 */
export function statusNodes(response: InstantResponse, texts: PanelTexts, isTyping: boolean): (Node | string)[] {
  const { query, pages, correctedQuery, sectionCount } = response;
  const sections = pages.flatMap((page) => page.sections);
  const titles = [...pages, ...sections].map(({ title }) => title.toLowerCase()).join('\n');
  const missing = response.missingWords.filter(
    (word) => !titles.includes(word.toLowerCase()) && !isUnfinished(query, word, isTyping),
  );
  if (sections.length === 0) return [filled(texts.nothing, { query })];
  const corrected = texts.corrected.split('{query}');
  const related = relatedWords(sections);
  return [
    ...(correctedQuery === undefined
      ? []
      : [corrected[0]!, element('mark', {}, correctedQuery), `${corrected[1] ?? ''} `]),
    filled(texts.count, { shown: sections.length, all: sectionCount }),
    ...(missing.length === 0 ? [] : [` ${filled(texts.missing, { words: missing.join(', ') })}`]),
    ...(related.length === 0 ? [] : [` ${filled(texts.related, { words: relatedWordsText(related) })}`]),
  ];
}

/** Those by which sections were found that contain no word of the query itself. */
function relatedWords(sections: readonly InstantSection[]): readonly RelatedWords[] {
  const found = new Map<string, Set<string>>();
  for (const { words, relatedWords: related } of sections) {
    if (words.length > 0) continue;
    for (const { phrase, words: names } of related)
      found.set(phrase, new Set([...(found.get(phrase) ?? []), ...names]));
  }
  return Array.from(found, ([phrase, names]) => ({ phrase, words: [...names] }));
}

/** Whether a word may go on: at the end while somebody types, and as the last part of a name such as `v-mod` at any time. */
function isUnfinished(query: string, word: string, isTyping: boolean): boolean {
  const typed = lowerCase(query);
  const end = lowerCase(word);
  return typed.endsWith(end) && (isTyping || /[-./@:_#]$/.test(typed.slice(0, -end.length)));
}
