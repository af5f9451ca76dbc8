import { type InstantOptions, type InstantResponse, MANIFEST_FILE } from '@topicmill/search/retrieval';
import { activeBox, type KeyedBox, registerBox } from './boxes.js';
import { element, styleSheet } from './element.js';
import { loadPanel, SCRIPT_URL } from './load-panel.js';
import { searchLabel } from './search-labels.js';
import type { PanelBox, SearchPanel } from './search-panel.js';

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * The sheet of the button and the empty dialog: the button looks as its place in the page does, the dialog as the page.
 * Custom properties whose names begin with `--topicmill-` are the page's to set.
 */
const OPENER_SHEET = styleSheet(`
:host { display: inline-block; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
* { box-sizing: border-box; }
.opener, dialog {
  --border: var(--topicmill-border, color-mix(in srgb, currentColor 22%, transparent));
  --radius: var(--topicmill-radius, 8px);
  border: 1px solid var(--border);
  border-radius: var(--radius);
  color: var(--topicmill-text, CanvasText);
  background: var(--topicmill-background, Canvas);
  font: var(--topicmill-font, inherit);
}
.opener { display: inline-flex; align-items: center; gap: .6rem; min-width: 11rem; min-height: 2.25rem; padding: 0 .6rem 0 .75rem; cursor: pointer; }
:host(:not([theme])) .opener { color: var(--topicmill-text, inherit); background: var(--topicmill-background, none); }
dialog { width: min(var(--topicmill-width, 42rem), calc(100vw - 2rem)); max-height: min(40rem, calc(100dvh - 8rem)); margin: 4rem auto auto; padding: 0; overflow: hidden; }
.head { display: flex; flex-wrap: wrap; gap: .5rem; padding: .75rem; }
input { flex: 1 1 12rem; min-width: 0; min-height: 2.5rem; padding: 0 .6rem; font: inherit; color: inherit; border: 1px solid var(--border); border-radius: var(--radius); background: none; }
kbd { margin-inline-start: auto; padding: 0 .35rem; border: 1px solid var(--border); border-radius: 4px; font: .75rem / 1.5 monospace; }
@media (width < 600px) {
  .opener { min-width: 2.75rem; min-height: 2.75rem; }
  .opener kbd { display: none; }
  dialog { width: 100vw; max-width: none; height: 100dvh; max-height: none; margin: 0; border: 0; border-radius: 0; }
}
`);

/**
 * A button that opens a search, and the search. Attributes: `src` (folder of the index; default: the script's),
 * `base` (address that the site is published at here; default: the folder above the index), `label`, `placeholder`,
 * `section`, `version` and `locale` (what to keep to at first; without a version or locale, the current ones; `all` for all),
 * `theme` (`light`, `dark`; default: as the page is), `shortcut` (a letter, default `k`; empty: none), `parameter` (of the
 * page's address that contains the query, default `q`; empty: none). Events: `topicmill-search` with `detail.query`, `count`
 * and `milliseconds` when a query is finished; `topicmill-select` with `detail.url`, `query` and `rank`, from 1, which leaves it
 * to the page to go there when it is cancelled.
 */
export class TopicmillSearch extends HTMLElement implements KeyedBox, PanelBox {
  readonly input = element('input', {
    type: 'search',
    role: 'combobox',
    dir: 'auto',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
  });
  readonly dialog = element('dialog');
  private readonly opener = element('button', { type: 'button', class: 'opener' });
  /** Says why the panel cannot be loaded. */
  private readonly failure = element('p', { role: 'alert' });
  /** What searches, once it is loaded. */
  private panel: SearchPanel | undefined;
  private loading: Promise<SearchPanel> | undefined;
  /** Whether what is in the field waits for the panel. */
  private isWaiting = false;
  /** Enter was pressed before that. */
  private isEntered = false;
  private ends: (() => void)[] = [];

  connectedCallback(): void {
    if (this.shadowRoot === null) this.build();
    this.ends = [
      registerBox(this),
      listen(window, 'popstate', () => this.followAddress()),
      // Back shows most pages as they were left, with the box closed; Safari empties its field only then.
      listen(window, 'pageshow', () => requestAnimationFrame(() => this.openByAddress())),
      listen(window, 'online', () => this.isOpen && void this.update()),
    ];
    // The page may place the box only after this.
    requestAnimationFrame(() => this.openByAddress());
  }

  disconnectedCallback(): void {
    this.dialog.close();
    this.panel?.stop();
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
    this.panel?.paint();
    if (!this.isOpen) this.dialog.showModal();
    if (query !== undefined) this.input.value = query;
    this.input.select();
    void this.update();
  }

