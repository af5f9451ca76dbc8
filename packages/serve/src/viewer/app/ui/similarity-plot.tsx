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

/** Where something is in the plot, in CSS pixels from its top left corner. */
interface Scale {
  readonly width: number;
  /** The least similarity that there is room for. */
  readonly low: number;
  /** Of a chunk, by its place in the document. */
  left(index: number): number;
  /** Of a similarity. */
  top(value: number): number;
}

function scaleOf(values: readonly number[], width: number): Scale {
  const low = Math.min(0, Math.floor(Math.min(...values) * 4) / 4);
  return {
    width,
    low,
    left: (index) => LEFT + ((width - LEFT - RIGHT) * (index + 0.5)) / values.length,
    top: (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (1 - value)) / (1 - low),
  };
}

/** Chunks by their place in the document and their similarity to a baseline; those of the sample are numbered. */
export function SimilarityPlot({ items, baseline, baselineIndex, taken, selected, onSelect }: SimilarityPlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointedAt, setPointedAt] = useState<string>();
  const scale = scaleOf(
    items.map((item) => similarityTo(baseline, item)),
    width,
  );
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
        <Axes scale={scale} items={items} baselineIndex={baselineIndex} />
        {[...items]
          .sort((a, b) => Number(taken.includes(a.index)) - Number(taken.includes(b.index)))
          .map((item) => (
            <Point
              key={item.index}
              item={item}
              value={similarityTo(baseline, item)}
              scale={scale}
              isBaseline={item.index === baselineIndex}
              place={taken.indexOf(item.index)}
              isSelected={item.index === selected}
              onSelect={() => onSelect(item.index)}
              onPoint={setPointedAt}
            />
          ))}
      </svg>
      <figcaption aria-hidden="true">{pointedAt ?? '\u00a0'}</figcaption>
    </figure>
  );
}

interface AxesProps extends Pick<SimilarityPlotProps, 'items' | 'baselineIndex'> {
  readonly scale: Scale;
}

function Axes({ scale: { width, low, left, top }, items, baselineIndex }: AxesProps) {
  const ticks = [low, ...[0, 0.25, 0.5, 0.75, 1].filter((tick) => tick > low)];
  const labelStep = Math.ceil((items.length * LABEL_GAP) / 2 / (width - LEFT - RIGHT));
  return (
    <>
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
    </>
  );
}

interface PointProps {
  readonly item: ChunkItem;
  readonly value: number;
  readonly scale: Scale;
  readonly isBaseline: boolean;
  /** In the sample; below 0 if it is not taken. */
  readonly place: number;
  readonly isSelected: boolean;
  onSelect(): void;
  /** @param label what is pointed at, by mouse or keyboard; `undefined` when it is left */
  onPoint(label: string | undefined): void;
}

/** A chunk, as a button. */
function Point({ item, value, scale, isBaseline, place, isSelected, onSelect, onPoint }: PointProps) {
  const [x, y] = [scale.left(item.index), scale.top(value)];
  const isTaken = place >= 0;
  const label = `Chunk ${item.index}, ${item.title}, similarity ${value.toFixed(4)}${isTaken ? `, number ${place + 1} of the sample` : ''}`;
  const state = isBaseline ? 'baseline' : isTaken ? 'taken' : 'left';
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button.
    <g
      class={`point ${state} ${isSelected ? 'selected' : ''}`}
      role="button"
      tabindex={0}
      aria-label={label}
      onClick={onSelect}
      onMouseEnter={() => onPoint(label)}
      onMouseLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(label)}
      onBlur={() => onPoint(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onSelect();
      }}
    >
      <line class="stem" x1={x} x2={x} y1={y} y2={scale.top(scale.low)} />
      {isBaseline ? (
        <rect x={x - RADIUS} y={y - RADIUS} width={2 * RADIUS} height={2 * RADIUS} transform={`rotate(45 ${x} ${y})`} />
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
