import type { InstantPage, InstantSection } from '@topicmill/search/retrieval';
import { element, markedText } from './elements.js';

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
