import { encodePath } from '@topicmill/base/paths';
import {
  ALL_EDITIONS,
  type InstantOptions,
  type InstantResponse,
  type InstantSearch,
  type InstantSection,
  isMissingFile,
} from '@topicmill/search/retrieval';
import { activeBox, type KeyedBox, registerBox } from './boxes.js';
import { openIndex } from './open-index.js';
import { Recents } from './recents.js';
import {
  element,
  emptyFilter,
  fillFilter,
  markedText,
  ResultList,
  type ResultOption,
  statusOf,
} from './result-list.js';
import { onPageScheme, paintAsPage, styleSheet } from './style.js';
import { type BoxTexts, boxTexts, filled } from './texts.js';

/** A pause in typing after which the passage of the first result is loaded, and the texts are searched, not only titles. */
const PAUSE_MS = 150;
/** After this one those of all results are. */
const PASSAGES_MS = 350;
/** After this one the query is taken for finished. */
const FINISHED_MS = 1200;
/** Sections listed at first, and more of them each time. */
const PAGE_SIZE = 12;
/** Where the script is: by default the index is in the same folder. */
const SCRIPT_URL = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : undefined;
const SHEET = styleSheet();
const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * A button that opens a search, and the search. Attributes: `src` (folder of the index; default: the script's),
 * `base` (address that the site is published at here; default: the folder above the index), `label`, `placeholder`,
 * `section`, `version` and `locale` (what to keep to at first; without a version or locale, the current ones; `all` for all),
 * `theme` (`light`, `dark`; default: as the page is), `shortcut` (a letter, default `k`; empty: none), `parameter` (of the
 * page's address that contains the query, default `q`; empty: none). Events: `topicmill-search` with `detail.query`, `count`
 * and `milliseconds` when a query is finished; `topicmill-select` with `detail.url`, `query` and `rank`, from 1, which leaves it
 * to the page to go there when it is cancelled.
 */
export class TopicmillSearch extends HTMLElement implements KeyedBox {
  private readonly input = element('input', {
    type: 'search',
    role: 'combobox',
    dir: 'auto',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'results',
  });
  private readonly status = element('p', { class: 'status', role: 'status' });
  private readonly filters = { section: emptyFilter(), version: emptyFilter(), locale: emptyFilter() };
  private readonly list = new ResultList((section) => this.addressOf(section));
  private readonly more = element('button', { type: 'button', class: 'more' });
  private readonly recentList = element('div', { class: 'recents' });
  private readonly hints = element('p', { class: 'hints', 'aria-hidden': 'true' });
  private readonly dialog = element('dialog');
  private readonly opener = element('button', { type: 'button', class: 'opener' });
  private texts: BoxTexts = boxTexts('en');
  private recents = new Recents('');
  private index: Promise<InstantSearch> | undefined;
  private siteUrl: string | undefined;
  private askedCount = 0;
  private limit = PAGE_SIZE;
  /** Enter was pressed before there were results. */
  private isEntered = false;
  private unreported: { readonly query: string; readonly count: number; readonly milliseconds: number } | undefined;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private ends: (() => void)[] = [];

  connectedCallback(): void {
    if (this.shadowRoot === null) this.build();
    this.ends = [
      registerBox(this),
      onPageScheme(() => this.paint()),
      listen(window, 'popstate', () => this.followAddress()),
      listen(window, 'online', () => this.isOpen && void this.update()),
    ];
    this.paint();
    // The page may place the box only after this.
    requestAnimationFrame(() => this.followAddress());
  }

  disconnectedCallback(): void {
    this.dialog.close();
    this.stopTimers();
    for (const end of this.ends) end();
    this.ends = [];
  }

  get isOpen(): boolean {
    return this.dialog.open;
  }

  get isRendered(): boolean {
    return this.isConnected && this.opener.getClientRects().length > 0;
  }

  get shortcut(): string {
    return (this.getAttribute('shortcut') ?? 'k').toLowerCase();
  }

  /** Opens the dialog and loads the index; where this box is not rendered, another one's, if there is one. */
  open(query?: string): void {
    if (!this.isRendered) {
      // A dialog that nobody sees would make the page inert.
      activeBox()?.open(query);
      return;
    }
    this.paint();
    if (!this.isOpen) this.dialog.showModal();
    if (query !== undefined) this.input.value = query;
    this.input.select();
    void this.loadFilters();
    void this.update();
  }

  close(): void {
    this.dialog.close();
    this.writeAddress('');
  }

  /** The same search without the dialog. */
  async search(query: string, options: InstantOptions = {}): Promise<InstantResponse> {
    return (await this.load()).search(query, options);
  }

  private build(): void {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [SHEET];
    this.texts = boxTexts((this.closest('[lang]') ?? document.documentElement).getAttribute('lang') ?? 'en');
    this.recents = new Recents(this.source.pathname);
    this.label();
    this.opener.addEventListener('click', () => this.open());
    this.input.addEventListener('input', () => {
      this.limit = PAGE_SIZE;
      void this.update();
    });
    this.input.addEventListener('keydown', (event) => this.handleKey(event));
    this.more.addEventListener('click', () => {
      this.limit += PAGE_SIZE;
      this.input.focus();
      void this.update();
    });
    const close = element('button', { type: 'button', class: 'close', 'aria-label': this.texts.close }, '✕');
    close.addEventListener('click', () => this.close());
    for (const select of Object.values(this.filters)) select.addEventListener('change', () => void this.update());
    const head = element('div', { class: 'head' }, this.input, close, ...Object.values(this.filters));
    this.dialog.append(head, this.status, this.recentList, this.list.root, this.more, this.hints);
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.close();
    });
    this.dialog.addEventListener('cancel', () => this.close());
    for (const type of ['keydown', 'keypress', 'keyup'] as const) this.dialog.addEventListener(type, keepLetters);
    this.list.root.addEventListener('click', (event) => this.handleClick(event));
    // A header that another width of the screen hides takes the dialog with it.
    new ResizeObserver(() => {
      if (this.isOpen && this.dialog.getClientRects().length === 0) this.close();
    }).observe(this.dialog);
    root.append(this.opener, this.dialog);
  }

  private label(): void {
    const { texts, shortcut } = this;
    const label = this.getAttribute('label') ?? texts.search;
    this.opener.append(label);
    if (shortcut !== '') this.opener.append(element('kbd', {}, `${IS_APPLE ? '⌘' : 'Ctrl '}${shortcut.toUpperCase()}`));
    this.input.placeholder = this.getAttribute('placeholder') ?? texts.placeholder;
    this.input.setAttribute('aria-label', label);
    this.dialog.setAttribute('aria-label', label);
    this.list.root.setAttribute('aria-label', texts.results);
    this.filters.section.setAttribute('aria-label', texts.section);
    this.filters.version.setAttribute('aria-label', texts.version);
    this.filters.locale.setAttribute('aria-label', texts.language);
    this.more.append(texts.more);
    this.more.hidden = true;
    this.hints.append(
      ...[
        ['↑ ↓', texts.move],
        ['↵', texts.open],
        ['Esc', texts.close],
      ].flatMap(([key, does]) => [element('kbd', {}, key!), ` ${does} `]),
    );
  }

  private paint(): void {
    paintAsPage([this.opener, this.dialog], this.getAttribute('theme'));
  }

  private get isBusy(): boolean {
    return this.list.root.ariaBusy === 'true';
  }

  private set isBusy(isBusy: boolean) {
    this.list.root.ariaBusy = String(isBusy);
  }

  private get source(): URL {
    return new URL(this.getAttribute('src') ?? new URL('.', SCRIPT_URL ?? document.baseURI), document.baseURI);
  }

  /** Pages of the site are where this page is from: a preview and a mirror lead to their own pages. */
  private addressOf({ url, topic }: InstantSection): URL {
    const base = new URL(this.getAttribute('base') ?? new URL('..', this.source), document.baseURI);
    const isOwn = this.siteUrl !== undefined && url?.startsWith(this.siteUrl) === true;
    return new URL(isOwn ? url.slice(this.siteUrl!.length) : (url ?? `${encodePath(topic)}/`), base);
  }

  private load(cache?: RequestCache): Promise<InstantSearch> {
    if (this.index === undefined || cache !== undefined) {
      const opened = openIndex(this.source, cache);
      this.index = opened;
      opened.then(
        ({ siteUrl }) => {
          this.siteUrl = siteUrl;
        },
        () => {
          this.index = undefined;
        },
      );
    }
    return this.index;
  }

  private async loadFilters(): Promise<void> {
    try {
      const { sections, versions, locales, current } = await (await this.load()).filters();
      const { all, section, version, language } = this.texts;
      fillFilter(this.filters.section, [['', `${section}: ${all}`]], sections, this.getAttribute('section'));
      for (const [name, label, kept, values] of [
        ['version', version, current.versions.join(', '), versions],
        ['locale', language, current.locale ?? '', locales],
      ] as const) {
        const others = values.filter((value) => value !== kept);
        const first = kept === '' ? [] : [['', kept] as const];
        fillFilter(this.filters[name], [...first, [ALL_EDITIONS, `${label}: ${all}`]], others, this.getAttribute(name));
      }
    } catch {
      // The search says what is wrong.
    }
  }

  private async update(): Promise<void> {
    const query = this.input.value;
    const asked = ++this.askedCount;
    const isCurrent = (): boolean => this.askedCount === asked;
    this.stopTimers();
    this.isEntered = false;
    this.unreported = undefined;
    if (query.trim() === '') return void this.showRecents();
    this.recentList.replaceChildren();
    // Until then the list is that of another query.
    this.isBusy = true;
    this.later(PAUSE_MS, () => this.isBusy && this.list.showSkeleton());
    try {
      await this.ask(query, isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      this.isBusy = false;
      const message = error instanceof Error ? error.message : String(error);
      if (this.list.isEmpty) this.list.show([], false);
      this.status.textContent = navigator.onLine ? filled(this.texts.failed, { message }) : this.texts.offline;
    }
  }

  private async ask(query: string, isCurrent: () => boolean, cache?: RequestCache): Promise<void> {
    const start = performance.now();
    const { limit } = this;
    const options = {
      limit,
      section: this.chosen('section'),
      version: this.chosen('version'),
      locale: this.chosen('locale'),
    };
    const pause = new Promise<void>((resolve) => this.later(PAUSE_MS, resolve));
    try {
      const index = await this.load(cache);
      const first = await index.search(query, { ...options, titlesOnly: true });
      if (!isCurrent()) return;
      const isShown = first.pages.length > 0;
      const [best] = isShown ? this.show(first) : [];
      await pause;
      if (!isCurrent()) return;
      if (best !== undefined) void this.showPassage(best, index, query);
      const response = await index.search(query, options);
      if (!isCurrent()) return;
      const milliseconds = Math.round(performance.now() - start);
      this.unreported = { query, count: response.sectionCount, milliseconds };
      this.loadPassages(this.show(response, { isSameQuery: isShown || limit > PAGE_SIZE }), index, query);
      this.later(FINISHED_MS, () => this.finish(response));
    } catch (error) {
      // The site was deployed again meanwhile, and the files that the index names are there no more.
      if (cache !== undefined || !isMissingFile(error)) throw error;
      await this.ask(query, isCurrent, 'reload');
    }
  }

  /** What the reader chose, or the page at first. */
  private chosen(name: 'section' | 'version' | 'locale'): string | undefined {
    const select = this.filters[name];
    return (select.hidden ? this.getAttribute(name) : select.value) || undefined;
  }

  private show(response: InstantResponse, { isSameQuery = false } = {}): readonly ResultOption[] {
    const options = this.list.show(response.pages, isSameQuery);
    this.isBusy = false;
    this.status.replaceChildren(...statusOf(response, this.texts, true));
    this.more.hidden = options.length === 0 || options.length >= response.sectionCount;
    this.input.setAttribute('aria-expanded', String(options.length > 0));
    this.syncSelection();
    if (this.isEntered && options[0] !== undefined) this.go(options[0].link);
    return options;
  }

  private showRecents(): void {
    this.list.show([], false);
    this.isBusy = false;
    this.more.hidden = true;
    this.status.replaceChildren();
    this.input.setAttribute('aria-expanded', 'false');
    this.syncSelection();
    this.writeAddress('');
    const links = this.recents.all().map((query) => {
      const again = element('button', { type: 'button', dir: 'auto' }, query);
      again.addEventListener('click', () => this.open(query));
      return again;
    });
    this.recentList.replaceChildren(...(links.length === 0 ? [] : [element('span', {}, this.texts.recent), ...links]));
  }

  /** Loads the passage of the first result, and those of the others when nothing more is typed. */
  private loadPassages(options: readonly ResultOption[], index: InstantSearch, query: string): void {
    const load = (part: readonly ResultOption[]): void => {
      for (const each of part) void this.showPassage(each, index, query);
    };
    load(options.slice(0, 1));
    this.later(PASSAGES_MS - PAUSE_MS, () => load(options.slice(1)));
  }

  private async showPassage({ section, passage }: ResultOption, index: InstantSearch, query: string): Promise<void> {
    try {
      passage.replaceChildren(...markedText(await index.passage(section, query)));
    } catch (error) {
      // A result without its passage is still a result.
      if (!isMissingFile(error) || (await this.index) !== index) return;
      await this.load('reload');
      void this.update();
    }
  }

  /** The reader has stopped typing. */
  private finish(response: InstantResponse): void {
    this.status.replaceChildren(...statusOf(response, this.texts, false));
    if (this.isOpen) this.writeAddress(response.query);
    this.report();
  }

  private report(): void {
    const detail = this.unreported;
    this.unreported = undefined;
    if (detail !== undefined)
      this.dispatchEvent(new CustomEvent('topicmill-search', { detail, bubbles: true, composed: true }));
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

  private handleClick(event: MouseEvent): void {
    const link = (event.target as Element).closest('a');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link);
  }

  private go(link: HTMLAnchorElement): void {
    const query = this.input.value.trim();
    this.report();
    this.recents.add(query);
    // So that Back leads to the search; on the same page, a fragment alone is gone to without loading it again.
    this.writeAddress(new URL(link.href).pathname === location.pathname ? '' : query);
    const detail = { url: link.href, query, rank: this.list.rankOf(link) };
    const isLeft = this.dispatchEvent(
      new CustomEvent('topicmill-select', { detail, bubbles: true, composed: true, cancelable: true }),
    );
    this.dialog.close();
    if (isLeft) follow(link.href);
  }

  private get parameter(): string {
    return this.getAttribute('parameter') ?? 'q';
  }

  /** Opens the search that the page's address asks for, and closes that of an address that was left. */
  private followAddress(): void {
    if (this.parameter === '' || !this.isConnected) return;
    const query = new URLSearchParams(location.search).get(this.parameter) ?? '';
    if (query === '') this.dialog.close();
    else if (!this.isOpen && activeBox() === this) this.open(query);
  }

  private writeAddress(query: string): void {
    if (this.parameter === '') return;
    const address = new URL(location.href);
    if ((address.searchParams.get(this.parameter) ?? '') === query) return;
    if (query === '') address.searchParams.delete(this.parameter);
    else address.searchParams.set(this.parameter, query);
    // Routers of sites keep what they need in the state.
    history.replaceState(history.state, '', address);
  }

  private later(milliseconds: number, action: () => void): void {
    this.timers.push(setTimeout(action, milliseconds));
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }
}

/** Pages that have letters for shortcuts do not see that these are typed into a field: to them they come from the box. */
function keepLetters(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
}

/** By a link of the page itself: where a site has navigation in the browser, its router takes the click; else the browser does. */
function follow(href: string): void {
  const link = element('a', { href });
  document.body.append(link);
  link.click();
  link.remove();
}

function listen(target: EventTarget, type: string, action: () => void): () => void {
  target.addEventListener(type, action);
  return () => target.removeEventListener(type, action);
}
