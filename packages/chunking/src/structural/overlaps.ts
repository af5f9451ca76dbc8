import type { TextTokens } from '@topicmill/text/tokens';
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
  /** UTF-16 offset at which it stands in the source as it is, a blank line behind it; -1 where it does not. */
  readonly startOffset: number;
}

/** What stands between the overlap and the chunk's own text. */
export const OVERLAP_SEPARATOR = '\n\n';

const NO_OVERLAP: Overlap = { text: '', tokenCount: 0, isCut: false, startOffset: -1 };
const LOST_OVERLAP: Overlap = { ...NO_OVERLAP, isCut: true };

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
  lastSentences = new LastSentences(text),
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
      const overlap =
        !hasReturns && areWritten(shown, text) ? written(shown, text, tokens) : joined(shown, text, tokens);
      if (overlap.tokenCount <= room) return first === 0 ? overlap : { ...overlap, isCut: true };
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
    for (let next = node.endOffset; next > node.startOffset && sentences.length < count; ) {
      const first = lastSentences.startBefore(node, next);
      const written = text.slice(first, next).trimEnd();
      const end = first + written.length;
      const start = end - written.trimStart().length;
      const continues = first > node.startOffset || isSameParagraph(nodes[i - 1], node);
      if (start < end) sentences.unshift({ start, end, continues });
      next = first;
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

function written(sentences: readonly Sentence[], text: string, tokens: TextTokens): Overlap {
  const startOffset = sentences[0]!.start;
  const end = sentences.at(-1)!.end;
  const tokenCount = tokens.count(startOffset, end + OVERLAP_SEPARATOR.length);
  return { text: text.slice(startOffset, end), tokenCount, isCut: false, startOffset };
}

function joined(sentences: readonly Sentence[], source: string, { counter }: TextTokens): Overlap {
  let text = '';
  for (const sentence of sentences) {
    if (text !== '') text += separatorBefore(sentence);
    text += source.slice(sentence.start, sentence.end);
  }
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  return { text, tokenCount: counter.count(`${text}${OVERLAP_SEPARATOR}`), isCut: false, startOffset: -1 };
}
