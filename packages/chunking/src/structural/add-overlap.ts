import { type FlatNode, isProse } from './flat-node.js';
import type { StructuralOptions } from './options.js';
import type { PackedChunk, PackingLimits } from './pack-nodes.js';
import { Sentences } from './sentences.js';

/** A chunk and what it repeats of the one before. */
export interface OverlappingChunk extends PackedChunk {
  /** Empty without overlap. */
  readonly overlap: string;
  /** Its size with the blank line behind it; 0 without overlap. */
  readonly overlapTokenCount: number;
  /** Whether sentences were left out because the chunk has no room for them. */
  readonly isOverlapCut: boolean;
}

/** What stands between the overlap and the chunk's own text. */
export const OVERLAP_SEPARATOR = '\n\n';

/**
 * Fifth stage: lets each chunk begin with the last sentences of the prose of the chunk before it, when both stand under
 * the same outermost heading. Prose is what stands in paragraphs: neither code, nor tables, lists or quotes. Sentences
 * that find no room are left out, the earliest first.
 */
export function addOverlap(
  chunks: readonly PackedChunk[],
  text: string,
  options: StructuralOptions,
  limits: PackingLimits,
  sentencesOfText = new Sentences(text),
): OverlappingChunk[] {
  if (options.overlapSentences === 0) return chunks.map(withoutOverlap);
  return chunks.map((chunk, i) => {
    const previous = chunks[i - 1];
    const sentences =
      previous === undefined ? [] : lastSentences(previous, chunk, text, sentencesOfText, options.overlapSentences);
    const room = options.maxTokens - limits.reservedTokens(chunk.section) - limits.slackTokens - chunk.tokenCount;
    for (let first = 0; first < sentences.length; first++) {
      const overlap = joinSentences(sentences.slice(first));
      const overlapTokenCount = options.tokenCounter.count(`${overlap}${OVERLAP_SEPARATOR}`);
      if (overlapTokenCount <= room) return { ...chunk, overlap, overlapTokenCount, isOverlapCut: first > 0 };
    }
    return { ...withoutOverlap(chunk), isOverlapCut: sentences.length > 0 };
  });
}

function withoutOverlap(chunk: PackedChunk): OverlappingChunk {
  return { ...chunk, overlap: '', overlapTokenCount: 0, isOverlapCut: false };
}

interface Sentence {
  readonly text: string;
  /** Whether it goes on with the paragraph of the one before. */
  readonly continues: boolean;
}

function lastSentences(
  previous: PackedChunk,
  chunk: PackedChunk,
  text: string,
  sentencesOfText: Sentences,
  count: number,
): Sentence[] {
  const sentences: Sentence[] = [];
  const { topLevelIndex } = chunk.section;
  for (let i = previous.nodes.length - 1; i >= 0 && sentences.length < count; i--) {
    const node = previous.nodes[i]!;
    if (node.section.topLevelIndex !== topLevelIndex) break;
    if (!isProse(node)) continue;
    const starts = sentencesOfText.startsIn(node);
    for (let at = starts.length - 1; at >= 0 && sentences.length < count; at--) {
      const sentence = text.slice(starts[at]!, starts[at + 1] ?? node.endOffset).trim();
      const continues = at > 0 || isSameParagraph(previous.nodes[i - 1], node);
      if (sentence !== '') sentences.unshift({ text: sentence, continues });
    }
  }
  return sentences;
}

/** Two pieces of one paragraph: nothing but white space of one line end lies between them. */
function isSameParagraph(before: FlatNode | undefined, node: FlatNode): boolean {
  return before?.type === 'paragraph' && node.firstLine - before.lastLine <= 1;
}

function joinSentences(sentences: readonly Sentence[]): string {
  let joined = '';
  for (const { text, continues } of sentences) joined += joined === '' ? text : `${continues ? ' ' : '\n\n'}${text}`;
  return joined.includes('\r') ? joined.replace(/\r\n?/g, '\n') : joined;
}
