import type { ChunkItem } from '@topicmill/topics/formats';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Baseline, similarityTo } from '../data/stripes.js';
import { similarity } from './numbers.js';

interface SimilarityPlotProps {
  readonly items: readonly ChunkItem[];
  readonly baseline: Baseline;
  readonly baselineIndex: number;
  /** Chunks of the sample, in the order in which they are taken. */
  readonly taken: readonly number[];
  readonly selected: number | undefined;
  onSelect(chunk: number): void;
}

const HEIGHT = 300;
const LEFT = 36;
const RIGHT = 14;
const TOP = 26;
const BOTTOM = 40;
const RADIUS = 5;
const TAKEN_RADIUS = 9;
const LABEL_GAP = 44;

/** Chunks by their place in the document and their similarity to a baseline; those of the sample are numbered. */
export function SimilarityPlot({ items, baseline, baselineIndex, taken, selected, onSelect }: SimilarityPlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointedAt, setPointedAt] = useState<string>();
  const values = items.map((item) => similarityTo(baseline, item));
  const low = Math.min(0, Math.floor(Math.min(...values) * 4) / 4);
  const left = (index: number): number => LEFT + ((width - LEFT - RIGHT) * (index + 0.5)) / items.length;
  const top = (value: number): number => TOP + ((HEIGHT - TOP - BOTTOM) * (1 - value)) / (1 - low);
  const ticks = [low, ...[0, 0.25, 0.5, 0.75, 1].filter((tick) => tick > low)];
  const labelStep = Math.ceil((items.length * LABEL_GAP) / 2 / (width - LEFT - RIGHT));
  return (
    <figure class="plot" ref={frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset. */}
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        role="group"
        aria-label="Similarity of the chunks, in document order"
      >
        {ticks.map((tick) => (
          <g key={tick} class="tick">
            <line x1={LEFT} x2={width - RIGHT} y1={top(tick)} y2={top(tick)} />
            <text x={LEFT - 8} y={top(tick)} dy="0.32em" text-anchor="end">
              {similarity(tick)}
            </text>
          </g>
        ))}
        {items.map(({ index }) =>
          index % labelStep === 0 ? (
            <text key={index} class="position" x={left(index)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
              {index}
            </text>
          ) : null,
        )}
        <text class="axis" x={LEFT} y={12}>
          Similarity to chunk {baselineIndex}
        </text>
        <text class="axis" x={width - RIGHT} y={HEIGHT - 4} text-anchor="end">
          Chunk, in document order
        </text>
        {[...items]
          .sort((a, b) => Number(taken.includes(a.index)) - Number(taken.includes(b.index)))
          .map((item) => {
            const place = taken.indexOf(item.index);
            const isBaseline = item.index === baselineIndex;
            const [x, y] = [left(item.index), top(values[item.index]!)];
            const isTaken = place >= 0;
            const label = `Chunk ${item.index}, ${item.title}, similarity ${values[item.index]!.toFixed(4)}${isTaken ? `, number ${place + 1} of the sample` : ''}`;
            const state = isBaseline ? 'baseline' : isTaken ? 'taken' : 'left';
            return (
              // biome-ignore lint/a11y/useSemanticElements: SVG has no button.
              <g
                key={item.index}
                class={`point ${state} ${item.index === selected ? 'selected' : ''}`}
                role="button"
                tabindex={0}
                aria-label={label}
                onClick={() => onSelect(item.index)}
                onMouseEnter={() => setPointedAt(label)}
                onMouseLeave={() => setPointedAt(undefined)}
                onFocus={() => setPointedAt(label)}
                onBlur={() => setPointedAt(undefined)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return;
                  event.preventDefault();
                  onSelect(item.index);
                }}
              >
                <line class="stem" x1={x} x2={x} y1={y} y2={top(low)} />
                {isBaseline ? (
                  <rect
                    x={x - RADIUS}
                    y={y - RADIUS}
                    width={2 * RADIUS}
                    height={2 * RADIUS}
                    transform={`rotate(45 ${x} ${y})`}
                  />
                ) : (
                  <circle cx={x} cy={y} r={isTaken ? TAKEN_RADIUS : RADIUS} />
                )}
                {isTaken && (
                  <text x={x} y={y} dy="0.34em" text-anchor="middle">
                    {place + 1}
                  </text>
                )}
              </g>
            );
          })}
      </svg>
      <figcaption aria-hidden="true">{pointedAt ?? '\u00a0'}</figcaption>
    </figure>
  );
}

/** Width of an element in CSS pixels, so that text in the plot keeps its size. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(280, Math.floor(entry!.contentRect.width))));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return width;
}
