import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  type ArtifactSizes,
  type BookRecord,
  type ChunkRecord,
  chunkFileText,
  chunkSync,
  DEFAULT_ARTIFACT_SIZES,
  DEFAULT_TWO_TIER_OPTIONS,
  recordFaults,
  semanticStrategy,
  splitArtifact,
  type TwoTierOptions,
  twoTierStrategy,
} from '@topicmill/chunking';
import { bodyOffsetOf, dialectOf } from '@topicmill/text/markdown';
import type { TokenCounter, TokenLocator } from '@topicmill/text/tokens';

const SMALL_SIZES: ArtifactSizes = { singlePieceMaxTokens: 60, targetTokens: 50, overlapTokens: 8 };

/** Pieces of an artifact: in order, without a gap, within the size, no surrogate pair cut. */
export function verifyArtifact(text: string, type: string, tokens: TokenLocator, isSmall: boolean): Verified {
  const sizes = isSmall ? SMALL_SIZES : DEFAULT_ARTIFACT_SIZES;
  const { chunks, tokenCount: total } = splitArtifact(text, type, { sizes, tokens });
  const violations: string[] = [];
  if (total !== tokens.count(text)) violations.push('the count of its tokens is wrong');
  if ((chunks.length === 0) !== total <= sizes.singlePieceMaxTokens) violations.push('it is whole or split wrongly');
  let covered = 0;
  for (const { index, startChar, endChar, tokenCount } of chunks) {
    if (tokenCount > sizes.targetTokens) violations.push(`piece ${index}: over the size`);
    if (startChar > covered || endChar <= covered) violations.push(`piece ${index}: a gap, or nothing new`);
    if (cutsPair(text, startChar) || cutsPair(text, endChar)) violations.push(`piece ${index}: it cuts a character`);
    covered = endChar;
  }
  if (chunks.length > 0 && covered !== text.length) violations.push(`characters ${covered}: text is in no piece`);
  return { chunkCount: Math.max(1, chunks.length), violations };
}

function cutsPair(text: string, offset: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}

/** A markdown document. */
interface PublicDocument {
  readonly path: string;
  readonly text: string;
}

/** Counters that the three strategies use. */
interface Counters {
  readonly words: TokenCounter;
  readonly cl100k: TokenCounter;
  readonly wordpiece: TokenCounter;
}

/** What was found in one document. */
export interface Verified {
  readonly chunkCount: number;
  readonly violations: readonly string[];
}

type TierSizes = Pick<TwoTierOptions, 'sectionTokens' | 'sectionOverlap' | 'snippetTokens' | 'snippetOverlap'>;

/** Limits of chunks, in tokens by each strategy's counter. */
export interface ChunkSizes {
  readonly semantic: { readonly minTokens: number; readonly maxTokens: number };
  readonly structural: { readonly minTokens: number; readonly targetTokens: number; readonly maxTokens: number };
  readonly twoTier: TierSizes;
}

export const DEFAULT_SIZES: ChunkSizes = {
  semantic: { minTokens: 250, maxTokens: 750 },
  structural: { minTokens: 64, targetTokens: 400, maxTokens: 512 },
  twoTier: DEFAULT_TWO_TIER_OPTIONS,
};

/** Chunk files: own texts joined are the body, bytes are those of the offsets, files contain their text. */
export function verifySemantic(
  { path, text }: PublicDocument,
  { words }: Counters,
  { semantic }: ChunkSizes = DEFAULT_SIZES,
): Verified {
  const violations: string[] = [];
  const dialect = dialectOf('none', path);
  const strategy = semanticStrategy({ ...semantic, tokenCounter: words });
  const { chunks } = strategy.chunk({ text, file: path, fileTitle: path, dialect });
  const own = chunks.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset));
  if (own.join('') !== text.slice(bodyOffsetOf(text, dialect))) violations.push('the chunks joined are not the body');
  const bytes = Buffer.from(text);
  chunks.forEach((chunk, i) => {
    if (bytes.subarray(chunk.startByte, chunk.endByte).toString() !== Buffer.from(own[i]!).toString()) {
      violations.push(`chunk ${i}: its bytes are not its text`);
    }
    if (chunk.tokenCount > semantic.maxTokens && !chunk.oversized) violations.push(`chunk ${i}: over the maximum`);
    if (!chunkFileText(chunk, text).includes(own[i]!.trim())) violations.push(`chunk ${i}: its file lacks its text`);
  });
  return { chunkCount: chunks.length, violations };
}

