import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { failureKind } from '../data/docs-connection.js';
import type { LoadedTopic } from '../data/load-topic.js';
import type { Route } from '../route.js';
import { CategoryPage } from './category-page.js';
import { Fault, Skeleton } from './load-states.js';
import { count } from './numbers.js';
import { restoreScroll } from './scroll-memory.js';
import { SearchPage } from './search-page.js';
import { TopBar } from './top-bar.js';
import { TopicPage } from './topic-page.js';
import { TopicTree } from './topic-tree.js';
import type { TopicViewProps } from './topic-view-props.js';
import { useLiveDocs } from './use-live-docs.js';
import { useLoaded, useTopic } from './use-loaded.js';
import { leaveSearch, type Navigate, useRoute } from './use-route.js';
import { useShortcuts } from './use-shortcuts.js';

/** More findings than this are counted only. */
const MAX_SHOWN = 50;

/** Errors and warnings of the last builds, while `topicmill watch` serves the docs. */
function FindingsBar({ findings }: { readonly findings: readonly Diagnostic[] }) {
  if (findings.length === 0) return null;
  const errorCount = findings.filter(({ severity }) => severity === 'error').length;
  const warningCount = findings.length - errorCount;
  const summary = [
    ...(errorCount > 0 ? [count(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [count(warningCount, 'warning')] : []),
  ].join(', ');
  return (
    <details class={`findings ${errorCount > 0 ? 'has-errors' : ''}`} open={errorCount > 0}>
      <summary>
        <span role="status">{summary}</span>
      </summary>
      <ul>
        {findings.slice(0, MAX_SHOWN).map((each) => (
          <li key={`${each.code} ${each.file} ${each.line} ${each.message}`}>
            {each.file !== undefined && (
              <code>
                {each.file}
                {each.line !== undefined && `:${each.line}`}
              </code>
            )}{' '}
            <strong>{each.severity}</strong> {each.message} {each.remedy} <code>{each.code}</code>
          </li>
        ))}
        {findings.length > MAX_SHOWN && <li>… and {count(findings.length - MAX_SHOWN, 'more finding')}</li>}
      </ul>
    </details>
  );
}

const KEYS: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['/'], 'search'],
  [['↓', '↑'], 'go through the results, Enter opens one'],
  [['j', 'k'], 'next and previous chunk'],
  [['1', '2', '3', '4', '5'], 'reference, chunks, stripes, questions, explain'],
  [['['], 'previous topic'],
  [[']'], 'next topic'],
  [['h'], 'all topics'],
  [['Esc'], 'leave the search, let go of the chunk'],
  [['?'], 'these keys'],
];

function HelpDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.map(([keys, effect]) => (
          <div key={effect}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}

export function App() {
  const baseUrl = useMemo(() => new URL('.', location.href).href, []);
  const { connection, isOffline, findings, notice, retry, finish } = useLiveDocs(baseUrl);
  const [route, navigate] = useRoute();
  const [isTreeOpen, setTreeOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const treeToggle = useRef<HTMLButtonElement>(null);
  const root = useLoaded(() => connection.index(''), [connection.folderState('')]);
  const topic = useTopic(connection, route.id);

  useEffect(() => (topic.isTextLoading ? undefined : finish()), [topic.isTextLoading, connection]);
  useEffect(() => setTreeOpen(false), [route.id, route.query]);
  const shown = topic.value?.index.id === route.id ? topic.value : undefined;
  const isSearching = route.query !== undefined;
  const rootTitle = root.value?.title ?? 'Topics';
  useTitle(isSearching ? `${route.query} – ${rootTitle}` : titleOf(shown?.index.title, rootTitle));
  // After the effects of the views, which scroll to what an address names.
  useLayoutEffect(restoreScroll);
  useKeptFocus([route.id, isSearching, shown === undefined]);
  useShortcuts({
    search: () => searchBox.current?.select(),
    help: () => setHelpOpen(true),
    home: () => navigate({ id: '' }),
    leave: () => (isTreeOpen ? setTreeOpen(false) : leave(route, navigate)),
  });
  const tree = useMemo(
    () => <TopicTree connection={connection} root={root.value} selectedId={route.id} />,
    [connection, root.value, route.id],
  );

  return (
    <>
      <SkipLink />
      <TopBar
        title={rootTitle}
        route={route}
        navigate={navigate}
        searchBox={searchBox}
        treeToggle={treeToggle}
        isTreeOpen={isTreeOpen}
        onTree={() => setTreeOpen(!isTreeOpen)}
        onHelp={() => setHelpOpen(true)}
      />
      {isOffline && <OfflineBar onRetry={retry} />}
      <FindingsBar findings={findings} />
      <div class={`frame ${isTreeOpen ? 'tree-open' : ''}`}>
        <TreeDrawer isOpen={isTreeOpen} toggle={treeToggle} onClose={() => setTreeOpen(false)}>
          {tree}
        </TreeDrawer>
        <Place topic={shown} fault={topic.error} route={route} navigate={navigate} connection={connection} />
      </div>
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
      <p class="notice" role="status">
        {notice}
      </p>
    </>
  );
}

/** Ends the search, or else closes the chunk. */
function leave(route: Route, navigate: Navigate): void {
  if (route.query !== undefined) leaveSearch(route, navigate);
  else if (route.chunk !== undefined) navigate({ ...route, chunk: undefined }, { replace: true });
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Gives the focus to the content where what had it is gone with the page before, that is, where one of `keys` has changed. */
function useKeptFocus(keys: readonly unknown[]): void {
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, keys);
}

/** For those who use the keyboard: past all that is the same on each page. */
function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it points to an element of the page.
    <a
      class="skip"
      href="#main"
      onClick={(event) => {
        // The fragment is the address of the page.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      Skip to the content
    </a>
  );
}

interface PlaceProps extends Omit<TopicViewProps, 'topic'> {
  /** `undefined` as long as it is not loaded. */
  readonly topic: LoadedTopic | undefined;
  readonly fault: Error | undefined;
}

/** What the address names: the results of a search, a topic or a category, or why they are not there yet. */
function Place({ topic, fault, ...place }: PlaceProps) {
  const { route, connection } = place;
  if (route.query !== undefined) return <SearchPage {...place} topicTitle={topic?.index.title} />;
  if (fault !== undefined && (topic === undefined || failureKind(fault) !== 'offline')) {
    return (
      <main id="main" class="page" tabIndex={-1}>
        <Fault error={fault} isRoot={route.id === ''} />
      </main>
    );
  }
  if (topic === undefined) {
    return (
      <main id="main" class="page" tabIndex={-1} aria-busy="true">
        <Skeleton name="Loading the page" lineCount={12} />
      </main>
    );
  }
  if (topic.chunks.length === 0 && topic.whole === undefined) {
    return <CategoryPage index={topic.index} connection={connection} />;
  }
  return <TopicPage key={route.id} topic={topic} {...place} />;
}

/** Says that the server does not answer; what was loaded stays on the page. */
function OfflineBar({ onRetry }: { onRetry(): void }) {
  return (
    <div class="offline" role="status">
      <span>Offline: the server does not answer. What was loaded stays, and the page tries again by itself.</span>
      <button type="button" class="button" onClick={onRetry}>
        Try now
      </button>
    </div>
  );
}

/** The title of the browser's window. */
function titleOf(topicTitle: string | undefined, rootTitle: string): string {
  return topicTitle === undefined || topicTitle === rootTitle ? rootTitle : `${topicTitle} – ${rootTitle}`;
}

interface TreeDrawerProps {
  /** Of narrow screens; on wide ones the list is always shown. */
  readonly isOpen: boolean;
  /** What opens it, and gets the focus back. */
  readonly toggle: RefObject<HTMLElement | null>;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** The list of topics: a column, and on narrow screens a drawer, which has the focus to itself while it is open. */
function TreeDrawer({ isOpen, toggle, children, onClose }: TreeDrawerProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const target = nav.current!.querySelector<HTMLElement>('a[aria-current]') ?? nav.current!.querySelector('a');
    (target ?? nav.current!).focus();
    const covered = [...document.querySelectorAll<HTMLElement>('#main, .side, .search, .home')];
    for (const each of covered) each.inert = true;
    return () => {
      for (const each of covered) each.inert = false;
      if (nav.current!.contains(document.activeElement) || document.activeElement === document.body) {
        toggle.current?.focus();
      }
    };
  }, [isOpen]);
  return (
    <>
      <nav class="tree" aria-label="Topics" ref={nav} tabIndex={-1}>
        {children}
      </nav>
      {isOpen && <button type="button" class="veil" aria-label="Close the list of topics" onClick={onClose} />}
    </>
  );
}
