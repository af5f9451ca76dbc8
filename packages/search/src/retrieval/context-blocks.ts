import { LineKind, scanLines } from '@topicmill/text/markdown';
import { sentenceStarts } from '@topicmill/text/sentences';
import { analyzeText } from './analyze-text.js';
import { idf, termScore } from './bm25.js';

/** What a neighbour's words count for a block, against its own. */
const NEIGHBOUR_WEIGHT = 0.15;
/** What the score of its chunk counts for a block, against its words. */
const CHUNK_WEIGHT = 1;
/** What a word of the headings above counts, once, against one of the block itself. */
const HEADING_WEIGHT = 0.5;

/** Longer paragraphs and lists are parted at their lines, and lines at their sentences. In UTF-16 units. */
const MAX_LENGTH = 800;
/** Rows belong below the head of their table, and code lines together. */
const KEPT_WHOLE = /(?=[|`~])(?<=^\s*)(?:\||```|~~~)/m;

/** Paragraphs, lists, tables and code of a chunk's text, and the headings that it begins with. */
export interface ChunkBlocks {
  readonly headings: string;
  /** Each with the headings between it and the block before. */
  readonly blocks: readonly string[];
}

/** Parts the text of a chunk file at its blank lines, and long parts again, never within code; the parts joined are the text. */
export function chunkBlocks(text: string): ChunkBlocks {
  const { kinds, starts, lineCount } = scanLines(text, 0);
  const parts: { text: string; hasBody: boolean }[] = [{ text: '', hasBody: false }];
  let isOpen = false;
  for (let line = 0; line < lineCount; line++) {
    const written = text.slice(starts[line], starts[line + 1]);
    const isHeading = kinds[line] === LineKind.Heading;
    const isBlank = kinds[line] !== LineKind.Fence && written.trim() === '';
    const isNew = isHeading
      ? parts.at(-1)!.hasBody
      : !isBlank && !isOpen && (parts.length === 1 || parts.at(-1)!.hasBody);
    if (isNew) parts.push({ text: '', hasBody: false });
    const part = parts.at(-1)!;
    part.text += written;
    if (!isBlank && !isHeading) part.hasBody = true;
    isOpen = !isBlank && !isHeading;
  }
  const [headings, ...blocks] = parts.map((part) => part.text);
  return { headings: headings!, blocks: blocks.flatMap(partLong) };
}

function partLong(block: string): string[] {
  if (block.length <= MAX_LENGTH || KEPT_WHOLE.test(block)) return [block];
  const lines = block.match(/[^\n]*\n+|[^\n]+$/g) ?? [];
  return joinShort(lines.flatMap((line) => (line.length <= MAX_LENGTH ? [line] : joinShort(sentencesOf(line)))));
}

function sentencesOf(line: string): string[] {
  const starts = [0, ...sentenceStarts(line)];
  return starts.map((start, at) => line.slice(start, starts[at + 1]));
}

function joinShort(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + piece.length <= MAX_LENGTH) joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}

/** The blocks of a chunk with its share of the best chunk's score. */
export interface RankedBlocks extends ChunkBlocks {
  readonly share: number;
}

/**
 * How well the blocks of some chunks answer a question, by chunk, then by block: BM25 among all these blocks, which count
 * words of the headings above them too, and the best of their neighbours, as a share of the best block, and the score of
 * the chunk.
 */
export function scoreBlocks(question: string, chunks: readonly RankedBlocks[]): number[][] {
  const asked = [...new Set(analyzeText(question))];
  const terms = chunks.map(({ blocks }) => blocks.map(analyzeText));
  const all = terms.flat();
  const meanLength = Math.max(1, all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length));
  const weights = asked.map((term) => idf(all.length, all.filter((own) => own.includes(term)).length));
  const scoreOf = (own: readonly string[], above: ReadonlySet<string>): number => {
    const countOf = (term: string): number =>
      own.filter((each) => each === term).length + (above.has(term) ? HEADING_WEIGHT : 0);
    const termScores = asked.map((term, at) => weights[at]! * termScore(countOf(term), own.length, meanLength));
    return termScores.reduce((sum, score) => sum + score, 0);
  };
  const scores = terms.map((blocks, chunk) => {
    const above = new Set(analyzeText(chunks[chunk]!.headings));
    return blocks.map((own) => scoreOf(own, above));
  });
  const best = Math.max(...scores.flat(), Number.MIN_VALUE);
  return scores.map((own, chunk) =>
    own.map((score, at) => {
      const neighbour = Math.max(own[at - 1] ?? 0, own[at + 1] ?? 0);
      return (score + NEIGHBOUR_WEIGHT * neighbour) / best + CHUNK_WEIGHT * chunks[chunk]!.share;
    }),
  );
}
