import { refuseUnknownOptions } from '@topicmill/base/diagnostics';
import type { ChunkItem, ChunkSetIndex } from '@topicmill/topics/formats';

/** Which chunks of a topic to return. Without `count` and `maxTokens`, all in the order. */
export interface StripeRequest {
  /** By which baseline they are ordered; `technical` is `conceptual` where a topic has no technical baseline. */
  readonly order: 'conceptual' | 'technical';
  /** Maximum number of chunks. */
  readonly count?: number | undefined;
  /** Tokens at most, by `cl100k_base`: the chunks end before the first that does not fit. */
  readonly maxTokens?: number | undefined;
  readonly filter?: ChunkFilter | undefined;
}

const REQUEST = { order: true, count: true, maxTokens: true, filter: true } satisfies Record<keyof StripeRequest, true>;

/** Which chunks count. */
export interface ChunkFilter {
  readonly kind?: 'code' | 'prose' | undefined;
  /** A keyword that the chunk must have, as `words.md` spells it. */
  readonly keyword?: string | undefined;
}

/**
 * The first chunks of a stripe order: few, and spread over all that the topic contains. The baseline itself is not among
 * them. A larger request returns these first, then more.
 */
export function takeStripe(chunks: ChunkSetIndex, request: StripeRequest): ChunkItem[] {
  refuseUnknownOptions(request, REQUEST, 'takeStripe');
  return take(orderOf(chunks, request), chunks, request);
}

/** The same with the order's baseline before all others. */
export function takeSample(chunks: ChunkSetIndex, request: StripeRequest): ChunkItem[] {
  const technical = request.order === 'technical' ? chunks.baseline_technical : undefined;
  const order = [technical ?? chunks.baseline_conceptual, ...orderOf(chunks, request)];
  return take(order, chunks, request);
}

function orderOf(chunks: ChunkSetIndex, { order }: StripeRequest): readonly number[] {
  return (order === 'technical' ? chunks.stripe_order_technical : undefined) ?? chunks.stripe_order;
}

function take(order: readonly number[], chunks: ChunkSetIndex, request: StripeRequest): ChunkItem[] {
  const taken: ChunkItem[] = [];
  let tokenCount = 0;
  for (const index of order) {
    const item = chunks.items[index]!;
    if (!isWanted(item, request.filter)) continue;
    tokenCount += item.tokens;
    if (taken.length >= (request.count ?? Infinity) || tokenCount > (request.maxTokens ?? Infinity)) break;
    taken.push(item);
  }
  return taken;
}

/** Whether a chunk passes a filter. */
export function isWanted(item: ChunkItem, { kind, keyword }: ChunkFilter = {}): boolean {
  if (kind !== undefined && item.is_code !== (kind === 'code')) return false;
  return keyword === undefined || item.keywords.some(({ name }) => name === keyword);
}
