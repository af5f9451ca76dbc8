import type { Candidate, ContextChunk } from './context-candidates.js';
import { afterHeadings, withoutDoubledHeadings } from './heading-path.js';
import { hiddenTextWarning } from './remarks-on.js';

/** In the place of blocks of a chunk that are left out. */
const GAP = '…\n\n';

/** The blocks chosen of each candidate, by their place in it. */
export type Chosen = ReadonlyMap<Candidate, ReadonlySet<number>>;

/** A chunk with its part of the text of a context. */
export interface RenderedChunk {
  readonly chunk: ContextChunk;
  readonly rendered: string;
}

/** A text of a chunk below its title and address. */
export function renderChunk(chunk: ContextChunk, text: string): string {
  const { topic_title: topicTitle, title, url, topic, index, hidden_text: hidden } = chunk;
  const name = title === topicTitle ? title : `${topicTitle}: ${title}`;
  return `[${name}](${url ?? `${topic}#${index}`})${hiddenTextWarning(hidden)}\n\n${text.trim()}\n\n`;
}

/**
 * The chunks that have chosen blocks: topics by their best chunk, chunks by their document; headings that the chunk before
 * has are left out.
 *
 * @param count tokens of a text
 */
export function renderContext(
  candidates: readonly Candidate[],
  chosen: Chosen,
  count: (text: string) => number,
): RenderedChunk[] {
  const parts = candidates.filter((candidate) => chosen.has(candidate));
  const topics = [...new Set(parts.map(({ chunk }) => chunk.topic))];
  const ordered = [...parts].sort(
    (a, b) => topics.indexOf(a.chunk.topic) - topics.indexOf(b.chunk.topic) || a.chunk.index - b.chunk.index,
  );
  return ordered.map((candidate, at) => {
    const { chunk, headings, blocks } = candidate;
    const before = ordered[at - 1]?.chunk;
    const own = before?.topic === chunk.topic ? withoutSharedHeadings(chunk, headings, before) : headings;
    const head = withoutDoubledHeadings(own, chunk.topic_title);
    const text = `${head}${chosenText(blocks, chosen.get(candidate)!)}`;
    const rendered = renderChunk(chunk, text);
    const isCut = chosen.get(candidate)!.size < blocks.length;
    return { chunk: { ...chunk, text, tokens: count(rendered), ...(isCut ? { is_cut: true } : {}) }, rendered };
  });
}

function chosenText(blocks: readonly string[], chosen: ReadonlySet<number>): string {
  let text = '';
  for (const [at, block] of blocks.entries()) {
    if (chosen.has(at)) text += block;
    else if (text !== '' && chosen.has(at - 1)) text += GAP;
  }
  return text.endsWith(GAP) ? text.slice(0, -GAP.length) : text;
}

function withoutSharedHeadings({ headings }: ContextChunk, written: string, before: ContextChunk): string {
  let shared = 0;
  while (shared < headings.length && headings[shared] === before.headings[shared]) shared++;
  return afterHeadings(written, shared).replace(/^\n+/, '');
}
