import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { formatRoute, type Route, TOPIC_VIEWS, type TopicView } from '../route.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { TopicList } from './category-page.js';
import { ChunkList } from './chunk-list.js';
import { ChunkPanel } from './chunk-panel.js';
import { ChunkTable } from './chunk-table.js';
import { KeywordBar } from './keyword-bar.js';
import { Neighbours } from './neighbours.js';
import { count, whole } from './numbers.js';
import { QuestionsView } from './questions-view.js';
import { ReferenceView } from './reference-view.js';
import { RelatedTopics } from './related-topics.js';
import { SiteLink } from './site-link.js';
import { Skeleton } from './skeleton.js';
import { StripesView } from './stripes-view.js';
import type { TopicViewProps } from './topic-view-props.js';
import { useLoaded } from './use-loaded.js';
import { useKeys } from './use-shortcuts.js';

const VIEW_NAMES: Readonly<Record<TopicView, string>> = {
  reference: 'Reference',
  chunks: 'Chunks',
  stripes: 'Stripes',
  questions: 'Questions',
  explain: 'Explain',
};

export function TopicPage(views: TopicViewProps) {
  const { topic, route, navigate, connection } = views;
  const { index, chunks } = topic;
  const [keyword, setKeyword] = useState<string>();
  const [visibleChunk, setVisibleChunk] = useState(0);
  const view = chunks.length === 0 ? 'reference' : route.view;
  const selected = route.chunk === undefined ? undefined : chunks[route.chunk];
  const select = (chunk: number | undefined): void =>
    navigate({ ...route, chunk: chunk === route.chunk ? undefined : chunk, heading: undefined }, { replace: true });
  const step = (by: number): void => {
    const from = route.chunk ?? (by > 0 ? visibleChunk - 1 : visibleChunk + 1);
    const to = Math.min(chunks.length - 1, Math.max(0, from + by));
    if (to !== route.chunk) navigate({ ...route, chunk: to, heading: undefined }, { replace: true });
  };
  useTopicKeys(views, step);
  useLayoutEffect(() => {
    if (route.heading === undefined && route.chunk === undefined) scrollTo(0, 0);
  }, [index.id, view]);

  return (
    <>
      <main id="main" class={`page topic view-${view}`} tabIndex={-1}>
        <Breadcrumbs id={index.id} connection={connection} />
        <h1>{index.title}</h1>
        {index.description !== undefined && <p class="description">{index.description}</p>}
        <TopicFacts topic={topic} />
        <KeywordBar keywords={index.keywords} selected={keyword} onSelect={setKeyword} />
        {chunks.length > 0 && <ViewTabs view={view} route={route} />}
        {view === 'reference' && (
          <ReferenceView {...views} keyword={keyword} onSelect={select} onVisible={setVisibleChunk} />
        )}
        {view === 'chunks' && <ChunkTable {...views} keyword={keyword} onSelect={select} />}
        {view === 'stripes' && <StripesView {...views} onSelect={select} />}
        {view === 'questions' && <QuestionsView {...views} />}
        {view === 'explain' && <LoadedExplainView {...views} />}
        {index._embedded.topics.length > 0 && (
          <section class="below">
            <h2>Topics below this one</h2>
            <TopicList index={index} connection={connection} />
          </section>
        )}
        <RelatedTopics id={index.id} connection={connection} />
        <Neighbours id={index.id} connection={connection} />
      </main>
      {chunks.length > 0 && (
        <SidePanel
          {...views}
          keyword={keyword}
          visibleChunk={view === 'reference' ? visibleChunk : undefined}
          onSelect={select}
          onStep={step}
        />
      )}
      <p class="visually-hidden" role="status">
        {selected !== undefined &&
          `Chunk ${selected.item.index}, ${selected.item.title}, ${whole(selected.item.tokens)} tokens`}
      </p>
    </>
  );
}

interface SidePanelProps extends TopicViewProps {
  readonly keyword: string | undefined;
  /** The one that the reader has scrolled to, in a view that has such. */
  readonly visibleChunk: number | undefined;
  onSelect(chunk: number | undefined): void;
  onStep(by: number): void;
}

/** All chunks, or the selected one. */
function SidePanel({ topic, route, connection, keyword, visibleChunk, onSelect, onStep }: SidePanelProps) {
  const selected = route.chunk === undefined ? undefined : topic.chunks[route.chunk];
  return (
    <aside class="side" aria-label="Chunks">
      {selected === undefined ? (
        <ChunkList topic={topic} keyword={keyword} visible={visibleChunk} onSelect={onSelect} />
      ) : (
        <ChunkPanel
          key={selected.item.index}
          chunk={selected}
          topic={topic}
          connection={connection}
          onClose={() => onSelect(undefined)}
          onStep={onStep}
        />
      )}
    </aside>
  );
}

/** What is known of the topic as a whole. */
function TopicFacts({ topic: { index, chunks, questions, madeBy } }: Pick<TopicViewProps, 'topic'>) {
  const tokenCount = useMemo(() => chunks.reduce((sum, { item }) => sum + item.tokens, 0), [chunks]);
  return (
    <p class="facts">
      {chunks.length > 0 && (
        <>
          <span>{count(chunks.length, 'chunk')}</span>
          <span>{count(tokenCount, 'token')}</span>
        </>
      )}
      {questions.length > 0 && <span>{count(questions.length, 'question')}</span>}
      {madeBy !== undefined && <span title="Chunking strategy">{madeBy.strategy}</span>}
      {madeBy !== undefined && <span title="Embedding model">{madeBy.model}</span>}
      <SiteLink url={index.url} />
      {index.version !== undefined && <span>version {index.version}</span>}
      {index.locale !== undefined && <span>{index.locale}</span>}
      {index.introduced?.version !== undefined && <span>since {index.introduced.version}</span>}
    </p>
  );
}

function ViewTabs({ view, route }: { readonly view: TopicView; readonly route: Route }) {
  return (
    <nav class="views" aria-label="Views of this topic">
      {TOPIC_VIEWS.map((each) => (
        <a
          key={each}
          href={formatRoute({ id: route.id, view: each, chunk: route.chunk })}
          aria-current={each === view ? 'page' : undefined}
        >
          {VIEW_NAMES[each]}
        </a>
      ))}
    </nav>
  );
}

/** Keys that go to the next chunk, the next topic and another view. */
function useTopicKeys({ topic, route, navigate, connection }: TopicViewProps, step: (by: number) => void): void {
  const stepTopic = async (by: number): Promise<void> => {
    const ids = await connection.docs.topicIds();
    const next = ids[ids.indexOf(topic.index.id) + by];
    if (next !== undefined) navigate({ id: next });
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    '[': () => void stepTopic(-1),
    ']': () => void stepTopic(1),
    ...Object.fromEntries(TOPIC_VIEWS.map((each, at) => [String(at + 1), () => navigate({ ...route, view: each })])),
  });
}

/** Loaded for those who want to see it, like the strategies themselves. */
function LoadedExplainView(props: TopicViewProps) {
  const { value } = useLoaded(() => import('./explain-view.js'), []);
  return value === undefined ? (
    <Skeleton name="Loading the strategies" lineCount={12} />
  ) : (
    <value.ExplainView {...props} />
  );
}