  close(): void {
    this.dialog.close();
    this.writeAddress('');
  }

  /** The same search without the dialog. */
  async search(query: string, options: InstantOptions = {}): Promise<InstantResponse> {
    return (await this.loadedPanel()).search(query, options);
  }

  get language(): string {
    return (this.closest('[lang]') ?? document.documentElement).getAttribute('lang') ?? 'en';
  }

  get source(): URL {
    return new URL(this.getAttribute('src') ?? new URL('.', SCRIPT_URL ?? document.baseURI), document.baseURI);
  }

  /** So that Back and a link lead to the search. */
  writeAddress(query: string): void {
    if (this.parameter === '') return;
    const address = new URL(location.href);
    if ((address.searchParams.get(this.parameter) ?? '') === query) return;
    if (query === '') address.searchParams.delete(this.parameter);
    else address.searchParams.set(this.parameter, query);
    // Routers of sites keep what they need in the state.
    history.replaceState(history.state, '', address);
  }

  /** Answers what is in the field; what was typed before the panel was there, too. */
  private async update(isTyped = false): Promise<void> {
    if (this.panel !== undefined) return this.panel.update(isTyped);
    if (this.isWaiting) return;
    this.isWaiting = true;
    try {
      const panel = await this.loadedPanel();
      this.failure.remove();
      void panel.update();
      if (this.isEntered) panel.enter();
    } catch (error) {
      // In words that every page can afford: those of fourteen languages come with the panel.
      this.failure.textContent = `⚠ ${navigator.onLine ? error : 'Offline'}`;
      this.dialog.append(this.failure);
    } finally {
      this.isWaiting = false;
    }
  }

  /** The panel, loaded once; after a failure, again. */
  private loadedPanel(): Promise<SearchPanel> {
    this.loading ??= this.makePanel().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  private async makePanel(): Promise<SearchPanel> {
    if (this.shadowRoot === null) this.build();
    // The panel reads it first: on a slow line both come at once.
    const manifest = new URL(MANIFEST_FILE, this.source).href;
    document.head.append(element('link', { rel: 'preload', as: 'fetch', crossorigin: '', href: manifest }));
    const { SearchPanel } = await loadPanel(this.source);
    this.panel = new SearchPanel(this);
    return this.panel;
  }

  private build(): void {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [OPENER_SHEET];
    const label = this.getAttribute('label') ?? searchLabel(this.language);
    this.opener.append(label);
    if (this.shortcut !== '')
      this.opener.append(element('kbd', {}, `${IS_APPLE ? '⌘' : 'Ctrl '}${this.shortcut.toUpperCase()}`));
    for (const labelled of [this.input, this.dialog]) labelled.setAttribute('aria-label', label);
    this.opener.addEventListener('click', () => this.open());
    for (const type of ['pointerenter', 'focus'])
      this.opener.addEventListener(type, () => void loadPanel(this.source).catch(() => undefined), { once: true });
    this.input.addEventListener('input', () => {
      this.isEntered = false;
      void this.update(true);
    });
    this.input.addEventListener('keydown', (event) => this.handleKey(event));
    this.dialog.append(element('div', { class: 'head' }, this.input));
    this.dialog.addEventListener('cancel', () => this.close());
    for (const type of ['keydown', 'keypress', 'keyup'] as const) this.dialog.addEventListener(type, keepLetters);
    root.append(this.opener, this.dialog);
  }

  private handleKey(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      this.panel?.move(by);
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      if (this.panel === undefined) this.isEntered = true;
      else this.panel.enter();
    } else if (event.key === 'Escape') {
      // A search field would take it for its text first.
      event.preventDefault();
      this.close();
    }
  }

  private get parameter(): string {
    return this.getAttribute('parameter') ?? 'q';
  }

  /** Opens the search that the page's address asks for, and closes that of an address that was left. */
  private followAddress(): void {
    if (this.parameter !== '' && this.askedQuery === '') this.dialog.close();
    else this.openByAddress();
  }

  /** A page that has just been shown closes nothing: the reader may have opened the box before. */
  private openByAddress(): void {
    if (this.isConnected && this.askedQuery !== '' && !this.isOpen && activeBox() === this) this.open(this.askedQuery);
  }

  /** The query in the page's address. */
  private get askedQuery(): string {
    return (this.parameter && new URLSearchParams(location.search).get(this.parameter)) ?? '';
  }
}

/** Pages that have letters for shortcuts do not see that these are typed into a field: to them they come from the box. */
function keepLetters(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
}

function listen(target: EventTarget, type: string, action: () => void): () => void {
  target.addEventListener(type, action);
  return () => target.removeEventListener(type, action);
}
