import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { failureOf } from '../data/docs-connection.js';
import { type LoadedTopic, loadTopic } from '../data/load-topic.js';
import { titleOf } from '../data/title-of.js';
import type { Route } from '../route.js';
import { CategoryPage } from './category-page.js';
import { Fault } from './fault.js';
import { FindingsBar } from './findings-bar.js';
import { HelpDialog } from './help-dialog.js';
import { OfflineBar } from './offline-bar.js';
import { restoreScroll } from './scroll-memory.js';
import { SearchPage } from './search-page.js';
import { Skeleton } from './skeleton.js';
import { TopBar } from './top-bar.js';
import { TopicPage } from './topic-page.js';
import { TopicTree } from './topic-tree.js';
import type { TopicViewProps } from './topic-view-props.js';
import { TreeDrawer } from './tree-drawer.js';
import { useLiveDocs } from './use-live-docs.js';
import { useLoaded } from './use-loaded.js';
import { leaveSearch, type Navigate, useRoute } from './use-route.js';
import { useShortcuts } from './use-shortcuts.js';

export function App() {
  const baseUrl = useMemo(() => new URL('.', location.href).href, []);
  const { connection, isOffline, findings, notice, retry } = useLiveDocs(baseUrl);
  const [route, navigate] = useRoute();
  const [isTreeOpen, setTreeOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const treeToggle = useRef<HTMLButtonElement>(null);
  const root = useLoaded(() => connection.docs.index(''), [connection]);
  const topic = useLoaded(() => loadTopic(connection, route.id), [connection, route.id]);

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
  if (fault !== undefined && (topic === undefined || failureOf(fault) !== 'offline')) {
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
