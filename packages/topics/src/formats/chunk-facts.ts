import type { HiddenTextKind } from '@topicmill/text/hidden-text';
import type * as z from 'zod';
import type { chunkFactFields } from './chunk-fact-fields.js';

/** What files and answers state about a chunk, wherever it is listed. */
export interface ChunkFacts {
  /** Whether more than half of its lines are fenced code. */
  readonly isCode: boolean;
  /** Tokens of its own text by `cl100k_base`. */
  readonly tokenCount: number;
  /** Pages only: names the chunk even after edits elsewhere in the page. */
  readonly id?: string | undefined;
  /** Of a page: address at which people read the chunk. */
  readonly url?: string | undefined;
  /** Kinds of text in it that readers do not see, in the order of `HIDDEN_TEXT_KINDS`. */
  readonly hiddenText?: readonly HiddenTextKind[] | undefined;
}

/** The facts of a chunk as files and answers name them. */
export type ChunkFactsJson = Readonly<z.infer<z.ZodObject<typeof chunkFactFields>>>;

/** The facts of anything that has them, and nothing else of it. */
export function pickChunkFacts({ isCode, tokenCount, id, url, hiddenText }: ChunkFacts): ChunkFacts {
  return { isCode, tokenCount, ...presentFacts({ id, url }), ...(hiddenText === undefined ? {} : { hiddenText }) };
}

/** The facts as files and answers name them; in exports, in this order. */
export function chunkFactsJson({ isCode, tokenCount, id, url, hiddenText }: ChunkFacts): ChunkFactsJson {
  const hidden = hiddenText === undefined ? {} : { hidden_text: [...hiddenText] };
  return { tokens: tokenCount, is_code: isCode, ...presentFacts({ id, url }), ...hidden };
}

/** The facts as code names them; the inverse of `chunkFactsJson`. */
export function readChunkFacts({ is_code, tokens, id, url, hidden_text }: ChunkFactsJson): ChunkFacts {
  const hidden = hidden_text === undefined ? {} : { hiddenText: hidden_text };
  return { isCode: is_code, tokenCount: tokens, ...presentFacts({ id, url }), ...hidden };
}

/** Whether all facts of two chunks are equal. */
export function haveSameFacts(one: ChunkFacts, other: ChunkFacts): boolean {
  return (
    one.isCode === other.isCode &&
    one.tokenCount === other.tokenCount &&
    one.id === other.id &&
    one.url === other.url &&
    one.hiddenText?.join() === other.hiddenText?.join()
  );
}

/** Golden references have neither. */
function presentFacts({ id, url }: Pick<ChunkFacts, 'id' | 'url'>): Pick<ChunkFacts, 'id' | 'url'> {
  return { ...(id === undefined ? {} : { id }), ...(url === undefined ? {} : { url }) };
}
