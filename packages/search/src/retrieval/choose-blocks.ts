import { analyzeText } from './analyze-text.js';
import { chunkFields } from './chunk-fields.js';
import { introducesCode, scoreBlocks } from './context-blocks.js';
import type { Candidate } from './context-candidates.js';
import { withoutDoubledHeadings } from './heading-path.js';
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
  /** The code that it announces. */
  announced: Block | undefined;
}

/** Blocks that are taken together: one, or a sentence and the code that it announces. */
type Unit = readonly Block[];

/**
 * The text with the blocks that fit, the best first, none that only repeats another; `undefined` where none fits. One by one, blocks count with all headings of their
 * chunk, and less in a text where the chunk before has those, too: what is left then is filled with further blocks.
 */
export function chooseBlocks<Rendered extends Sized>(
  candidates: readonly Candidate[],
  request: BlockRequest<Rendered>,
): Rendered | undefined {
  const { maxTokens, render } = request;
  const taken: Unit[] = [];
  const takeWithin = taker(candidates, request);
  let rendered = render(new Map());
  for (;;) {
    const added = takeWithin(maxTokens - rendered.size);
    if (added.length === 0) return taken.length === 0 ? undefined : rendered;
    taken.push(...added);
    rendered = render(chosenOf(taken.flat()));
    // Pieces that fit one by one may count more together, and more again as JSON.
    while (rendered.size > maxTokens && taken.length > 0) {
      taken.pop();
      rendered = render(chosenOf(taken.flat()));
    }
  }
}

/** A function that takes, of the blocks not yet taken, those that fit into a number of tokens, the best first. */
function taker(
  candidates: readonly Candidate[],
  { question, count }: Pick<BlockRequest<never>, 'question' | 'count'>,
): (maxTokens: number) => readonly Unit[] {
  let waiting = rankedBlocks(question, candidates);
  const words: ReadonlySet<string>[] = [];
  const begun = new Set<Candidate>();
  const gone = new Set<Block>();
  return (maxTokens) => {
    const added: Unit[] = [];
    const tooLong: Block[] = [];
    let left = maxTokens;
    for (const block of waiting) {
      if (gone.has(block)) continue;
      const { chunk, headings } = block.candidate;
      const head = begun.has(block.candidate)
        ? ''
        : renderChunk(chunk, withoutDoubledHeadings(headings, chunk.topic_title));
      const tokensOf = (unit: Unit): number => count(head + unit.map(textOf).join(''));
      const unit = unitsOf(block, gone).find((each) => tokensOf(each) <= left);
      if (unit === undefined) {
        tooLong.push(block);
        continue;
      }
      const own = new Set(analyzeText(chunkFields(textOf(block)).body));
      if (own.size >= MIN_REPEATED_WORDS && words.some((others) => isWithin(own, others))) continue;
      added.push(unit);
      words.push(new Set(unit.flatMap((each) => analyzeText(chunkFields(textOf(each)).body))));
      begun.add(block.candidate);
      for (const each of unit) gone.add(each);
      left -= tokensOf(unit);
    }
    waiting = tooLong;
    return added;
  };
}

/** All blocks, the best first. */
function rankedBlocks(question: string, candidates: readonly Candidate[]): Block[] {
  const scores = scoreBlocks(question, candidates);
  const ofCandidates = candidates.map((candidate, c) =>
    candidate.blocks.map((_, at): Block => ({ candidate, at, score: scores[c]![at]!, announced: undefined })),
  );
  for (const blocks of ofCandidates) {
    for (const [at, block] of blocks.entries()) {
      const next = blocks[at + 1];
      if (next !== undefined && introducesCode(textOf(block), textOf(next))) block.announced = next;
    }
  }
  return ofCandidates.flat().sort((a, b) => b.score - a.score);
}

/** In which ways a block may be taken, the best first: with the code that it announces, and without. */
function unitsOf(block: Block, gone: ReadonlySet<Block>): Unit[] {
  const { announced } = block;
  return announced === undefined || gone.has(announced) ? [[block]] : [[block, announced], [block]];
}

function textOf({ candidate, at }: Block): string {
  return candidate.blocks[at]!;
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
