import { markPieces } from '@topicmill/search/retrieval';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { holdsKeyword, KindMark, shadeStyle } from './chunk-marks.js';
import { SiteLink } from './controls.js';
import { similarity, whole } from './numbers.js';
import { Prose } from './prose.js';
import type { TopicViewProps } from './topic-view-props.js';

interface ReferenceViewProps extends TopicViewProps {
  readonly keyword: string | undefined;
  onSelect(chunk: number): void;
  /** Told which chunk is at the top of the window. */
  onVisible(chunk: number): void;
}

/** How far below the window's top a chunk counts as being read: the height of the bar and a line or two. */
const READING_LINE = 140;

/** The reference with its chunks marked in the margin. */
export function ReferenceView({ topic, route, keyword, onSelect, onVisible }: ReferenceViewProps) {
  const article = useRef<HTMLElement>(null);
  const reached = useRef('');
  // Colours replace the text nodes that words were marked in.
  const [colouredCount, countColoured] = useReducer<number, void>((times) => times + 1, 0);
  useLayoutEffect(() => {
    const { chunk, heading } = route;
    // A topic that is loaded again after a change stays where the reader has scrolled to.
    const place = `${chunk} ${heading}`;
    if (reached.current === place) return;
    reached.current = place;
    const target =
      heading === undefined
        ? article.current?.querySelector(`[data-chunk="${chunk}"]`)
        : document.getElementById(`heading-${heading}`);
    if (chunk !== undefined || heading !== undefined) target?.scrollIntoView({ block: 'start' });
  }, [route.chunk, route.heading, topic]);
  useEffect(() => markKeyword(article.current!, keyword), [keyword, topic, colouredCount]);
  useEffect(() => {
    const section = article.current!.querySelector<HTMLElement>(`[data-chunk="${route.chunk}"]`);
    return section === null ? undefined : markQueryWords(section, route.marked ?? []);
  }, [route.chunk, route.marked?.join(' '), topic, colouredCount]);
  useEffect(() => {
    const follow = (): void => {
      const sections = [...(article.current?.querySelectorAll<HTMLElement>('[data-chunk]') ?? [])];
      const passed = sections.filter((section) => section.getBoundingClientRect().top <= READING_LINE);
      onVisible(Number(passed.at(-1)?.dataset['chunk'] ?? 0));
    };
    follow();
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [topic]);
  if (topic.whole !== undefined) {
    return (
      <article ref={article} class="reference">
        <Prose html={topic.whole.html} onColoured={countColoured} />
      </article>
    );
  }
  return (
    <article ref={article} class="reference painted">
      <PaintedChunks
        topic={topic}
        selected={route.chunk}
        keyword={keyword}
        onSelect={onSelect}
        onColoured={countColoured}
      />
    </article>
  );
}

interface PaintedChunksProps extends Pick<ReferenceViewProps, 'topic' | 'keyword' | 'onSelect'> {
  readonly selected: number | undefined;
  onColoured(): void;
}

/** Hundreds of them: they are compared with those before only when what they show is another one. */
function PaintedChunks({ topic, selected, keyword, onSelect, onColoured }: PaintedChunksProps) {
  const selecting = useRef(onSelect);
  selecting.current = onSelect;
  const sections = useMemo(
    () =>
      topic.chunks.map(({ item, rendered }) => (
        <PaintedChunk
          key={item.index}
          index={item.index}
          title={item.title}
          tokens={item.tokens}
          isCode={item.is_code}
          nearness={item.similarity_conceptual}
          url={item.url}
          html={rendered.html}
          isSelected={item.index === selected}
          isDim={!holdsKeyword(item, keyword)}
          repeatsTitle={rendered.headings[0]?.text === topic.index.title}
          onSelect={selecting}
          onColoured={onColoured}
        />
      )),
    [topic.chunks, topic.index.title, selected, keyword],
  );
  return <>{sections}</>;
}

interface PaintedChunkProps {
  readonly index: number;
  readonly title: string;
  readonly tokens: number;
  readonly isCode: boolean;
  /** Similarity to the conceptual baseline. */
  readonly nearness: number | undefined;
  readonly url: string | undefined;
  readonly html: string;
  readonly isSelected: boolean;
  readonly isDim: boolean;
  /** Whether it begins with the heading that is above the page. */
  readonly repeatsTitle: boolean;
  readonly onSelect: RefObject<(chunk: number) => void>;
  onColoured(): void;
}

/** Drawn again only where it shows something else: of a long page that is edited, nearly all chunks stay. */
function PaintedChunk(props: PaintedChunkProps) {
  return useMemo(() => drawChunk(props), Object.values(props));
}

function drawChunk({ index, title, tokens, isCode, nearness, url, html, ...props }: PaintedChunkProps) {
  const { isSelected, isDim, repeatsTitle, onSelect, onColoured } = props;
  return (
    <section
      class={`chunk ${isDim ? 'dim' : ''} ${isSelected ? 'selected' : ''}`}
      data-chunk={index}
      aria-label={`Chunk ${index}: ${title}`}
      style={shadeStyle(nearness)}
    >
      <button type="button" class="label" aria-pressed={isSelected} onClick={() => onSelect.current!(index)}>
        <span class="number">{index}</span>
        <span class="measure">{whole(tokens)} tokens</span>
        <span class="measure" title="Similarity to the conceptual baseline">
          {similarity(nearness)}
        </span>
        <KindMark isCode={isCode} />
      </button>
      <SiteLink url={url} />
      {html === '' ? (
        <p class="aside">The text of this chunk belongs to the paragraph above.</p>
      ) : (
        <Prose html={html} class={repeatsTitle ? 'repeats-title' : ''} onColoured={onColoured} />
      )}
    </section>
  );
}

/** Offsets of a mark in a text node, in UTF-16 units. */
type Span = readonly [start: number, end: number];

/**
 * Marks the places of a keyword in a text, without a change to the page's elements: parts of words do not count, a hyphen
 * is as good as a space. Browsers without highlights show none.
 *
 * @returns what removes the marks
 */
export function markKeyword(container: HTMLElement, term: string | undefined): () => void {
  if (term === undefined) return () => {};
  const words = term.split(/[\s-]+/).filter((word) => word !== '');
  if (words.length === 0) return () => {};
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped.join('[\\s-]+')}(?![\\p{L}\\p{N}])`, 'giu');
  return highlight('keyword', container, (text) =>
    Array.from(text.matchAll(pattern), ({ index, 0: found }) => [index, index + found.length]),
  );
}

/** The same for the words of a query, in the forms that the search takes for them. */
function markQueryWords(container: HTMLElement, words: readonly string[]): () => void {
  if (words.length === 0) return () => {};
  return highlight('query', container, (text) => {
    const spans: Span[] = [];
    let at = 0;
    for (const piece of markPieces(text, words)) {
      if (piece.isHit) spans.push([at, at + piece.text.length]);
      at += piece.text.length;
    }
    return spans;
  });
}

function highlight(name: string, container: HTMLElement, spansOf: (text: string) => readonly Span[]): () => void {
  const highlights = typeof CSS === 'object' && 'highlights' in CSS ? CSS.highlights : undefined;
  if (highlights === undefined) return () => {};
  const marked = new Highlight();
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const [start, end] of spansOf(node.textContent!)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      marked.add(range);
    }
  }
  highlights.set(name, marked);
  return () => highlights.delete(name);
}
