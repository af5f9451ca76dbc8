import { encodePath } from '@topicmill/base/paths';
import {
  ALL_EDITIONS,
  type InstantOptions,
  type InstantResponse,
  type InstantSearch,
  type InstantSection,
} from '@topicmill/search/retrieval';
import { openIndex } from './open-index.js';
import {
  element,
  emptyFilter,
  fillFilter,
  markedText,
  ResultList,
  type ResultOption,
  statusOf,
} from './result-list.js';
import { onPageScheme, pageScheme, styleSheet } from './style.js';

/** A pause in typing after which the passage of the first result is loaded, and the texts are searched, not only titles. */
const PAUSE_MS = 150;
/** After this one those of all results are. */
const PASSAGES_MS = 350;
/** Where the script is: by default the index is in the same folder. */
const SCRIPT_URL = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : undefined;
const SHEET = styleSheet();
const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * A button that opens a search, and the search. Attributes: `src` (folder of the index; default: the script's),
 * `base` (address that pages without one are below; default: the folder above the index), `label`, `placeholder`,
 * `section`, `version` and `locale` (what to keep to at first; without a version or locale, the current ones; `all` for all),
 * `theme` (`light`, `dark`; default: as the page is), `shortcut` (a letter, default `k`;
 * empty: none). An event `topicmill-select` that is cancelled leaves it to the page to go to `detail.url`.
 */
export class TopicmillSearch extends HTMLElement {
  private readonly input = element('input', {
    type: 'search',
    role: 'combobox',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'results',
  });
  private readonly status = element('p', { class: 'status', role: 'status' });
  private readonly filters = {
    section: emptyFilter('Section'),
    version: emptyFilter('Version'),
    locale: emptyFilter('Language'),
  };
  private readonly list = new ResultList((section) => this.addressOf(section));
  private readonly dialog = element('dialog', { 'aria-label': 'Search' });
  private readonly opener = element('button', { type: 'button', class: 'opener' });
  private index: Promise<InstantSearch> | undefined;
  private askedCount = 0;
  /** Enter was pressed before there were results. */
  private isEntered = false;
  private pauseTimer: ReturnType<typeof setTimeout> | undefined;
  private stopWatching = (): void => {};
  private readonly onKey = (event: KeyboardEvent): void => this.handleGlobalKey(event);

  connectedCallback(): void {
    if (this.shadowRoot === null) this.build();
    document.addEventListener('keydown', this.onKey);
    this.stopWatching = onPageScheme(() => this.paint());
    this.paint();
  }

  disconnectedCallback(): void {
    document.removeEventListener('keydown', this.onKey);
    clearTimeout(this.pauseTimer);
    this.stopWatching();
  }

  /** Opens the dialog and loads the index. */
  open(query?: string): void {
    this.paint();
    if (!this.dialog.open) this.dialog.showModal();
    if (query !== undefined) this.input.value = query;
    this.input.select();
    void this.loadFilters();
    void this.update();
  }

  close(): void {
    this.dialog.close();
  }

  /** The same search without the dialog. */
  async search(query: string, options: InstantOptions = {}): Promise<InstantResponse> {
    return (await this.load()).search(query, options);
  }

  private build(): void {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [SHEET];
    const label = this.getAttribute('label') ?? 'Search';
    const { shortcut } = this;
    this.opener.append(label);
    if (shortcut !== '') this.opener.append(element('kbd', {}, `${IS_APPLE ? '⌘' : 'Ctrl '}${shortcut.toUpperCase()}`));
    this.opener.addEventListener('click', () => this.open());
    this.input.placeholder = this.getAttribute('placeholder') ?? 'Search the docs';
    this.input.setAttribute('aria-label', label);
    this.input.addEventListener('input', () => void this.update());
    this.input.addEventListener('keydown', (event) => this.handleKey(event));
    const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '✕');
    close.addEventListener('click', () => this.close());
    for (const select of Object.values(this.filters)) select.addEventListener('change', () => void this.update());
    const head = element('div', { class: 'head' }, this.input, close, ...Object.values(this.filters));
    this.dialog.append(head, this.status, this.list.root);
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.close();
    });
    this.list.root.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a');
      if (link !== null && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        this.go(link);
      }
    });
    root.append(this.opener, this.dialog);
  }

  /** Light or dark, as the page asks for or is. */
  private paint(): void {
    const theme = this.getAttribute('theme');
    const scheme = theme === 'light' || theme === 'dark' ? theme : pageScheme();
    for (const part of [this.opener, this.dialog]) part.dataset['scheme'] = scheme;
  }

  private get isBusy(): boolean {
    return this.list.root.ariaBusy === 'true';
  }

  private set isBusy(isBusy: boolean) {
    this.list.root.ariaBusy = String(isBusy);
  }

  private get shortcut(): string {
    return (this.getAttribute('shortcut') ?? 'k').toLowerCase();
  }

  private get source(): URL {
    return new URL(this.getAttribute('src') ?? new URL('.', SCRIPT_URL ?? document.baseURI), document.baseURI);
  }

  private addressOf({ url, topic }: InstantSection): URL {
    const base = new URL(this.getAttribute('base') ?? new URL('..', this.source), document.baseURI);
    return new URL(url ?? `${encodePath(topic)}/`, base);
  }

  private load(): Promise<InstantSearch> {
    if (this.index === undefined) {
      const opened = openIndex(this.source);
      this.index = opened;
      opened.catch(() => {
        this.index = undefined;
      });
    }
    return this.index;
  }

  private async loadFilters(): Promise<void> {
    try {
      const { sections, versions, locales, current } = await (await this.load()).filters();
      fillFilter(this.filters.section, [['', 'All sections']], sections, this.getAttribute('section'));
      for (const [name, kept, values] of [
        ['version', current.versions.join(', '), versions],
        ['locale', current.locale ?? '', locales],
      ] as const) {
        const others = values.filter((value) => value !== kept);
        const first = kept === '' ? [] : [['', kept] as const];
        fillFilter(this.filters[name], [...first, [ALL_EDITIONS, `All ${name}s`]], others, this.getAttribute(name));
      }
    } catch {
      // The search says what is wrong.
    }
  }

  private async update(): Promise<void> {
    const query = this.input.value;
    const asked = ++this.askedCount;
    const isCurrent = (): boolean => this.askedCount === asked;
    clearTimeout(this.pauseTimer);
    this.isEntered = false;
    if (query.trim() === '') return void this.show(undefined);
    // Until then the list is that of another query.
    this.isBusy = true;
    const pause = new Promise<void>((resolve) => {
      this.pauseTimer = setTimeout(resolve, PAUSE_MS);
    });
    try {
      const options = {
        section: this.chosen('section'),
        version: this.chosen('version'),
        locale: this.chosen('locale'),
      };
      const index = await this.load();
      const first = await index.search(query, { ...options, titlesOnly: true });
      if (!isCurrent()) return;
      const isShown = first.pages.length > 0;
      const [best] = isShown ? this.show(first) : [];
      await pause;
      if (!isCurrent()) return;
      if (best !== undefined) void showPassage(best, index, query);
      const results = await index.search(query, options);
      if (isCurrent()) this.loadPassages(this.show(results, { isSameQuery: isShown }), index, query);
    } catch (error) {
      if (!isCurrent()) return;
      this.show(undefined);
      this.status.textContent = `Search does not work now: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** What the reader chose, or the page at first. */
  private chosen(name: 'section' | 'version' | 'locale'): string | undefined {
    const select = this.filters[name];
    return (select.hidden ? this.getAttribute(name) : select.value) || undefined;
  }

  private show(response: InstantResponse | undefined, { isSameQuery = false } = {}): readonly ResultOption[] {
    const options = this.list.show(response?.pages ?? [], isSameQuery);
    this.isBusy = false;
    this.status.replaceChildren(...(response === undefined ? [] : statusOf(response)));
    this.input.setAttribute('aria-expanded', String(options.length > 0));
    this.syncSelection();
    if (this.isEntered && options[0] !== undefined) this.go(options[0].link);
    return options;
  }

  /** Loads the passage of the first result, and those of the others when nothing more is typed. */
  private loadPassages(options: readonly ResultOption[], index: InstantSearch, query: string): void {
    const load = (part: readonly ResultOption[]): void => {
      for (const each of part) void showPassage(each, index, query);
    };
    load(options.slice(0, 1));
    this.pauseTimer = setTimeout(() => load(options.slice(1)), PASSAGES_MS - PAUSE_MS);
  }

  private syncSelection(): void {
    const { selectedId } = this.list;
    if (selectedId === undefined) this.input.removeAttribute('aria-activedescendant');
    else this.input.setAttribute('aria-activedescendant', selectedId);
  }

  private handleKey(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      this.list.move(by);
      this.syncSelection();
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      if (this.isBusy) this.isEntered = true;
      else if (this.list.selectedLink !== undefined) this.go(this.list.selectedLink);
    } else if (event.key === 'Escape') {
      // A search field would take it for its text first.
      event.preventDefault();
      this.close();
    }
  }

  private handleGlobalKey(event: KeyboardEvent): void {
    if (this.shortcut === '' || event.key.toLowerCase() !== this.shortcut || event.altKey || event.shiftKey) return;
    if (!(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (this.dialog.open) this.close();
    else this.open();
  }

  private go(link: HTMLAnchorElement): void {
    const detail = { url: link.href };
    const isLeft = this.dispatchEvent(
      new CustomEvent('topicmill-select', { detail, bubbles: true, composed: true, cancelable: true }),
    );
    this.close();
    if (isLeft) location.assign(link.href);
  }
}

async function showPassage({ section, passage }: ResultOption, index: InstantSearch, query: string): Promise<void> {
  try {
    passage.replaceChildren(...markedText(await index.passage(section, query)));
  } catch {
    // A result without its passage is still a result.
  }
}
