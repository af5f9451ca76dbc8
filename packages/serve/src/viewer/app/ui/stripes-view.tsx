import type { ChunkSetIndex } from '@topicmill/topics/formats';
import { useState } from 'preact/hooks';
import { type Baseline, baselineIndex, orderOf, similarityTo, splitIntoStripes } from '../data/stripes.js';
import { shadeStyle } from './chunk-marks.js';
import { Segments } from './controls.js';
import { count, similarity, whole } from './numbers.js';
import { SimilarityPlot } from './similarity-plot.js';
import type { TopicViewProps } from './topic-view-props.js';

interface StripesViewProps extends TopicViewProps {
  onSelect(chunk: number): void;
}

/** An order, and how much of it is taken. */
interface ShownOrder {
  readonly chunkSet: ChunkSetIndex;
  readonly baseline: Baseline;
  /** Chunks of the sample, in the order in which they are taken. */
  readonly taken: readonly number[];
  readonly selected: number | undefined;
  onSelect(chunk: number): void;
}

const BASELINES: readonly Baseline[] = ['conceptual', 'technical'];
const FIRST_SAMPLE = 4;

/** The stripe orders of a topic: as a plot, as stripes, and as the list that a client takes from. */
export function StripesView({ topic, route, onSelect }: StripesViewProps) {
  const chunkSet = topic.index._embedded.chunks!['golden-reference'];
  const hasTechnical = chunkSet.stripe_order_technical !== undefined;
  const [wanted, setBaseline] = useState<Baseline>('conceptual');
  const baseline = hasTechnical ? wanted : 'conceptual';
  const order = orderOf(baseline, chunkSet);
  const [sampleSize, setSampleSize] = useState(FIRST_SAMPLE);
  const taken = order.slice(0, Math.min(sampleSize, order.length));
  const first = chunkSet.items[baselineIndex(baseline, chunkSet)]!;
  if (order.length === 0) return <p class="aside">With a single chunk there is nothing to order.</p>;
  const shown: ShownOrder = { chunkSet, baseline, taken, selected: route.chunk, onSelect };
  return (
    <div class="stripes">
      <div class="controls">
        {hasTechnical && (
          <Segments
            legend="Order by similarity to"
            name="baseline"
            values={BASELINES}
            chosen={baseline}
            nameOf={(each) => `chunk ${baselineIndex(each, chunkSet)}, ${each}`}
            onChoose={(each) => setBaseline(each)}
          />
        )}
        <SampleSize shown={shown} chunkCount={order.length} onChange={setSampleSize} />
      </div>
      <SimilarityPlot
        items={chunkSet.items}
        baseline={baseline}
        baselineIndex={first.index}
        taken={taken}
        selected={route.chunk}
        onSelect={onSelect}
      />
      <h2>Stripes</h2>
      <p class="explanation">
        Sorted by similarity to chunk {first.index} and dealt like cards: each stripe runs from near to far, and they
        are returned one after the other.
      </p>
      <StripeRows {...shown} />
      <h2>The sample</h2>
      <Sample {...shown} />
    </div>
  );
}

/** How many chunks a client takes from the start of the order, and how many tokens they have. */
function SampleSize({
  shown: { chunkSet, taken },
  chunkCount,
  onChange,
}: {
  readonly shown: ShownOrder;
  /** Of the whole order. */
  readonly chunkCount: number;
  onChange(size: number): void;
}) {
  const tokenCount = taken.reduce((sum, index) => sum + chunkSet.items[index]!.tokens, 0);
  return (
    <label class="slider">
      <span>
        A client takes the first <b>{taken.length}</b> of {chunkCount}
      </span>
      <input
        type="range"
        min={1}
        max={chunkCount}
        value={taken.length}
        aria-valuetext={count(taken.length, 'chunk')}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
      <span class="result">{count(tokenCount, 'token')}</span>
    </label>
  );
}

function StripeRows({ chunkSet, baseline, taken, selected, onSelect }: ShownOrder) {
  return (
    <ol class="stripe-rows">
      {splitIntoStripes(baseline, chunkSet).map((stripe, at) => (
        <li key={at}>
          <span class="stripe-name">{at + 1}</span>
          {stripe.map((index) => {
            const item = chunkSet.items[index]!;
            const near = similarityTo(baseline, item);
            const isTaken = taken.includes(index);
            return (
              <button
                type="button"
                key={index}
                class={`card ${isTaken ? 'taken' : ''}`}
                aria-pressed={index === selected}
                aria-label={`Chunk ${index}, similarity ${similarity(near)}${isTaken ? ', taken' : ''}`}
                title={`${item.title} · ${near.toFixed(4)}`}
                style={shadeStyle(near)}
                onClick={() => onSelect(index)}
              >
                {index}
              </button>
            );
          })}
        </li>
      ))}
    </ol>
  );
}

/** The chunks that are taken, in the order in which they are. */
function Sample({ chunkSet, baseline, taken, onSelect }: ShownOrder) {
  return (
    <ol class="sample">
      {taken.map((index) => {
        const item = chunkSet.items[index]!;
        return (
          <li key={index}>
            <button type="button" class="row-button" onClick={() => onSelect(index)}>
              <span class="number">{index}</span> {item.title}
            </button>
            <span class="measure">{whole(item.tokens)} tokens</span>
            <span class="measure">{similarity(similarityTo(baseline, item))}</span>
          </li>
        );
      })}
    </ol>
  );
}
