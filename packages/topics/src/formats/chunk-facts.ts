import * as z from 'zod';

/** What files and answers state about a chunk, wherever it is listed. */
export interface ChunkFacts {
  /** Whether more than half of its lines are fenced code. */
  readonly isCode: boolean;
  /** Tokens of its own text by `cl100k_base`. */
  readonly tokenCount: number;
}

/** Their schemas, by the names that files and answers use. */
export const chunkFactFields = {
  is_code: z.boolean().describe('Whether more than half of its lines are fenced code.'),
  tokens: z.number().int().nonnegative(),
};

/** The facts of a chunk as files and answers name them. */
export interface ChunkFactsJson {
  readonly tokens: number;
  readonly is_code: boolean;
}

/** The facts of anything that has them, and nothing else of it. */
export function pickChunkFacts({ isCode, tokenCount }: ChunkFacts): ChunkFacts {
  return { isCode, tokenCount };
}

/** The facts as files and answers name them; in exports, in this order. */
export function chunkFactsJson({ isCode, tokenCount }: ChunkFacts): ChunkFactsJson {
  return { tokens: tokenCount, is_code: isCode };
}

/** The facts as code names them; the inverse of `chunkFactsJson`. */
export function readChunkFacts({ is_code, tokens }: ChunkFactsJson): ChunkFacts {
  return { isCode: is_code, tokenCount: tokens };
}

/** Whether all facts of two chunks are equal. */
export function haveSameFacts(one: ChunkFacts, other: ChunkFacts): boolean {
  return one.isCode === other.isCode && one.tokenCount === other.tokenCount;
}
