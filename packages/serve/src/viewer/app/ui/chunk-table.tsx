import { orderOf } from '../data/stripes.js';
import { holdsKeyword, KindMark, Shade } from './chunk-marks.js';
import { whole } from './numbers.js';
import type { TopicViewProps } from './topic-view-props.js';

interface ChunkTableProps extends TopicViewProps {
  readonly keyword: string | undefined;
  onSelect(chunk: number): void;
}

/** The chunks with all their figures, a row each. */
export function ChunkTable({ topic, route, keyword, onSelect }: ChunkTableProps) {
  const chunkSet = topic.index._embedded.chunks!['golden-reference'];
  const order = orderOf('conceptual', chunkSet);
  const most = Math.max(...topic.chunks.map(({ item }) => item.tokens));
  const hasTechnical = chunkSet.baseline_technical !== undefined;
  return (
    <div class="table">
      <table class="chunk-table">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Title</th>
            <th scope="col" class="bar-cell">
              Tokens
            </th>
            <th scope="col">Lines</th>
            <th scope="col" title="Similarity to the conceptual baseline">
              Conceptual
            </th>
            {hasTechnical && (
              <th scope="col" title="Similarity to the technical baseline">
                Technical
              </th>
            )}
            <th scope="col" title="Place in the conceptual stripe order">
              Place
            </th>
          </tr>
        </thead>
        <tbody>
          {topic.chunks.map(({ item, lines }) => (
            <tr
              key={item.index}
              class={`${holdsKeyword(item, keyword) ? '' : 'dim'} ${item.index === route.chunk ? 'selected' : ''}`}
            >
              <td class="number">{item.index}</td>
              <td>
                <button
                  type="button"
                  class="row-button"
                  aria-pressed={item.index === route.chunk}
                  onClick={() => onSelect(item.index)}
                >
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
              <td class="number">{order.includes(item.index) ? order.indexOf(item.index) + 1 : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
