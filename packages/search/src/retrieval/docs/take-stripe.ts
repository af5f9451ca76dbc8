import { refuseUnknownOptions, TopicmillError } from '@topicmill/base/diagnostics';
import type { ChunkItem, ChunkSetIndex } from '@topicmill/topics/formats';
import { generalWordsOf, isGeneralTerm, singularsOf } from '@topicmill/topics/keywords';

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
  /** A keyword that the chunk must have, in any of the spellings of `words.md`. */
  readonly keyword?: string | undefined;
}

/**
 * The first chunks of a stripe order: few, and spread over all that the topic contains. The baseline itself is not among
 * them. A larger request returns these first, then more.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown option, and for a filter by a general word
 */
export function takeStripe(chunks: ChunkSetIndex, request: StripeRequest): ChunkItem[] {
  refuseUnknownOptions(request, REQUEST, 'takeStripe');
  return takeChunks(orderOf(chunks, request), chunks, request);
}

/** The same with the order's baseline before all others. */
export function takeSample(chunks: ChunkSetIndex, request: StripeRequest): ChunkItem[] {
  const technical = request.order === 'technical' ? chunks.baseline_technical : undefined;
  const order = [technical ?? chunks.baseline_conceptual, ...orderOf(chunks, request)];
  return takeChunks(order, chunks, request);
}

function orderOf(chunks: ChunkSetIndex, { order }: StripeRequest): readonly number[] {
  return (order === 'technical' ? chunks.stripe_order_technical : undefined) ?? chunks.stripe_order;
}

function takeChunks(order: readonly number[], chunks: ChunkSetIndex, request: StripeRequest): ChunkItem[] {
  const wanted = new Set(wantedChunks(chunks, request.filter));
  const taken: ChunkItem[] = [];
  let tokenCount = 0;
  for (const index of order) {
    const item = chunks.items[index]!;
    if (!wanted.has(item)) continue;
    tokenCount += item.tokens;
    if (taken.length >= (request.count ?? Infinity) || tokenCount > (request.maxTokens ?? Infinity)) break;
    taken.push(item);
  }
  return taken;
}

/**
 * The chunks that pass a filter, by index.
 *
 * @throws TopicmillError `INVALID_OPTION` for a keyword that no chunk can have, since it is a general word
 */
export function wantedChunks({ items }: ChunkSetIndex, { kind, keyword }: ChunkFilter = {}): readonly ChunkItem[] {
  const holders = keyword === undefined ? items : chunksWithKeyword(keyword, items);
  return kind === undefined ? holders : holders.filter((item) => item.is_code === (kind === 'code'));
}

function chunksWithKeyword(keyword: string, items: readonly ChunkItem[]): ChunkItem[] {
  const spellings = new Set([keyword, ...singularsOf(keyword)]);
  const isMeant = (name: string): boolean =>
    spellings.has(name) || singularsOf(name).some((each) => spellings.has(each));
  const holders = items.filter(({ keywords }) => keywords.some(({ name }) => isMeant(name)));
  // A topic in another language may have the same letters as a keyword.
  if (holders.length > 0 || !isGeneralTerm(keyword, generalWordsOf(['eng']))) return holders;
  throw new TopicmillError('INVALID_OPTION', `No chunk can have the keyword "${keyword}": it is a general word.`, {
    remedy: 'Filter by one of the topic’s keywords, which are in its index.json.',
  });
}
