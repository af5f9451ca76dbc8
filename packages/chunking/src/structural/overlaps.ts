import type { TextTokens } from '@topicmill/tokens';
import { type FlatNode, isProse } from './flat-node.js';
import { LastSentences } from './last-sentences.js';
import type { StructuralOptions } from './options.js';
import type { PackedChunk, PackingLimits } from './pack-nodes.js';

/** What a chunk repeats of the one before. */
export interface Overlap {
  /** Empty without overlap. */
  readonly text: string;
  /** Its size with the blank line behind it; 0 without overlap. */
  readonly tokenCount: number;
  /** Whether sentences were left out because the chunk has no room for them. */
  readonly isCut: boolean;
}

/** What stands between the overlap and the chunk's own text. */
export const OVERLAP_SEPARATOR = '\n\n';

const NO_OVERLAP: Overlap = { text: '', tokenCount: 0, isCut: false };
const LOST_OVERLAP: Overlap = { text: '', tokenCount: 0, isCut: true };

/**
 * Fifth stage: lets each chunk begin with the last sentences of the prose of the chunk before it, when both stand under
 * the same outermost heading. Prose is what stands in paragraphs: neither code, nor tables, lists or quotes. Sentences
 * that find no room are left out, the earliest first.
 *
 * @returns the overlap of each chunk
 */
export function overlapsOf(
  chunks: readonly PackedChunk[],
  text: string,
  tokens: TextTokens,
  options: StructuralOptions,
  limits: PackingLimits,
  lastSentences = new LastSentences(text, options.overlapSentences),
): Overlap[] {
  const { overlapSentences, maxTokens } = options;
  if (overlapSentences === 0) return chunks.map(() => NO_OVERLAP);
  const hasReturns = text.includes('\r');
  return chunks.map((chunk, i) => {
    const previous = chunks[i - 1];
    if (previous === undefined) return NO_OVERLAP;
    const sentences = sentencesBefore(previous, chunk, text, lastSentences, overlapSentences);
    if (sentences.length === 0) return NO_OVERLAP;
    const room = maxTokens - limits.reservedTokens(chunk.section) - limits.slackTokens - chunk.tokenCount;
    for (let first = 0; first < sentences.length; first++) {
      const shown = first === 0 ? sentences : sentences.slice(first);
      const isWritten = !hasReturns && areWritten(shown, text);
      const overlap = isWritten ? text.slice(shown[0]!.start, shown.at(-1)!.end) : joined(shown, text);
      const tokenCount = isWritten
        ? tokens.count(shown[0]!.start, shown.at(-1)!.end + OVERLAP_SEPARATOR.length)
        : tokens.counter.count(`${overlap}${OVERLAP_SEPARATOR}`);
      if (tokenCount <= room) return { text: overlap, tokenCount, isCut: first > 0 };
    }
    return LOST_OVERLAP;
  });
}

/** Where a sentence stands in the text, without white space around it. */
interface Sentence {
  readonly start: number;
  readonly end: number;
  /** Whether it goes on with the paragraph of the one before. */
  readonly continues: boolean;
}

function sentencesBefore(
  { nodes }: PackedChunk,
  chunk: PackedChunk,
  text: string,
  lastSentences: LastSentences,
  count: number,
): Sentence[] {
  const sentences: Sentence[] = [];
  const { topLevelIndex } = chunk.section;
  for (let i = nodes.length - 1; i >= 0 && sentences.length < count; i--) {
    const node = nodes[i]!;
    if (node.section.topLevelIndex !== topLevelIndex) break;
    if (!isProse(node)) continue;
    const starts = lastSentences.startsIn(node);
    for (let at = starts.length - 1; at >= 0 && sentences.length < count; at--) {
      const written = text.slice(starts[at]!, starts[at + 1] ?? node.endOffset).trimEnd();
      const end = starts[at]! + written.length;
      const start = end - written.trimStart().length;
      const continues = starts[at]! > node.startOffset || isSameParagraph(nodes[i - 1], node);
      if (start < end) sentences.unshift({ start, end, continues });
    }
  }
  return sentences;
}

/** Two pieces of one paragraph: nothing but white space of one line end lies between them. */
function isSameParagraph(before: FlatNode | undefined, node: FlatNode): boolean {
  return before?.type === 'paragraph' && node.firstLine - before.lastLine <= 1;
}

/** What is put between a sentence and the one before it. */
function separatorBefore({ continues }: Sentence): string {
  return continues ? ' ' : '\n\n';
}

/** Whether the sentences, with a blank line behind them, stand in the text as they are joined. */
function areWritten(sentences: readonly Sentence[], text: string): boolean {
  let end = -1;
  for (const sentence of sentences) {
    const separator = separatorBefore(sentence);
    const isNext = sentence.start - end === separator.length && text.startsWith(separator, end);
    if (end !== -1 && !isNext) return false;
    end = sentence.end;
  }
  return text.startsWith(OVERLAP_SEPARATOR, end);
}

function joined(sentences: readonly Sentence[], text: string): string {
  let result = '';
  for (const sentence of sentences) {
    const written = text.slice(sentence.start, sentence.end);
    result += result === '' ? written : `${separatorBefore(sentence)}${written}`;
  }
  return result.includes('\r') ? result.replace(/\r\n?/g, '\n') : result;
}