/** Records: schema, ids and links, ranges, limits, counts, and that what they repeat is in the source. */
export function verifyStructural(
  { path, text }: PublicDocument,
  { cl100k }: Counters,
  { structural }: ChunkSizes = DEFAULT_SIZES,
): Verified {
  const violations: string[] = [];
  const dialect = dialectOf('none', path);
  const identity = { fileTitle: path, filePath: path, dialect };
  const { chunks, dropped } = chunkSync(text, { ...identity, ...structural, tokenCounter: cl100k });
  const ranges = [...chunks.map(({ sourcePosition }) => sourcePosition), ...dropped].sort(
    (a, b) => a.charStart - b.charStart,
  );
  let end = bodyOffsetOf(text, dialect);
  for (const { charStart, charEnd } of ranges) {
    if (charStart < end || charEnd <= charStart) violations.push(`characters ${charStart}: ranges overlap`);
    if (text.slice(end, charStart).trim() !== '') violations.push(`characters ${end}: text is in no chunk`);
    end = charEnd;
  }
  if (text.slice(end).trim() !== '') violations.push(`characters ${end}: text is in no chunk`);
  for (const record of chunks) {
    for (const fault of recordViolations(record, text, cl100k, structural.maxTokens))
      violations.push(`${record.id}: ${fault}`);
    // What is embedded of a page in a dialect is what its readers see, without tags and modules.
    if (dialect === undefined && !record.embedText.endsWith(record.originalText)) {
      violations.push(`${record.id}: embedText does not end with originalText`);
    }
    const isAlone = chunks.length + dropped.length === 1;
    if (record.tokenStats.tokens < structural.minTokens && !isAlone) violations.push(`${record.id}: under the minimum`);
  }
  chunks.forEach(({ id, prevId, nextId, chunkNumber }, i) => {
    const isLinked = prevId === (chunks[i - 1]?.id ?? null) && nextId === (chunks[i + 1]?.id ?? null);
    if (!isLinked || chunkNumber !== i) violations.push(`${id}: links or numbers do not follow each other`);
  });
  return { chunkCount: chunks.length, violations };
}

function recordViolations(record: ChunkRecord, text: string, counter: TokenCounter, maxTokens: number): string[] {
  const { originalText, embedText, sourcePosition, tokenStats } = record;
  const violations = [...recordFaults(record)];
  const own = lineFeeds(text.slice(sourcePosition.charStart, sourcePosition.charEnd));
  if (!originalText.includes(own)) violations.push('its text is not that of its range');
  if (counter.count(originalText) !== tokenStats.tokens) violations.push('its token count is wrong');
  if (counter.count(embedText) > maxTokens) violations.push('over the maximum');
  const repeated = originalText.slice(0, originalText.indexOf(own)).split('\n\n').slice(0, -1);
  if (repeated.some((part) => !lineFeeds(text).includes(part.trim()))) violations.push('it repeats what nobody wrote');
  return violations;
}

/** Two tiers: limits, slices, snippets within their sections, and a graph whose links agree in both directions. */
export function verifyTwoTier(
  { path, text }: PublicDocument,
  { wordpiece }: Counters,
  { twoTier }: ChunkSizes = DEFAULT_SIZES,
): Verified {
  const violations: string[] = [];
  const strategy = twoTierStrategy({ ...twoTier, tokenCounter: wordpiece });
  const { sections, snippets, dropped } = strategy.chunk({
    text,
    file: path,
    docId: 'document',
    title: path,
    dialect: dialectOf('none', path),
  });
  const byId = new Map([...sections, ...snippets].map((record) => [record.id, record]));
  if (byId.size !== sections.length + snippets.length) violations.push('ids are not unique');
  for (const record of sections) violations.push(...tierViolations(record, text, twoTier.sectionTokens, byId));
  for (const record of snippets) violations.push(...tierViolations(record, text, twoTier.snippetTokens, byId));
  for (const records of [sections, snippets]) violations.push(...coverageViolations([...records, ...dropped], text));
  for (const { id, parent_id, start, end } of snippets) {
    const parent = byId.get(parent_id ?? '');
    if (parent?.child_ids.includes(id) !== true) violations.push(`${id}: its section does not name it`);
    else if (start < parent.start || end > parent.end) violations.push(`${id}: it is not within its section`);
  }
  return { chunkCount: sections.length + snippets.length, violations };
}

function coverageViolations(ranges: readonly Pick<BookRecord, 'start' | 'end'>[], text: string): string[] {
  const violations: string[] = [];
  let end = 0;
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    if (range.start > end && text.slice(end, range.start).trim() !== '') {
      violations.push(`characters ${end}: text is in no chunk`);
    }
    end = Math.max(end, range.end);
  }
  if (text.slice(end).trim() !== '') violations.push(`characters ${end}: text is in no chunk`);
  return violations;
}

function tierViolations(
  { id, tokens, oversized, start, end, prev_id, next_id }: BookRecord,
  text: string,
  limit: number,
  byId: ReadonlyMap<string, BookRecord>,
): string[] {
  const violations: string[] = [];
  if (tokens > limit && !oversized) violations.push(`${id}: over the limit`);
  if (start < 0 || end <= start || end > text.length) violations.push(`${id}: its range is not one`);
  if (prev_id && byId.get(prev_id)?.next_id !== id) violations.push(`${id}: prev_id is not answered`);
  if (next_id && byId.get(next_id)?.prev_id !== id) violations.push(`${id}: next_id is not answered`);
  return violations;
}

function lineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** What a verifier says. A document without text is refused by some strategies; anything else that is thrown is a violation. */
export async function verified(verify: () => Verified | Promise<Verified>): Promise<Verified> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof TopicmillError && error.code === 'EMPTY_DOCUMENT') return { chunkCount: 0, violations: [] };
    return { chunkCount: 0, violations: [`it throws ${error instanceof Error ? error.stack : String(error)}`] };
  }
}
