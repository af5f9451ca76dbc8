import {
  type InstantPage,
  type InstantResponse,
  type InstantSection,
  relatedWordsText,
  type SnippetPiece,
} from '@topicmill/search/retrieval';

/** A section in the list. */
export interface ResultOption {
  readonly section: InstantSection;
  readonly link: HTMLAnchorElement;
  readonly passage: HTMLElement;
}

/** The results as options of a list, each below the name of its page. */
export class ResultList {
  readonly root = element('div', { class: 'list', role: 'listbox', id: 'results', 'aria-label': 'Results' });
  private options: readonly ResultOption[] = [];
  private selected = -1;

  /** @param addressOf a section's page on the site */
  constructor(private readonly addressOf: (section: InstantSection) => URL) {}

  /** @param isSameQuery what was selected stays so, and the list where it is */
  show(pages: readonly InstantPage[], isSameQuery: boolean): readonly ResultOption[] {
    const selected = isSameQuery && this.selected > 0 ? this.selectedLink?.href : undefined;
    const options: ResultOption[] = [];
    const groups = pages.map((page, at) => {
      const heading = element(
        'div',
        { class: 'page', id: `page-${at}`, role: 'presentation' },
        ...markedText(page.titlePieces),
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
    if (!isSameQuery) this.root.scrollTop = 0;
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

  /** Id of the selected option, for `aria-activedescendant`. */
  get selectedId(): string | undefined {
    return this.options[this.selected]?.link.id;
  }

  get selectedLink(): HTMLAnchorElement | undefined {
    return this.options[this.selected]?.link;
  }

  /** Selects the option that is so many places further; beyond the last one is the first. */
  move(by: number): void {
    const count = this.options.length;
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
    const passage = element('span', { class: 'passage' });
    const title = element('span', { class: 'title' }, ...markedText(section.titlePieces));
    const address = element('span', { class: 'address' }, `${url.pathname}${url.hash}`);
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

/** Makes an element without markup in texts: everything that comes from an index is text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A text with the words that were found marked. */
export function markedText(pieces: readonly SnippetPiece[]): (Node | string)[] {
  return pieces.map(({ text, isHit }) => (isHit ? element('mark', {}, text) : text));
}

/** A choice that is hidden until it is filled. */
export function emptyFilter(label: string): HTMLSelectElement {
  const select = element('select', { 'aria-label': label });
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

/** What is said above the results. */
export function statusOf({
  query,
  pages,
  correctedQuery,
  missingWords,
  relatedWords,
}: InstantResponse): (Node | string)[] {
  const count = pages.reduce((sum, { sections }) => sum + sections.length, 0);
  if (count === 0) return [`Nothing found for “${query}”.`];
  return [
    ...(correctedQuery === undefined ? [] : ['Results for ', element('mark', {}, correctedQuery), '. ']),
    `${count} ${count === 1 ? 'section' : 'sections'} on ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}.`,
    ...(missingWords.length === 0 ? [] : [` Not in these docs: ${missingWords.join(', ')}.`]),
    ...(relatedWords.length === 0 ? [] : [` Also found by ${relatedWordsText(relatedWords)}.`]),
  ];
}
