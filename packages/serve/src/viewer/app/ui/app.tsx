import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { failureOf } from '../data/docs-connection.js';
import { loadTopic } from '../data/load-topic.js';
import { titleOf } from '../data/title-of.js';
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
import { TreeDrawer } from './tree-drawer.js';
import { useLiveDocs } from './use-live-docs.js';
import { useLoaded } from './use-loaded.js';
import { leaveSearch, useRoute } from './use-route.js';
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
  useEffect(() => {
    document.title = isSearching ? `${route.query} – ${rootTitle}` : titleOf(shown?.index.title, rootTitle);
  }, [route.query, shown, rootTitle]);
  // After the effects of the views, which scroll to what an address names.
  useLayoutEffect(restoreScroll);
  useEffect(() => {
    // What had the focus is gone with the page before.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [route.id, isSearching, shown === undefined]);
  useShortcuts({
    search: () => searchBox.current?.select(),
    help: () => setHelpOpen(true),
    home: () => navigate({ id: '' }),
    leave: () => {
      if (isTreeOpen) setTreeOpen(false);
      else if (isSearching) leaveSearch(route, navigate);
      else if (route.chunk !== undefined) navigate({ ...route, chunk: undefined }, { replace: true });
    },
  });
  const tree = useMemo(
    () => <TopicTree connection={connection} root={root.value} selectedId={route.id} />,
    [connection, root.value, route.id],
  );
  const mustShowFault = topic.error !== undefined && (shown === undefined || failureOf(topic.error) !== 'offline');

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it points to an element of the page. */}
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
        {isSearching ? (
          <SearchPage connection={connection} route={route} navigate={navigate} topicTitle={shown?.index.title} />
        ) : mustShowFault ? (
          <main id="main" class="page" tabIndex={-1}>
            <Fault error={topic.error!} isRoot={route.id === ''} />
          </main>
        ) : shown === undefined ? (
          <main id="main" class="page" tabIndex={-1} aria-busy="true">
            <Skeleton name="Loading the page" lineCount={12} />
          </main>
        ) : shown.chunks.length === 0 && shown.whole === undefined ? (
          <CategoryPage index={shown.index} connection={connection} />
        ) : (
          <TopicPage key={route.id} topic={shown} route={route} navigate={navigate} connection={connection} />
        )}
      </div>
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
      <p class="notice" role="status">
        {notice}
      </p>
    </>
  );
}
