import { readRelatedJson, type TopicIndex } from '@topicmill/topics/formats';
import { RELATED_FILE } from '@topicmill/topics/formats/file-names';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DocsConnection } from '../data/docs-connection.js';
import type { LoadedTopic } from '../data/load-topic.js';
import { formatRoute, type Route, TOPIC_VIEWS, type TopicView } from '../route.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { TopicList } from './category-page.js';
import { holdsKeyword, KindMark, shadeStyle } from './chunk-marks.js';
import { ChunkPanel } from './chunk-panel.js';
import { ChunkTable } from './chunk-table.js';
import { SiteLink } from './controls.js';
import { Skeleton } from './load-states.js';
import { count, similarity, whole } from './numbers.js';
import { QuestionsView } from './questions-view.js';
import { ReferenceView } from './reference-view.js';
import { StripesView } from './stripes-view.js';
import type { TopicViewProps } from './topic-view-props.js';
import { useLoaded } from './use-loaded.js';
import { useKeys } from './use-shortcuts.js';

interface KeywordBarProps {
  readonly keywords: TopicIndex['keywords'];
  readonly selected: string | undefined;
  onSelect(keyword: string | undefined): void;
}

const SHOWN_AT_FIRST = 10;

/** The topic's keywords, best first; the one selected is marked in all views. */
function KeywordBar({ keywords, selected, onSelect }: KeywordBarProps) {
  const [isWhole, setWhole] = useState(false);
  if (keywords.length === 0) return null;
  const shown = isWhole ? keywords : keywords.slice(0, SHOWN_AT_FIRST);
  return (
    <fieldset class="keywords">
      <legend class="visually-hidden">Keywords</legend>
      {shown.map(({ name, score, count }) => (
        <button
          type="button"
          key={name}
          aria-pressed={name === selected}
          title={`Score ${score}, used ${count} times`}
          onClick={() => onSelect(name === selected ? undefined : name)}
        >
          {name}
          <small>{count}</small>
        </button>
      ))}
      {keywords.length > SHOWN_AT_FIRST && (
        <button type="button" class="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'fewer' : `${keywords.length - SHOWN_AT_FIRST} more`}
        </button>
      )}
    </fieldset>
  );
}

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

/** What is known about the topic as a whole. */
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
    const ids = await connection.topicIds();
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

interface NeighboursProps {
  readonly id: string;
  readonly connection: DocsConnection;
}

/** Links to the topics before and after one, in the order of the site. */
function Neighbours({ id, connection }: NeighboursProps) {
  const { value } = useLoaded(async () => {
    const ids = await connection.topicIds();
    const at = ids.indexOf(id);
    const named = async (other: string | undefined) =>
      other === undefined ? undefined : { id: other, title: (await connection.index(other)).title };
    return at < 0 ? [] : Promise.all([named(ids[at - 1]), named(ids[at + 1])]);
  }, [connection, id]);
  const [previous, next] = value ?? [];
  if (previous === undefined && next === undefined) return null;
  return (
    <nav class="neighbours" aria-label="Topics before and after">
      {previous !== undefined && (
        <a href={formatRoute({ id: previous.id })} rel="prev">
          <span>Previous</span> {previous.title}
        </a>
      )}
      {next !== undefined && (
        <a class="next" href={formatRoute({ id: next.id })} rel="next">
          <span>Next</span> {next.title}
        </a>
      )}
    </nav>
  );
}

interface RelatedTopicsProps {
  readonly id: string;
  readonly connection: DocsConnection;
}

/** The nearest topics, the nearest first; nothing where the docs do not say. */
function RelatedTopics({ id, connection }: RelatedTopicsProps) {
  const read = async () => readRelatedJson(await connection.readText(RELATED_FILE), RELATED_FILE).topics;
  const topics = useLoaded(read, [connection.folderState('')]).value;
  const { value } = useLoaded(async () => {
    const related = topics?.find((topic) => topic.id === id)?.related ?? [];
    return Promise.all(related.map(async (near) => ({ ...near, title: (await connection.index(near.id)).title })));
  }, [connection, topics, id]);
  if (value === undefined || value.length === 0) return null;
  return (
    <section class="related" aria-labelledby="related">
      <h2 id="related">Related</h2>
      <ul>
        {value.map((near) => (
          <li key={near.id}>
            <a href={formatRoute({ id: near.id })}>{near.title}</a>{' '}
            <small title="Similarity of the overviews">{similarity(near.similarity)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChunkListProps {
  readonly topic: LoadedTopic;
  readonly keyword: string | undefined;
  /** The chunk that is being read. */
  readonly visible: number | undefined;
  onSelect(chunk: number): void;
}

/** The chunks as a table of contents; bars show their tokens, shades their similarity to the first. */
function ChunkList({ topic, keyword, visible, onSelect }: ChunkListProps) {
  const list = useRef<HTMLOListElement>(null);
  const selecting = useRef(onSelect);
  selecting.current = onSelect;
  const rows = useMemo(() => {
    const most = Math.max(...topic.chunks.map(({ item }) => item.tokens));
    return topic.chunks.map(({ item }) => (
      <ChunkRow
        key={item.index}
        index={item.index}
        title={item.title}
        tokens={item.tokens}
        share={item.tokens / most}
        isCode={item.is_code}
        nearness={item.similarity_conceptual}
        isVisible={item.index === visible}
        isDim={!holdsKeyword(item, keyword)}
        onSelect={selecting}
      />
    ));
  }, [topic.chunks, keyword, visible]);
  useEffect(() => {
    const row = visible === undefined ? undefined : list.current?.children[visible];
    if (row instanceof HTMLElement) keepInView(row, list.current!.parentElement!);
  }, [visible]);
  return (
    <>
      <h2>Chunks</h2>
      <ol class="chunk-list" ref={list} start={0}>
        {rows}
      </ol>
      <p class="legend">
        Bars: tokens. Shade: similarity to chunk {topic.index._embedded.chunks!['golden-reference'].baseline_conceptual}
        .
      </p>
    </>
  );
}

interface ChunkRowProps {
  readonly index: number;
  readonly title: string;
  readonly tokens: number;
  /** Its tokens among those of the longest chunk. */
  readonly share: number;
  readonly isCode: boolean;
  /** Similarity to the conceptual baseline. */
  readonly nearness: number | undefined;
  readonly isVisible: boolean;
  readonly isDim: boolean;
  readonly onSelect: RefObject<(chunk: number) => void>;
}

/** Drawn again only where it shows something else. */
function ChunkRow(props: ChunkRowProps) {
  return useMemo(() => drawRow(props), Object.values(props));
}

function drawRow({ index, title, tokens, share, isCode, nearness, isVisible, isDim, onSelect }: ChunkRowProps) {
  return (
    <li class={isDim ? 'dim' : ''}>
      <button
        type="button"
        aria-current={isVisible ? 'true' : undefined}
        style={{ ...shadeStyle(nearness), '--share': share.toFixed(3) }}
        onClick={() => onSelect.current!(index)}
      >
        <span class="number">{index}</span>
        <span class="title">{title}</span>
        <KindMark isCode={isCode} />
        <span class="tokens">{whole(tokens)}</span>
      </button>
    </li>
  );
}

/** Scrolls the list only; the page stays where the reader has it. */
function keepInView(row: HTMLElement, scroller: HTMLElement): void {
  const above = row.offsetTop - scroller.scrollTop;
  if (above < 0 || above + row.offsetHeight > scroller.clientHeight) {
    scroller.scrollTop = row.offsetTop - scroller.clientHeight / 2;
  }
}
