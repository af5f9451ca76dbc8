import { encodePath } from '@topicmill/base/paths';
import {
  ALL_EDITIONS,
  type InstantOptions,
  type InstantResponse,
  type InstantSearch,
  type InstantSection,
  isMissingFile,
} from '@topicmill/search/retrieval';
import { element } from './element.js';
import { openIndex } from './open-index.js';
import { paintAsPage } from './page-colours.js';
import { PANEL_SHEET } from './panel-style.js';
import { filled, type PanelTexts, panelTexts } from './panel-texts.js';
import { Recents } from './recents.js';
import { emptyFilter, fillFilter, markedText, ResultList, type ResultOption, statusNodes } from './result-list.js';

export { openIndex };

/** A pause in typing after which the passage of the first result is loaded, and the texts are searched, not only titles. */
const PAUSE_MS = 150;
/** After this one those of all results are. */
const PASSAGES_MS = 350;
/** After this one the query is taken for finished. */
const FINISHED_MS = 1200;
/** Sections listed at first, and more of them each time. */
const PAGE_SIZE = 12;

/** What a panel knows of the box that it is in. */
export interface PanelBox extends HTMLElement {
  readonly input: HTMLInputElement;
  readonly dialog: HTMLDialogElement;
  /** BCP 47. */
  readonly language: string;
  /** Folder of the index. */
  readonly source: URL;
  readonly isOpen: boolean;
  open(query: string): void;
  close(): void;
  /** Puts a query into the page's address; empty for none. */
  writeAddress(query: string): void;
}

