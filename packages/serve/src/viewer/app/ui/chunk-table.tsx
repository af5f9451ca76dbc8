import { useState } from 'preact/hooks';
import type { ShownChunk } from '../data/load-topic.js';
import { orderOf } from '../data/stripes.js';
import { holdsKeyword, KindMark, Shade } from './chunk-marks.js';
import { whole } from './numbers.js';
import { SortableHeader, type Sorting, sortedRows } from './sortable.js';
import type { TopicViewProps } from './topic-view-props.js';

interface ChunkTableProps extends TopicViewProps {
  readonly keyword: string | undefined;
  onSelect(chunk: number): void;
}

/** The chunks with all their figures, a row each, sorted by the column that is chosen. */
export function ChunkTable({ topic, route, keyword, onSelect }: ChunkTableProps) {
  const chunkSet = topic.index._embedded.chunks!['golden-reference'];
  const order = orderOf('conceptual', chunkSet);
  const [sorting, setSorting] = useState<Sorting>({ column: 'number', isDescending: false });
  const most = Math.max(...topic.chunks.map(({ item }) => item.tokens));
  const hasTechnical = chunkSet.baseline_technical !== undefined;
  const head = (column: string, name: string, more: { readonly class?: string; readonly title?: string } = {}) => (
    <SortableHeader column={column} sorting={sorting} onSort={setSorting} {...more}>
      {name}
    </SortableHeader>
  );
  return (
    <div class="table">
      <table class="chunk-table">
        <thead>
          <tr>
            {head('number', '#')}
            {head('title', 'Title')}
            {head('tokens', 'Tokens', { class: 'bar-cell' })}
            <th scope="col">Lines</th>
            {head('conceptual', 'Conceptual', { title: 'Similarity to the conceptual baseline' })}
            {hasTechnical && head('technical', 'Technical', { title: 'Similarity to the technical baseline' })}
            {head('place', 'Place', { title: 'Place in the conceptual stripe order' })}
          </tr>
        </thead>
        <tbody>
          {sortedRows(topic.chunks, sorting, (chunk, column) => sortValueOf(chunk, column, order)).map((chunk) => (
            <ChunkRow
              key={chunk.item.index}
              chunk={chunk}
              place={order.indexOf(chunk.item.index)}
              most={most}
              hasTechnical={hasTechnical}
              isDim={!holdsKeyword(chunk.item, keyword)}
              isSelected={chunk.item.index === route.chunk}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sortValueOf({ item }: ShownChunk, column: string, order: readonly number[]): number | string {
  if (column === 'title') return item.title;
  if (column === 'tokens') return item.tokens;
  if (column === 'conceptual') return item.similarity_conceptual;
  if (column === 'technical') return item.similarity_technical ?? 0;
  // The baselines are not in the order.
  if (column === 'place') return order.includes(item.index) ? order.indexOf(item.index) : order.length;
  return item.index;
}

interface ChunkRowProps {
  readonly chunk: ShownChunk;
  /** In the conceptual stripe order, below 0 for a baseline. */
  readonly place: number;
  /** Tokens of the largest chunk. */
  readonly most: number;
  readonly hasTechnical: boolean;
  readonly isDim: boolean;
  readonly isSelected: boolean;
  onSelect(chunk: number): void;
}

function ChunkRow({ chunk, place, most, hasTechnical, isDim, isSelected, onSelect }: ChunkRowProps) {
  const { item, lines } = chunk;
  return (
    <tr class={`${isDim ? 'dim' : ''} ${isSelected ? 'selected' : ''}`}>
      <td class="number">{item.index}</td>
      <td>
        <button type="button" class="row-button" aria-pressed={isSelected} onClick={() => onSelect(item.index)}>
          {item.title}
        </button>{' '}
        <KindMark item={item} />
        <p class="row-keywords">
          {item.keywords
            .slice(0, 5)
            .map(({ name }) => name)
            .join(', ')}
        </p>
      </td>
      <td class="bar-cell">
        <span class="bar-figure" style={{ '--share': (item.tokens / most).toFixed(3) }}>
          {whole(item.tokens)}
        </span>
      </td>
      <td class="lines">
        {whole(lines[0])}–{whole(lines[1])}
      </td>
      <td>
        <Shade value={item.similarity_conceptual} label="Similarity to the conceptual baseline" />
      </td>
      {hasTechnical && (
        <td>
          <Shade value={item.similarity_technical ?? 0} label="Similarity to the technical baseline" />
        </td>
      )}
      <td class="number">{place < 0 ? '–' : place + 1}</td>
    </tr>
  );
}
