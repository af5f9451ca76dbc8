import { useState } from 'preact/hooks';
import { type Baseline, baselineIndex, orderOf, similarityTo, stripesOf } from '../data/stripes.js';
import { shadeStyle } from './chunk-marks.js';
import { count, similarity, whole } from './numbers.js';
import { SimilarityPlot } from './similarity-plot.js';
import type { TopicViewProps } from './topic-view-props.js';

interface StripesViewProps extends TopicViewProps {
  onSelect(chunk: number): void;
}

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
  const tokenCount = taken.reduce((sum, index) => sum + chunkSet.items[index]!.tokens, 0);
  const stripes = stripesOf(baseline, chunkSet);
  const first = chunkSet.items[baselineIndex(baseline, chunkSet)]!;
  if (order.length === 0) return <p class="aside">With a single chunk there is nothing to order.</p>;
  return (
    <div class="stripes">
      <div class="controls">
        {hasTechnical && (
          <fieldset class="segments">
            <legend>Order by similarity to</legend>
            {(['conceptual', 'technical'] as const).map((each) => (
              <label key={each}>
                <input type="radio" name="baseline" checked={each === baseline} onChange={() => setBaseline(each)} />
                <span>
                  chunk {baselineIndex(each, chunkSet)}, {each}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <label class="slider">
          <span>
            A client takes the first <b>{taken.length}</b> of {order.length}
          </span>
          <input
            type="range"
            min={1}
            max={order.length}
            value={taken.length}
            aria-valuetext={count(taken.length, 'chunk')}
            onInput={({ currentTarget }) => setSampleSize(Number(currentTarget.value))}
          />
          <span class="result">{count(tokenCount, 'token')}</span>
        </label>
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
      <ol class="stripe-rows">
        {stripes.map((stripe, at) => (
          <li key={at}>
            <span class="stripe-name">{at + 1}</span>
            {stripe.map((index) => {
              const item = chunkSet.items[index]!;
              const isTaken = taken.includes(index);
              return (
                <button
                  type="button"
                  key={index}
                  class={`card ${isTaken ? 'taken' : ''}`}
                  aria-pressed={index === route.chunk}
                  aria-label={`Chunk ${index}, similarity ${similarity(similarityTo(baseline, item))}${isTaken ? ', taken' : ''}`}
                  title={`${item.title} · ${similarityTo(baseline, item).toFixed(4)}`}
                  style={shadeStyle(similarityTo(baseline, item))}
                  onClick={() => onSelect(index)}
                >
                  {index}
                </button>
              );
            })}
          </li>
        ))}
      </ol>
      <h2>The sample</h2>
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
    </div>
  );
}
