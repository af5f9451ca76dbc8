import { useEffect, useRef } from 'preact/hooks';
import type { LoadedTopic } from '../data/load-topic.js';
import { holdsKeyword, KindMark, shadeStyle } from './chunk-marks.js';
import { whole } from './numbers.js';

interface ChunkListProps {
  readonly topic: LoadedTopic;
  readonly keyword: string | undefined;
  /** The chunk that is being read. */
  readonly visible: number | undefined;
  onSelect(chunk: number): void;
}

/** The chunks as a table of contents; bars show their tokens, shades their similarity to the first. */
export function ChunkList({ topic, keyword, visible, onSelect }: ChunkListProps) {
  const list = useRef<HTMLOListElement>(null);
  const most = Math.max(...topic.chunks.map(({ item }) => item.tokens));
  useEffect(() => {
    const row = visible === undefined ? undefined : list.current?.children[visible];
    if (row instanceof HTMLElement) keepInView(row, list.current!.parentElement!);
  }, [visible]);
  return (
    <>
      <h2>Chunks</h2>
      <ol class="chunk-list" ref={list} start={0}>
        {topic.chunks.map(({ item }) => (
          <li key={item.index} class={holdsKeyword(item, keyword) ? '' : 'dim'}>
            <button
              type="button"
              aria-current={item.index === visible ? 'true' : undefined}
              style={{ ...shadeStyle(item.similarity_conceptual), '--share': (item.tokens / most).toFixed(3) }}
              onClick={() => onSelect(item.index)}
            >
              <span class="number">{item.index}</span>
              <span class="title">{item.title}</span>
              <KindMark item={item} />
              <span class="tokens">{whole(item.tokens)}</span>
            </button>
          </li>
        ))}
      </ol>
      <p class="legend">
        Bars: tokens. Shade: similarity to chunk {topic.index._embedded.chunks!['golden-reference'].baseline_conceptual}
        .
      </p>
    </>
  );
}

/** Scrolls the list only; the page stays where the reader has it. */
function keepInView(row: HTMLElement, scroller: HTMLElement): void {
  const above = row.offsetTop - scroller.scrollTop;
  if (above < 0 || above + row.offsetHeight > scroller.clientHeight) {
    scroller.scrollTop = row.offsetTop - scroller.clientHeight / 2;
  }
}
