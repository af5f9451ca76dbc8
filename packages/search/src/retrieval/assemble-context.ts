import { type ChunkFactsJson, type ChunkItem, chunkFactsJson, readChunkFacts } from '@topicmill/topics/formats';
import { analyzeText } from './analyze-text.js';
import { chunkFields } from './chunk-fields.js';
import { type ChunkBlocks, chunkBlocks, scoreBlocks } from './context-blocks.js';
import type { Docs } from './docs/open-docs.js';
import { headingPath } from './heading-path.js';
import type { ScopeOptions } from './ranking/scope.js';
import { hiddenTextWarning, type RemarksJson, remarksJson, remarksOn } from './remarks-on.js';
import { RESULT_FORMAT } from './result-format.js';
import { resultJson } from './result-json.js';
import type { ResultJson } from './result-schema.js';
import type { SearchResponse, SearchResult } from './search.js';

/** What a context is assembled from: search, the texts of chunks, and what is known of a topic's chunks. */
export interface ContextDocs extends Pick<Docs, 'search' | 'readChunk'> {
  chunks(id: string): Promise<readonly (Pick<ChunkItem, 'index' | 'title'> & ChunkFactsJson)[]>;
}

/** What a context is to contain. */
export interface ContextRequest extends ScopeOptions {
  /** Tokens of the whole text at most, by `count`. */
  readonly maxTokens: number;
  /** Tokens of a text. */
  readonly count: (text: string) => number;
}

/** The chunks that together answer a question. */
export interface Context extends RemarksJson {
  /** Version of the schema of its chunks. */
  readonly format: typeof RESULT_FORMAT;
  readonly question: string;
  /** Of `text`, by the counter asked for. */
  readonly tokens: number;
  /** Chunks of a topic in the order of its document; the topic with the best chunk first. */
  readonly chunks: readonly ContextChunk[];
  /** All chunks with their addresses, as a model reads them, below what it must know before it trusts them. */
  readonly text: string;
}

/** A chunk of a context; its tokens are those of its part of the text. */
export type ContextChunk = ResultJson & {
  readonly headings: string[];
  readonly text: string;
};

/** Results that are looked at. */
const CANDIDATE_COUNT = 20;
/** Results whose section is completed by the neighbouring chunks. */
const COMPLETED_COUNT = 5;
/** Shorter ones, in different words, repeat by chance. */
const MIN_REPEATED_WORDS = 4;
/** What remarks about the search may take of a context; longer ones are left out of its text. */
const REMARKS_SHARE = 0.25;
/** In the place of blocks of a chunk that are left out. */
const GAP = '…\n\n';

interface Candidate extends ChunkBlocks {
  readonly chunk: ContextChunk;
  /** Its score as a share of the best. */
  readonly share: number;
}

/** A block of a candidate. */
interface Block {
  readonly candidate: Candidate;
  readonly at: number;
  readonly score: number;
}

/** The blocks chosen of each candidate, by their place in it. */
type Chosen = ReadonlyMap<Candidate, ReadonlySet<number>>;

/**
 * Chooses what answers a question within a number of tokens: of the chunks found, the paragraphs, lists, tables and code
 * that answer best, by themselves and by their neighbours, none that only repeats another. Where there is room, chunks are
 * whole. They come in the order of their documents, and the headings above a chunk are not repeated where the chunk before
 * has them too.
 *
 * @throws what `Docs.search` and `Docs.readChunk` throw
 */
export async function assembleContext(docs: ContextDocs, question: string, request: ContextRequest): Promise<Context> {
  const { maxTokens, count, ...scope } = request;
  const response = await docs.search(question, { ...scope, limit: CANDIDATE_COUNT });
  const found: Omit<Context, 'tokens' | 'chunks' | 'text'> = {
    format: RESULT_FORMAT,
    question,
    ...remarksJson(response),
  };
  const candidates = await candidatesOf(docs, response.results);
  const remarks = remarksWithin(REMARKS_SHARE * maxTokens, response, count);
  const taken = chooseBlocks(question, candidates, maxTokens - count(remarks), count);
  for (;;) {
    const chunks = inOrder(candidates, chosenOf(taken), count);
    const text = [remarks, ...chunks.map(({ rendered }) => rendered)].join('');
    const tokens = count(text);
    // Pieces that fit one by one may count a little more together.
    if (tokens <= maxTokens && taken.length > 0)
      return { ...found, tokens, chunks: chunks.map(({ chunk }) => chunk), text };
    if (taken.pop() === undefined) return { ...found, ...firstLines(candidates[0]?.chunk, maxTokens, count) };
  }
}

function remarksWithin(maxTokens: number, response: SearchResponse, count: (text: string) => number): string {
  const remarks = remarksOn(response)
    .map((remark) => `${remark}\n\n`)
    .join('');
  return remarks !== '' && count(remarks) <= maxTokens ? remarks : '';
}

async function candidatesOf(docs: ContextDocs, results: readonly SearchResult[]): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  const add = (chunk: ContextChunk, share: number): void => {
    const key = `${chunk.topic}#${chunk.index}`;
    if (!candidates.has(key)) candidates.set(key, { chunk, share, ...chunkBlocks(chunk.text) });
  };
  const found = await Promise.all(results.map((result) => contextChunk(docs, result)));
  const best = results[0]?.score ?? 0;
  for (const [at, chunk] of found.entries()) add(chunk, best === 0 ? 1 : results[at]!.score / best);
  for (const chunk of found.slice(0, COMPLETED_COUNT)) {
    for (const neighbour of await sameSection(docs, chunk)) add(neighbour, 0);
  }
  return [...candidates.values()];
}

