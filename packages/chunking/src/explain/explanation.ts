import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { BoundaryReason } from '../chunk.js';
import type { BreakPlace } from '../structural/flat-node.js';

/** How a document was split, and why so. */
export interface ChunkingExplanation extends StrategyExplanation {
  /** Name of the strategy. */
  readonly strategy: string;
  /** Names the strategy with every setting that can change its chunks. */
  readonly strategyKey: string;
  /** Name of the counter of all sizes. */
  readonly tokenCounter: string;
}

/** What a strategy says about how it split a document. */
export interface StrategyExplanation {
  /** The sizes that the strategy goes by, such as `minimum`. */
  readonly limits: readonly { readonly name: string; readonly tokenCount: number }[];
  /** In document order; a section comes before its snippets. */
  readonly chunks: readonly ExplainedChunk[];
  /** Text that is in no chunk, in order: front matter, boilerplate, a last chunk that is dropped. */
  readonly leftOut: readonly LeftOutRange[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A chunk, its sizes, and why it begins and ends where it does. */
export interface ExplainedChunk {
  /** 0-based among the chunks of its tier. */
  readonly index: number;
  /** Only `two-tier` has sections and snippets. */
  readonly tier: 'chunk' | 'section' | 'snippet';
  /** The section that contains a snippet, else null. */
  readonly parentIndex: number | null;
  /** Headings that the chunk is under, outermost first, with the one that it starts with. */
  readonly headingPath: readonly string[];
  /** UTF-16 offsets of the own text in the document as read. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** 1-based lines of the own text. */
  readonly startLine: number;
  readonly endLine: number;
  /** The size that the limit applies to: all `sizes` together. */
  readonly tokenCount: number;
  readonly maxTokens: number;
  /** The parts of the size, in the order in which they are in the chunk. */
  readonly sizes: readonly SizePart[];
  readonly start: Boundary;
  readonly end: Boundary;
  readonly flags: readonly ChunkFlag[];
}

/** A part of a chunk's size, in tokens by the explanation's counter. */
export interface SizePart {
  readonly part: 'breadcrumb' | 'overlap' | 'own text' | 'repeated markers';
  readonly tokenCount: number;
}

/** A place at which one chunk ends and the next begins, and the rule that put it there. */
export interface Boundary {
  readonly rule: BoundaryRule;
  /** What the rule saw, in sentences. */
  readonly reason: string;
  /** The figures of the sentences; sizes are tokens by the explanation's counter. */
  readonly figures: Readonly<Record<string, number>>;
}

/** Rules of all strategies; those of `structural` say what is at the place. */
type BoundaryRule =
  | BoundaryReason
  | BreakPlace
  | 'document-end'
  | 'section-start'
  | 'section-end'
  | 'tail-dropped'
  | 'limit'
  | 'recount';

/** Something about a chunk that is not usual. */
export interface ChunkFlag {
  readonly name: string;
  readonly meaning: string;
}

export interface LeftOutRange {
  readonly kind: string;
  /** UTF-16 offsets. */
  readonly startOffset: number;
  readonly endOffset: number;
}

export const DOCUMENT_START: Boundary = { rule: 'document-start', reason: 'The document starts here.', figures: {} };
export const DOCUMENT_END: Boundary = { rule: 'document-end', reason: 'The document ends here.', figures: {} };

/** Byte order mark and front matter, which no strategy puts into a chunk. */
export function frontMatterRange(bodyOffset: number): LeftOutRange[] {
  return bodyOffset === 0 ? [] : [{ kind: 'front matter', startOffset: 0, endOffset: bodyOffset }];
}

/** A rule's name in words, as it is on a label: `blank line in code` for `blankLineInCode`, `heading H2`. */
export function ruleName({ rule, figures }: Boundary): string {
  const level = figures['level'] === undefined ? '' : ` H${figures['level']}`;
  const words = rule.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`).replaceAll('-', ' ');
  return `${words}${level}`;
}

/** How far two ways to split one document agree. */
interface SharedStarts {
  /** Chunks that begin at the same character in both, white space aside. */
  readonly sharedCount: number;
  /** Chunks of each; of `two-tier`, snippets. */
  readonly counts: readonly [number, number];
}

/** Counts the places at which both begin a chunk. */
export function sharedStarts(text: string, one: ChunkingExplanation, other: ChunkingExplanation): SharedStarts {
  const [starts, otherStarts] = [one, other].map(
    (explanation) => new Set(writtenStarts(text, explanation).map(({ start }) => start)),
  ) as [Set<number>, Set<number>];
  const sharedCount = [...starts].filter((start) => otherStarts.has(start)).length;
  return { sharedCount, counts: [starts.size, otherStarts.size] };
}

/** The chunks, of `two-tier` the snippets, each with the offset of its first character that is not white space. */
function writtenStarts(
  text: string,
  { chunks }: ChunkingExplanation,
): { readonly start: number; readonly chunk: ExplainedChunk }[] {
  const written = /\S/g;
  return chunks
    .filter(({ tier }) => tier !== 'section')
    .map((chunk) => {
      written.lastIndex = chunk.startOffset;
      return { start: written.exec(text)?.index ?? chunk.startOffset, chunk };
    });
}

/** The chunks that each of several explanations has between two places at which all of them begin one. */
export type SharedRow = readonly (readonly ExplainedChunk[])[];

/** Lays the chunks of several ways to split one document side by side; of `two-tier`, snippets. */
export function sharedRows(text: string, explanations: readonly ChunkingExplanation[]): SharedRow[] {
  const columns = explanations.map((explanation) => writtenStarts(text, explanation));
  const [first = [], ...others] = columns.map((column) => new Set(column.map(({ start }) => start)));
  const shared = [...first].filter((start) => others.every((starts) => starts.has(start))).sort((a, b) => a - b);
  const rows = Array.from({ length: Math.max(1, shared.length) }, (): ExplainedChunk[][] => columns.map(() => []));
  for (const [at, column] of columns.entries()) {
    let row = 0;
    for (const { start, chunk } of column) {
      while (row + 1 < shared.length && start >= shared[row + 1]!) row++;
      rows[row]![at]!.push(chunk);
    }
  }
  return rows;
}
