import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ShownChunk } from '../data/load-topic.js';
import { orderOf } from '../data/stripes.js';
import { holdsKeyword, KindMark, Shade } from './chunk-marks.js';
import { whole } from './numbers.js';
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
  if (column === 'conceptual') return item.similarity_conceptual ?? 0;
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
        <KindMark isCode={item.is_code} />
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

/** By which column rows are sorted. */
interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

interface SortableHeaderProps {
  readonly column: string;
  readonly sorting: Sorting;
  /** What the column shows, in full. */
  readonly title?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
  onSort(sorting: Sorting): void;
}

/** A head of a column that sorts the rows by it, and the other way round when it is pressed again. */
function SortableHeader({ column, sorting, onSort, children, ...rest }: SortableHeaderProps) {
  const isSorted = sorting.column === column;
  const direction = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined} {...rest}>
      <button
        type="button"
        class="sorter"
        onClick={() => onSort({ column, isDescending: isSorted && !sorting.isDescending })}
      >
        {children}
      </button>
    </th>
  );
}

/** Rows in the order of a column; equal ones stay as they were. */
function sortedRows<Row>(
  rows: readonly Row[],
  { column, isDescending }: Sorting,
  keyOf: (row: Row, column: string) => number | string,
): Row[] {
  const direction = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => direction * compare(keyOf(a, column), keyOf(b, column)));
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'string' || typeof b === 'string' ? String(a).localeCompare(String(b)) : a - b;
}
