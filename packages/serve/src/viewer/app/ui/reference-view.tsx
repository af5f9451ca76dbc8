import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownChunk } from '../data/load-topic.js';
import { holdsKeyword, KindMark, shadeStyle } from './chunk-marks.js';
import { markKeyword, markQueryWords } from './mark-words.js';
import { similarity, whole } from './numbers.js';
import { SiteLink } from './site-link.js';
import type { TopicViewProps } from './topic-view-props.js';

interface ReferenceViewProps extends TopicViewProps {
  readonly keyword: string | undefined;
  onSelect(chunk: number): void;
  /** Told which chunk is at the top of the window. */
  onVisible(chunk: number): void;
}

/** How far below the window's top a chunk counts as being read: the height of the bar and a line or two. */
const READING_LINE = 140;

/** The reference with its chunks painted beside it. */
export function ReferenceView({ topic, route, keyword, onSelect, onVisible }: ReferenceViewProps) {
  const article = useRef<HTMLElement>(null);
  const reached = useRef('');
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
  useEffect(() => markKeyword(article.current!, keyword), [keyword, topic]);
  useEffect(() => {
    const section = article.current!.querySelector<HTMLElement>(`[data-chunk="${route.chunk}"]`);
    return section === null ? undefined : markQueryWords(section, route.marked ?? []);
  }, [route.chunk, route.marked?.join(' '), topic]);
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
        <div class="prose" dangerouslySetInnerHTML={{ __html: topic.whole.html }} />
      </article>
    );
  }
  return (
    <article ref={article} class="reference painted">
      {topic.chunks.map((chunk) => (
        <PaintedChunk
          key={chunk.item.index}
          chunk={chunk}
          isSelected={chunk.item.index === route.chunk}
          isDim={!holdsKeyword(chunk.item, keyword)}
          repeatsTitle={chunk.rendered.headings[0]?.text === topic.index.title}
          onSelect={onSelect}
        />
      ))}
    </article>
  );
}

interface PaintedChunkProps {
  readonly chunk: ShownChunk;
  readonly isSelected: boolean;
  readonly isDim: boolean;
  /** Whether it begins with the heading that is above the page. */
  readonly repeatsTitle: boolean;
  onSelect(chunk: number): void;
}

function PaintedChunk({ chunk: { item, rendered }, isSelected, isDim, repeatsTitle, onSelect }: PaintedChunkProps) {
  return (
    <section
      class={`chunk ${isDim ? 'dim' : ''} ${isSelected ? 'selected' : ''}`}
      data-chunk={item.index}
      aria-label={`Chunk ${item.index}: ${item.title}`}
      style={shadeStyle(item.similarity_conceptual)}
    >
      <button type="button" class="label" aria-pressed={isSelected} onClick={() => onSelect(item.index)}>
        <span class="number">{item.index}</span>
        <span class="measure">{whole(item.tokens)} tokens</span>
        <span class="measure" title="Similarity to the conceptual baseline">
          {similarity(item.similarity_conceptual)}
        </span>
        <KindMark item={item} />
      </button>
      <SiteLink url={item.url} />
      {rendered.html === '' ? (
        <p class="aside">The text of this chunk belongs to the paragraph above.</p>
      ) : (
        <div
          class={`prose ${repeatsTitle ? 'repeats-title' : ''}`}
          dangerouslySetInnerHTML={{ __html: rendered.html }}
        />
      )}
    </section>
  );
}