/** The blocks that fit, the best first. */
function chooseBlocks(
  question: string,
  candidates: readonly Candidate[],
  maxTokens: number,
  count: (text: string) => number,
): Block[] {
  const scores = scoreBlocks(question, candidates);
  const byCandidate = candidates.map((candidate, c) =>
    candidate.blocks.map((_, at): Block => ({ candidate, at, score: scores[c]![at]! })),
  );
  const taken: Block[] = [];
  const words: ReadonlySet<string>[] = [];
  const begun = new Set<Candidate>();
  let left = maxTokens;
  for (const block of byCandidate.flat().sort((a, b) => b.score - a.score)) {
    const { candidate, at } = block;
    const head = begun.has(candidate) ? '' : rendering(candidate.chunk, candidate.headings);
    const tokens = count(`${head}${candidate.blocks[at]}`);
    const own = new Set(analyzeText(chunkFields(candidate.blocks[at]!).body));
    if (tokens > left || (own.size >= MIN_REPEATED_WORDS && words.some((others) => isWithin(own, others)))) continue;
    taken.push(block);
    words.push(own);
    begun.add(candidate);
    left -= tokens;
  }
  return taken;
}

/** One word more may be what a block is about, where rules for several things are worded alike. */
function isWithin(own: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const word of own) if (!others.has(word)) return false;
  return true;
}

function chosenOf(taken: readonly Block[]): Chosen {
  const chosen = new Map<Candidate, Set<number>>();
  for (const { candidate, at } of taken) chosen.set(candidate, (chosen.get(candidate) ?? new Set()).add(at));
  return chosen;
}

async function contextChunk(docs: ContextDocs, result: SearchResult): Promise<ContextChunk> {
  const text = await docs.readChunk(result.topic, result.index);
  return { ...resultJson(result), headings: headingPath(text), text };
}

/** The neighbours of a chunk that are parts of the same section. */
async function sameSection(
  docs: ContextDocs,
  { topic, topic_title, index, headings }: ContextChunk,
): Promise<ContextChunk[]> {
  const items = await docs.chunks(topic);
  const found: ContextChunk[] = [];
  for (const item of [items[index + 1], items[index - 1]]) {
    if (item === undefined) continue;
    const text = await docs.readChunk(topic, item.index);
    const path = headingPath(text);
    if (path.join('\n') !== headings.join('\n')) continue;
    const facts = chunkFactsJson(readChunkFacts(item));
    found.push({ topic, topic_title, index: item.index, title: item.title, ...facts, headings: path, text });
  }
  return found;
}

function rendering(chunk: ContextChunk, text: string): string {
  const { topic_title: topicTitle, title, url, topic, index, hidden_text: hidden } = chunk;
  const name = title === topicTitle ? title : `${topicTitle}: ${title}`;
  return `[${name}](${url ?? `${topic}#${index}`})${hiddenTextWarning(hidden)}\n\n${text.trim()}\n\n`;
}

interface RenderedChunk {
  readonly chunk: ContextChunk;
  readonly rendered: string;
}

/** Topics by their best chunk, chunks by their document; headings that the chunk before has are left out. */
function inOrder(candidates: readonly Candidate[], chosen: Chosen, count: (text: string) => number): RenderedChunk[] {
  const parts = candidates.filter((candidate) => chosen.has(candidate));
  const topics = [...new Set(parts.map(({ chunk }) => chunk.topic))];
  const ordered = [...parts].sort(
    (a, b) => topics.indexOf(a.chunk.topic) - topics.indexOf(b.chunk.topic) || a.chunk.index - b.chunk.index,
  );
  return ordered.map((candidate, at) => {
    const { chunk, headings, blocks } = candidate;
    const before = ordered[at - 1]?.chunk;
    const own = before?.topic === chunk.topic ? withoutSharedHeadings(chunk, headings, before) : headings;
    const text = `${own}${chosenText(blocks, chosen.get(candidate)!)}`;
    const rendered = rendering(chunk, text);
    const isCut = chosen.get(candidate)!.size < blocks.length;
    return { chunk: { ...chunk, text, tokens: count(rendered), ...(isCut ? { is_cut: true } : {}) }, rendered };
  });
}

function chosenText(blocks: readonly string[], chosen: ReadonlySet<number>): string {
  let text = '';
  for (const [at, block] of blocks.entries()) {
    if (chosen.has(at)) text += block;
    else if (text !== '' && chosen.has(at - 1)) text += GAP;
  }
  return text.endsWith(GAP) ? text.slice(0, -GAP.length) : text;
}

function withoutSharedHeadings({ headings }: ContextChunk, written: string, before: ContextChunk): string {
  let shared = 0;
  while (shared < headings.length && headings[shared] === before.headings[shared]) shared++;
  const lines = written.split('\n');
  let at = 0;
  for (let left = shared; left > 0 && at < lines.length; at++) {
    if (/^\s{0,3}#{1,6}\s/.test(lines[at]!)) left--;
  }
  return lines.slice(at).join('\n').replace(/^\n+/, '');
}

/** The first lines of a chunk that fit, where not even one of its blocks does. */
function firstLines(
  chunk: ContextChunk | undefined,
  maxTokens: number,
  count: (text: string) => number,
): Pick<Context, 'tokens' | 'chunks' | 'text'> {
  const lines = chunk?.text.split('\n') ?? [];
  const upTo = (line: number): string => rendering(chunk!, lines.slice(0, line).join('\n'));
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(upTo(middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  if (chunk === undefined || low === 0) return { tokens: 0, chunks: [], text: '' };
  const text = upTo(low);
  const cut = { ...chunk, text: `${lines.slice(0, low).join('\n')}\n`, tokens: count(text), is_cut: true as const };
  return { tokens: count(text), chunks: [cut], text };
}
