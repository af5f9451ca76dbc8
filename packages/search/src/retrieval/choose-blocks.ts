import { analyzeText } from './analyze-text.js';
import { chunkFields } from './chunk-fields.js';
import { scoreBlocks } from './context-blocks.js';
import type { Candidate } from './context-candidates.js';
import { type Chosen, renderChunk } from './render-context.js';

/** Shorter ones, in different words, repeat by chance. */
const MIN_REPEATED_WORDS = 4;

/** What blocks are chosen for. */
export interface BlockRequest<Rendered extends Sized> {
  readonly question: string;
  /** Maximum size of what is rendered, in tokens. */
  readonly maxTokens: number;
  /** Tokens of a text. */
  readonly count: (text: string) => number;
  /** The whole with these blocks. */
  render(chosen: Chosen): Rendered;
}

/** What has a size in tokens. */
export interface Sized {
  readonly size: number;
}

/** A block of a candidate. */
interface Block {
  readonly candidate: Candidate;
  readonly at: number;
  readonly score: number;
}

/**
 * The text with the blocks that fit, the best first, none that only repeats another; `undefined` where none fits. One by one, blocks count with all headings of their
 * chunk, and less in a text where the chunk before has those, too: what is left then is filled with further blocks.
 */
export function chooseBlocks<Rendered extends Sized>(
  candidates: readonly Candidate[],
  request: BlockRequest<Rendered>,
): Rendered | undefined {
  const { maxTokens, render } = request;
  const taken: Block[] = [];
  const takeWithin = taker(candidates, request);
  let rendered = render(new Map());
  for (;;) {
    const added = takeWithin(maxTokens - rendered.size);
    if (added.length === 0) return taken.length === 0 ? undefined : rendered;
    taken.push(...added);
    rendered = render(chosenOf(taken));
    // Pieces that fit one by one may count more together, and more again as JSON.
    while (rendered.size > maxTokens && taken.length > 0) {
      taken.pop();
      rendered = render(chosenOf(taken));
    }
  }
}

/** A function that takes, of the blocks not yet taken, those that fit into a number of tokens, the best first. */
function taker(
  candidates: readonly Candidate[],
  { question, count }: Pick<BlockRequest<never>, 'question' | 'count'>,
): (maxTokens: number) => readonly Block[] {
  const scores = scoreBlocks(question, candidates);
  const blocks = candidates.flatMap((candidate, c) =>
    candidate.blocks.map((_, at): Block => ({ candidate, at, score: scores[c]![at]! })),
  );
  let waiting = blocks.sort((a, b) => b.score - a.score);
  const words: ReadonlySet<string>[] = [];
  const begun = new Set<Candidate>();
  return (maxTokens) => {
    const added: Block[] = [];
    const tooLong: Block[] = [];
    let left = maxTokens;
    for (const block of waiting) {
      const { candidate, at } = block;
      const head = begun.has(candidate) ? '' : renderChunk(candidate.chunk, candidate.headings);
      const tokens = count(`${head}${candidate.blocks[at]}`);
      if (tokens > left) {
        tooLong.push(block);
        continue;
      }
      const own = new Set(analyzeText(chunkFields(candidate.blocks[at]!).body));
      if (own.size >= MIN_REPEATED_WORDS && words.some((others) => isWithin(own, others))) continue;
      added.push(block);
      words.push(own);
      begun.add(candidate);
      left -= tokens;
    }
    waiting = tooLong;
    return added;
  };
}

/** One word more may be what a block is about, where rules for several things are worded alike. */
function isWithin(own: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const word of own) if (!others.has(word)) return false;
  return true;
}

function chosenOf(taken: readonly Block[]): Chosen {
  const chosen = new Map<Candidate, Set<number>>();
  for (const { candidate, at } of taken) chosen.set(candidate, (chosen.get(candidate) ?? new Set()).add(at));
  return chosen;
}
