import type { TextTokens } from '@topicmill/text/tokens';
import { type BlockRange, isProse } from './flat-node.js';
import type { StructuralOptions } from './options.js';
import type { PackedChunk, PackingLimits } from './pack-nodes.js';
import { WholeSentences } from './whole-sentences.js';

/** What a chunk repeats of the one before. */
export interface Overlap {
  /** Empty without overlap. */
  readonly text: string;
  /** Its size with the blank line after it; 0 without overlap. */
  readonly tokenCount: number;
  /** Whether sentences were left out because the chunk has no room for them. */
  readonly isCut: boolean;
  /** UTF-16 offset at which the source has the same text, followed by a blank line; -1 where it has not. */
  readonly startOffset: number;
}

/** Between the overlap and the chunk's own text. */
export const OVERLAP_SEPARATOR = '\n\n';

const NO_OVERLAP: Overlap = { text: '', tokenCount: 0, isCut: false, startOffset: -1 };
const LOST_OVERLAP: Overlap = { ...NO_OVERLAP, isCut: true };

/** What an overlap is taken from and must fit. */
export interface OverlapContext {
  readonly text: string;
  readonly tokens: TextTokens;
  readonly options: StructuralOptions;
  readonly limits: PackingLimits;
  /** Of `text`, if they are known. */
  readonly sentences?: WholeSentences;
}

/**
 * Fifth stage: lets each chunk begin with the last sentences of the prose of the chunk before it, when both are under
 * the same outermost heading. Prose is what paragraphs contain: neither code, nor tables, lists or quotes. Sentences are
 * repeated whole and as they are written, links, code and emphasis included; a chunk that begins inside a sentence
 * repeats nothing. Sentences that do not fit are left out, the earliest first.
 *
 * @returns the overlap of each chunk
 */
export function addOverlap(
  chunks: readonly PackedChunk[],
  { text, tokens, options, limits, sentences: wholeSentences = new WholeSentences(text) }: OverlapContext,
): Overlap[] {
  const { overlapSentences, maxTokens } = options;
  if (overlapSentences === 0) return chunks.map(() => NO_OVERLAP);
  const hasReturns = text.includes('\r');
  return chunks.map((chunk, i) => {
    const previous = chunks[i - 1];
    if (previous === undefined) return NO_OVERLAP;
    const sentences = sentencesBefore(previous, chunk, wholeSentences, overlapSentences);
    if (sentences.length === 0) return NO_OVERLAP;
    const room = maxTokens - limits.reservedTokens(chunk.section) - limits.slackTokens - chunk.tokenCount;
    for (let first = 0; first < sentences.length; first++) {
      const ranges = joinSentences(sentences.slice(first), text);
      // A form feed alone is a paragraph, too: nothing of it can be repeated.
      if (ranges.length === 0) return NO_OVERLAP;
      const overlap =
        !hasReturns && areWritten(ranges, text)
          ? writeOverlap(ranges, text, tokens)
          : joinSentenceRanges(ranges, text, tokens);
      if (overlap.tokenCount <= room) return first === 0 ? overlap : { ...overlap, isCut: true };
    }
    return LOST_OVERLAP;
  });
}

/** A sentence, or sentences of one paragraph that follow each other. */
interface Sentences {
  readonly start: number;
  readonly end: number;
  readonly paragraph: BlockRange;
}

/** The last whole sentences of a chunk, in order, as far as they are under the same outermost heading as the next one. */
function sentencesBefore(
  { nodes }: PackedChunk,
  { section: { topLevelIndex } }: PackedChunk,
  wholeSentences: WholeSentences,
  count: number,
): Sentences[] {
  const sentences: Sentences[] = [];
  for (let last = nodes.length - 1; last >= 0 && sentences.length < count; last--) {
    const { section, block: paragraph, endOffset } = nodes[last]!;
    if (section.topLevelIndex !== topLevelIndex) break;
    if (!isProse(nodes[last]!)) continue;
    while (nodes[last - 1]?.block === paragraph) last--;
    const { startOffset } = nodes[last]!;
    let reached = endOffset;
    for (const start of wholeSentences.lastStarts(paragraph, startOffset, endOffset, count - sentences.length)) {
      sentences.unshift({ start, end: reached, paragraph });
      reached = start;
    }
    // What is left of the paragraph is the rest of a sentence: nothing before it is next to these.
    if (reached > startOffset) break;
  }
  return sentences;
}

/** The ranges of the sentences without white space around them, those of one paragraph as one range. */
function joinSentences(sentences: readonly Sentences[], text: string): Sentences[] {
  const joined: Sentences[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    if (last?.paragraph === sentence.paragraph) joined[joined.length - 1] = { ...last, end: sentence.end };
    else joined.push(sentence);
  }
  return joined
    .map(({ start, end, paragraph }) => {
      const written = text.slice(start, end).trimEnd();
      return { start: start + written.length - written.trimStart().length, end: start + written.length, paragraph };
    })
    .filter(({ start, end }) => end > start);
}

/** Whether the ranges, with a blank line after each, are in the text just as they are joined. */
function areWritten(ranges: readonly Sentences[], text: string): boolean {
  return ranges.every(({ end }, i) => {
    const next = ranges[i + 1]?.start ?? end + OVERLAP_SEPARATOR.length;
    return next - end === OVERLAP_SEPARATOR.length && text.startsWith(OVERLAP_SEPARATOR, end);
  });
}

function writeOverlap(ranges: readonly Sentences[], text: string, tokens: TextTokens): Overlap {
  const startOffset = ranges[0]!.start;
  const { end } = ranges.at(-1)!;
  const tokenCount = tokens.count(startOffset, end + OVERLAP_SEPARATOR.length);
  return { text: text.slice(startOffset, end), tokenCount, isCut: false, startOffset };
}

function joinSentenceRanges(ranges: readonly Sentences[], source: string, { counter }: TextTokens): Overlap {
  const slices = ranges.map(({ start, end }) => source.slice(start, end));
  const text = slices.join(OVERLAP_SEPARATOR).replace(/\r\n?/g, '\n');
  return { text, tokenCount: counter.count(`${text}${OVERLAP_SEPARATOR}`), isCut: false, startOffset: -1 };
}
