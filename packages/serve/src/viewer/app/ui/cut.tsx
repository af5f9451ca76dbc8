import { type Boundary, type ChunkingExplanation, type ExplainedChunk, ruleName } from '@topicmill/chunking';
import { whole } from './numbers.js';

interface CutProps {
  /** The whole document. */
  readonly text: string;
  readonly chunk: ExplainedChunk;
  readonly of: ChunkingExplanation;
}

/** A chunk, and why it begins and ends where it does. */
export function Cut({ text, chunk, of: { chunks } }: CutProps) {
  const { index, tier, parentIndex, tokenCount, maxTokens, sizes, startLine, endLine, start, end, flags } = chunk;
  const own = text
    .slice(chunk.startOffset, chunk.endOffset)
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
  const isFirstOfSection = parentIndex !== null && chunks.find((each) => each.parentIndex === parentIndex) === chunk;
  return (
    <li class="cut">
      {isFirstOfSection && <SectionHead section={chunks.find((each) => isSection(each, parentIndex))!} />}
      <p class="cut-head">
        <strong>
          {tier === 'snippet' ? 'Snippet' : 'Chunk'} {index}
        </strong>
        <span>
          lines {whole(startLine)}–{whole(endLine)}
        </span>
        <span
          class="bar-figure"
          style={{ '--share': Math.min(1, tokenCount / maxTokens).toFixed(3) }}
          title={sizes.map(({ part, tokenCount: size }) => `${part} ${whole(size)}`).join(', ')}
        >
          {whole(tokenCount)} of {whole(maxTokens)}
        </span>
      </p>
      <Reason boundary={start} />
      {isLast(end) && <Reason boundary={end} />}
      {flags.map(({ name, meaning }) => (
        <p key={name} class="cut-why">
          <b>{name}</b> {meaning}
        </p>
      ))}
      <pre>{own}</pre>
    </li>
  );
}

function SectionHead({ section }: { readonly section: ExplainedChunk }) {
  return (
    <p class="cut-section">
      Section {section.index}, {whole(section.tokenCount)} of {whole(section.maxTokens)} tokens. {section.start.reason}
    </p>
  );
}

function Reason({ boundary }: { readonly boundary: Boundary }) {
  return (
    <p class="cut-why">
      <b>{ruleName(boundary)}</b> {boundary.reason}
    </p>
  );
}

function isSection({ tier, index }: ExplainedChunk, number: number): boolean {
  return tier === 'section' && index === number;
}

/** What ends other chunks is what begins the next one. */
function isLast({ rule }: Boundary): boolean {
  return rule === 'document-end' || rule === 'tail-dropped';
}