/** What searches, and shows results in the dialog of a box. */
export class SearchPanel {
  private readonly status = element('p', { class: 'status', role: 'status' });
  private readonly filters = { section: emptyFilter(), version: emptyFilter(), locale: emptyFilter() };
  private readonly list = new ResultList((section) => this.addressOf(section));
  private readonly more = element('button', { type: 'button', class: 'more' });
  private readonly recentList = element('div', { class: 'recents' });
  private readonly hints = element('p', { class: 'hints', 'aria-hidden': 'true' });
  private readonly texts: PanelTexts;
  private readonly recents: Recents;
  private index: Promise<InstantSearch> | undefined;
  private siteUrl: string | undefined;
  private askedCount = 0;
  private limit = PAGE_SIZE;
  /** Whose results are in the order of its meaning, too. */
  private refinedQuery: string | undefined;
  /** Enter was pressed before there were results. */
  private isEntered = false;
  private unreported: { readonly query: string; readonly count: number; readonly milliseconds: number } | undefined;
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private readonly box: PanelBox) {
    this.texts = panelTexts(box.language);
    this.recents = new Recents(box.source.pathname);
    this.updateLabels();
    this.more.addEventListener('click', () => {
      this.limit += PAGE_SIZE;
      box.input.focus();
      void this.update();
    });
    for (const select of Object.values(this.filters)) select.addEventListener('change', () => void this.update());
    this.list.root.addEventListener('click', (event) => this.handleClick(event));
    box.shadowRoot!.adoptedStyleSheets.push(PANEL_SHEET);
    box.input.setAttribute('aria-controls', this.list.root.id);
    this.completeDialog(box);
    box.dialog.append(this.status, this.recentList, this.list.root, this.more, this.hints);
    // The choices above the results are filled before anything is typed; a search says what is wrong.
    void this.load().catch(() => undefined);
  }

  /** Gives the dialog the colours that the page has now. */
  paint(): void {
    paintAsPage(this.box.dialog, this.box.getAttribute('theme'));
  }

  /** Goes to the selected result, or to the first one when it is there. */
  enter(): void {
    if (this.isBusy) this.isEntered = true;
    else if (this.list.selectedLink !== undefined) this.go(this.list.selectedLink);
  }

  /** Selects the result that is so many places further. */
  move(by: number): void {
    this.list.move(by);
    this.syncSelection();
  }

  /** Nothing more is loaded for the query. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }

  async search(query: string, options: InstantOptions): Promise<InstantResponse> {
    return (await this.load()).search(query, options);
  }

  /**
   * Shows results for what is in the field.
   *
   * @param isTyped another query, of which the first results are shown
   */
  async update(isTyped = false): Promise<void> {
    if (isTyped) this.limit = PAGE_SIZE;
    const query = this.box.input.value;
    const asked = ++this.askedCount;
    const isCurrent = (): boolean => this.askedCount === asked;
    this.stop();
    this.isEntered = false;
    this.unreported = undefined;
    if (query.trim() === '') return void this.showRecents();
    this.recentList.replaceChildren();
    // Until then the list is that of another query.
    this.isBusy = true;
    this.schedule(PAUSE_MS, () => this.isBusy && this.list.showSkeleton());
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

  /** What the box leaves to the panel, so that a page that nobody searches loads less. */
  private completeDialog({ input, dialog }: PanelBox): void {
    const { close: label, placeholder } = this.texts;
    input.placeholder = this.box.getAttribute('placeholder') ?? placeholder;
    const close = element('button', { type: 'button', class: 'close', 'aria-label': label }, '✕');
    close.addEventListener('click', () => this.box.close());
    input.parentElement!.append(close, ...Object.values(this.filters));
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) this.box.close();
    });
    // A header that another width of the screen hides takes the dialog with it.
    new ResizeObserver(() => {
      if (this.box.isOpen && dialog.getClientRects().length === 0) this.box.close();
    }).observe(dialog);
    this.paint();
  }

  private updateLabels(): void {
    const { texts } = this;
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
        ['Esc', this.texts.close],
      ].flatMap(([key, does]) => [element('kbd', {}, key!), ` ${does} `]),
    );
  }

  private get isBusy(): boolean {
    return this.list.root.ariaBusy === 'true';
  }

  private set isBusy(isBusy: boolean) {
    this.list.root.ariaBusy = String(isBusy);
  }

  /** Pages of the site are where this page is from: a preview and a mirror lead to their own pages. */
  private addressOf({ url, topic }: InstantSection): URL {
    const base = new URL(this.box.getAttribute('base') ?? new URL('..', this.box.source), document.baseURI);
    const isOwn = this.siteUrl !== undefined && url?.startsWith(this.siteUrl) === true;
    return new URL(isOwn ? url.slice(this.siteUrl!.length) : (url ?? `${encodePath(topic)}/`), base);
  }

  private load(cache?: RequestCache): Promise<InstantSearch> {
    if (this.index === undefined || cache !== undefined) {
      const opened = openIndex(this.box.source, cache);
      this.index = opened;
      opened.then(
        (index) => {
          this.siteUrl = index.siteUrl;
          void this.fillFilters(index);
        },
        () => {
          this.index = undefined;
        },
      );
    }
    return this.index;
  }

  private async fillFilters(index: InstantSearch): Promise<void> {
    try {
      const { sections, versions, locales, current } = await index.filters();
      const { all, section, version, language } = this.texts;
      fillFilter(this.filters.section, [['', `${section}: ${all}`]], sections, this.box.getAttribute('section'));
      for (const [name, label, kept, values] of [
        ['version', version, current.versions.join(', '), versions],
        ['locale', language, current.locale ?? '', locales],
      ] as const) {
        const others = values.filter((value) => value !== kept);
        const first = kept === '' ? [] : [['', kept] as const];
        fillFilter(
          this.filters[name],
          [...first, [ALL_EDITIONS, `${label}: ${all}`]],
          others,
          this.box.getAttribute(name),
        );
      }
    } catch {
      // Results are found without choices.
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
    const pause = new Promise<void>((resolve) => this.schedule(PAUSE_MS, resolve));
    try {
      const index = await this.load(cache);
      const first = await index.search(query, { ...options, titlesOnly: true });
      if (!isCurrent()) return;
      const isShown = first.pages.length > 0;
      const [best] = isShown ? this.show(first) : [];
      await pause;
      if (!isCurrent()) return;
      if (best !== undefined) void this.showPassage(best, index, query);
      const response =
        (this.refinedQuery === query ? await refined(index, query, options) : undefined) ??
        (await index.search(query, options));
      if (!isCurrent()) return;
      const milliseconds = Math.round(performance.now() - start);
      this.unreported = { query, count: response.sectionCount, milliseconds };
      this.loadPassages(this.show(response, { isSameQuery: isShown || limit > PAGE_SIZE }), index, query);
      this.schedule(FINISHED_MS, () => {
        this.finish(response);
        void this.refine(index, query, options, isCurrent);
      });
    } catch (error) {
      // The site was deployed again meanwhile, and the files that the index names are there no more.
      if (cache !== undefined || !isMissingFile(error)) throw error;
      await this.ask(query, isCurrent, 'reload');
    }
  }

  /** What the reader chose, or the page at first. */
  private chosen(name: 'section' | 'version' | 'locale'): string | undefined {
    const select = this.filters[name];
    return (select.hidden ? this.box.getAttribute(name) : select.value) || undefined;
  }

  /** Puts the results of a finished question into the order of a search by meaning, too, unless the reader has begun to choose. */
  private async refine(
    index: InstantSearch,
    query: string,
    options: InstantOptions,
    isCurrent: () => boolean,
  ): Promise<void> {
    const isAwaited = (): boolean => isCurrent() && this.box.isOpen && !this.list.isInUse;
    // One word has little meaning besides itself.
    if (!/\s/.test(query.trim()) || savesData() || this.refinedQuery === query || !isAwaited()) return;
    const response = await refined(index, query, options);
    if (response === undefined || !isAwaited()) return;
    this.refinedQuery = query;
    if (response.pages.length === 0 || this.list.shows(response.pages)) return;
    this.loadPassages(this.show(response, { isSameQuery: true, isTyping: false }), index, query);
  }

  private show(response: InstantResponse, { isSameQuery = false, isTyping = true } = {}): readonly ResultOption[] {
    const options = this.list.show(response.pages, isSameQuery);
    this.isBusy = false;
    this.announce(response, isTyping);
    this.more.hidden = options.length === 0 || options.length >= response.sectionCount;
    this.box.input.setAttribute('aria-expanded', String(options.length > 0));
    this.syncSelection();
    if (this.isEntered && options[0] !== undefined) this.go(options[0].link);
    return options;
  }

  private showRecents(): void {
    this.list.show([], false);
    this.isBusy = false;
    this.more.hidden = true;
    this.status.replaceChildren();
    this.box.input.setAttribute('aria-expanded', 'false');
    this.syncSelection();
    this.box.writeAddress('');
    const links = this.recents.all().map((query) => {
      const again = element('button', { type: 'button', dir: 'auto' }, query);
      again.addEventListener('click', () => this.box.open(query));
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
    this.schedule(PASSAGES_MS - PAUSE_MS, () => load(options.slice(1)));
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
    this.announce(response, false);
    if (this.box.isOpen) this.box.writeAddress(response.query);
    this.report();
  }

  /** What is said already is not said again. */
  private announce(response: InstantResponse, isTyping: boolean): void {
    const said = element('p', {}, ...statusNodes(response, this.texts, isTyping));
    if (said.innerHTML !== this.status.innerHTML) this.status.replaceChildren(...said.childNodes);
  }

  private report(): void {
    const detail = this.unreported;
    this.unreported = undefined;
    if (detail !== undefined)
      this.box.dispatchEvent(new CustomEvent('topicmill-search', { detail, bubbles: true, composed: true }));
  }

  private syncSelection(): void {
    const { selectedId } = this.list;
    if (selectedId === undefined) this.box.input.removeAttribute('aria-activedescendant');
    else this.box.input.setAttribute('aria-activedescendant', selectedId);
  }

  private handleClick(event: MouseEvent): void {
    const link = (event.target as Element).closest('a');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link);
  }

  private go(link: HTMLAnchorElement): void {
    const query = this.box.input.value.trim();
    this.report();
    this.recents.add(query);
    // So that Back leads to the search; on the same page, a fragment alone is gone to without loading it again.
    this.box.writeAddress(new URL(link.href).pathname === location.pathname ? '' : query);
    const detail = { url: link.href, query, rank: this.list.rankOf(link) };
    const isLeft = this.box.dispatchEvent(
      new CustomEvent('topicmill-select', { detail, bubbles: true, composed: true, cancelable: true }),
    );
    this.box.dialog.close();
    if (isLeft) follow(link.href);
  }

  private schedule(milliseconds: number, action: () => void): void {
    this.timers.push(setTimeout(action, milliseconds));
  }
}

/** `undefined` where nothing is published for it, or it cannot be loaded: the answer by words is one, too. */
async function refined(
  index: InstantSearch,
  query: string,
  options: InstantOptions,
): Promise<InstantResponse | undefined> {
  try {
    return await index.refine(query, options);
  } catch {
    return undefined;
  }
}

/** Whether the reader wants no more to be loaded than is needed, or nothing can be. */
function savesData(): boolean {
  const { connection, onLine } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || !onLine;
}

/** By a link of the page itself: where a site has navigation in the browser, its router takes the click; else the browser does. */
function follow(href: string): void {
  const link = element('a', { href });
  document.body.append(link);
  link.click();
  link.remove();
}
