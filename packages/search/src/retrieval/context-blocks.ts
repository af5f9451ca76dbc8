import { LineKind, scanLines } from '@topicmill/text/markdown';
import { sentenceStarts } from '@topicmill/text/sentences';
import { analyzeText } from './analyze-text.js';
import { idf, termScore } from './bm25.js';
import { codeLines } from './rendered-text/rendered-lines.js';

/** What a neighbour's words count for a block, against its own. */
const NEIGHBOUR_WEIGHT = 0.15;
/** What the score of its chunk counts for a block, against its words. */
const CHUNK_WEIGHT = 1;
/** What a word of the headings above counts, once, against one of the block itself. */
const HEADING_WEIGHT = 0.5;

/** Longer paragraphs and lists are parted at their lines, and lines at their sentences. In UTF-16 units. */
const MAX_LENGTH = 800;
/** Rows belong below the head of their table. */
const ROW = /(?=\|)(?<=^\s*)/m;

/** Paragraphs, lists, tables and code of a chunk's text, and the headings that it begins with. */
export interface ChunkBlocks {
  readonly headings: string;
  /** Each with the headings between it and the block before. */
  readonly blocks: readonly string[];
}

/** The end of a sentence that something follows, with the marks and brackets that may close after it. */
const COLON = /[:：][*_)\]"']{0,4}\s*$/;
const FENCE = /^\s*(?:>[ \t]*|[-*+][ \t]+|\d{1,9}[.)][ \t]+){0,9}(?:`{3}|~{3})/;
const INDENTED = /^(?: {4}|\t)/;

/** A part of a chunk's text, up to the next blank line outside of code. */
interface Part {
  readonly text: string;
  readonly hasBody: boolean;
  readonly hasCode: boolean;
}

/** Parts the text of a chunk file at its blank lines, and long parts again, never within code; the parts joined are the text. */
export function chunkBlocks(text: string): ChunkBlocks {
  const scan = scanLines(text, 0);
  const { kinds, starts, lineCount } = scan;
  const isCode = codeLines(text, scan);
  const parts: Part[] = [{ text: '', hasBody: false, hasCode: false }];
  let isOpen = false;
  for (let line = 0; line < lineCount; line++) {
    const written = text.slice(starts[line], starts[line + 1]);
    const isHeading = kinds[line] === LineKind.Heading;
    const isBody = !isHeading && (isCode[line] === 1 || written.trim() !== '');
    const hasBody = parts.at(-1)!.hasBody;
    const isNew = isHeading ? hasBody : isBody && !isOpen && (parts.length === 1 || hasBody);
    const before = isNew ? undefined : parts.pop();
    parts.push({
      text: (before?.text ?? '') + written,
      hasBody: isBody || before?.hasBody === true,
      hasCode: isCode[line] === 1 || before?.hasCode === true,
    });
    isOpen = isBody;
  }
  const [headings, ...blocks] = parts;
  return { headings: headings!.text, blocks: blocks.flatMap(partLong) };
}

/** Whether a block ends with a sentence that announces the code which the next block is. */
export function introducesCode(block: string, next: string): boolean {
  if (!COLON.test(block.slice(-100))) return false;
  const lastLine = block.trimEnd().split('\n').at(-1)!;
  return (
    FENCE.test(next) || (INDENTED.test(next) && !INDENTED.test(lastLine) && !/^\s*(?:[-*+]|\d+[.)])\s/.test(lastLine))
  );
}

function partLong({ text, hasCode }: Part): string[] {
  if (text.length <= MAX_LENGTH || hasCode || ROW.test(text)) return [text];
  const lines = text.match(/[^\n]*\n+|[^\n]+$/g) ?? [];
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
