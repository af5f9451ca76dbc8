import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { DocsConnection } from '../data/docs-connection.js';
import { loadTopic } from '../data/load-topic.js';
import { titleOf } from '../data/title-of.js';
import { CategoryPage } from './category-page.js';
import { Fault } from './fault.js';
import { HelpDialog } from './help-dialog.js';
import { SearchPage } from './search-page.js';
import { TopBar } from './top-bar.js';
import { TopicPage } from './topic-page.js';
import { TopicTree } from './topic-tree.js';
import { useLoaded } from './use-loaded.js';
import { useRoute } from './use-route.js';
import { useShortcuts } from './use-shortcuts.js';

/** How long a message about changed files is shown. */
const NOTICE_MS = 4000;

export function App() {
  const [connection, setConnection] = useState(newConnection);
  const [route, navigate] = useRoute();
  const [isTreeOpen, setTreeOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [notice, setNotice] = useState<string>();
  const searchBox = useRef<HTMLInputElement>(null);
  const root = useLoaded(() => connection.docs.index(''), [connection]);
  const topic = useLoaded(() => loadTopic(connection, route.id), [connection, route.id]);
  const isConnected = root.value !== undefined;

  useEffect(
    () =>
      isConnected
        ? connection.onChange((paths) => {
            setConnection(newConnection());
            setNotice(paths.length === 1 ? `Updated: ${paths[0]}` : `Updated: ${paths.length} files`);
          })
        : undefined,
    [connection, isConnected],
  );
  useEffect(() => {
    const timer = setTimeout(() => setNotice(undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  useEffect(() => setTreeOpen(false), [route.id, route.query]);
  const shown = topic.value?.index.id === route.id ? topic.value : undefined;
  const isSearching = route.query !== undefined;
  const rootTitle = root.value?.title ?? 'Topics';
  useEffect(() => {
    document.title = isSearching ? `${route.query} – ${rootTitle}` : titleOf(shown?.index.title, rootTitle);
  }, [route.query, shown, rootTitle]);
  useShortcuts({
    search: () => searchBox.current?.select(),
    help: () => setHelpOpen(true),
    home: () => navigate({ id: '' }),
    leave: () => {
      setTreeOpen(false);
      if (isSearching) navigate({ ...route, query: undefined, isWithinTopic: undefined, kind: undefined });
      else if (route.chunk !== undefined) navigate({ ...route, chunk: undefined }, { replace: true });
    },
  });
  const tree = useMemo(
    () => <TopicTree connection={connection} root={root.value} selectedId={route.id} />,
    [connection, root.value, route.id],
  );

  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <TopBar
        title={rootTitle}
        route={route}
        navigate={navigate}
        searchBox={searchBox}
        isTreeOpen={isTreeOpen}
        onTree={() => setTreeOpen(!isTreeOpen)}
        onHelp={() => setHelpOpen(true)}
      />
      <div class={`frame ${isTreeOpen ? 'tree-open' : ''}`}>
        <nav class="tree" aria-label="Topics">
          {tree}
        </nav>
        {isTreeOpen && (
          <button type="button" class="veil" aria-label="Close the list of topics" onClick={() => setTreeOpen(false)} />
        )}
        {isSearching ? (
          <SearchPage connection={connection} route={route} navigate={navigate} topicTitle={shown?.index.title} />
        ) : topic.error !== undefined ? (
          <main id="main" class="page" tabIndex={-1}>
            <Fault error={topic.error} isRoot={route.id === ''} />
          </main>
        ) : shown === undefined ? (
          <main id="main" class="page" tabIndex={-1} aria-busy="true" />
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

function newConnection(): DocsConnection {
  return new DocsConnection(new URL('.', location.href).href);
}
