import { scanLines } from '@topicmill/text/markdown';
import { analyzeText } from './analyze-text.js';
import { chunkFields } from './chunk-fields.js';
import { introducesCode, scoreBlocks } from './context-blocks.js';
import { type Candidate, type ContextChunk, type ContextDocs, contextCandidates } from './context-candidates.js';
import { MissingChunks, type MissingChunksJson } from './docs/missing-chunks.js';
import { textAfterHeadings, withoutDoubledHeadings } from './heading-path.js';
import type { ScopeOptions } from './ranking/scope.js';
import { hiddenTextWarning, type RemarksJson, remarksJson, remarksOn } from './remarks-on.js';
import { codeLines } from './rendered-text/rendered-lines.js';
import { RESULT_FORMAT } from './result-format.js';

/** Shorter ones, in different words, repeat by chance. */
const MIN_REPEATED_WORDS = 4;

/** What blocks are chosen for. */
interface BlockRequest<Rendered extends Sized> {
  readonly question: string;
  /** Maximum size of what is rendered, in tokens. */
  readonly maxTokens: number;
  /** Tokens of a text. */
  readonly count: (text: string) => number;
  /** The whole with these blocks. */
  render(chosen: Chosen): Rendered;
}

/** What has a size in tokens. */
interface Sized {
  readonly size: number;
}

/** A block of a candidate. */
interface Block {
  readonly candidate: Candidate;
  readonly at: number;
  readonly score: number;
  /** The code that it announces. */
  announced: Block | undefined;
}

/** Blocks that are taken together: one, or a sentence and the code that it announces. */
type Unit = readonly Block[];

/**
 * The text with the blocks that fit, the best first, none that only repeats another; `undefined` where none fits. One by one, blocks count with all headings of their
 * chunk, and less in a text where the chunk before has those, too: what is left then is filled with further blocks.
 */
function chooseBlocks<Rendered extends Sized>(
  candidates: readonly Candidate[],
  request: BlockRequest<Rendered>,
): Rendered | undefined {
  const { maxTokens, render } = request;
  const taken: Unit[] = [];
  const takeWithin = createBlockTaker(candidates, request);
  let rendered = render(new Map());
  for (;;) {
    const added = takeWithin(maxTokens - rendered.size);
    if (added.length === 0) return taken.length === 0 ? undefined : rendered;
    taken.push(...added);
    rendered = render(chosenBlocks(taken.flat()));
    // Pieces that fit one by one may count more together, and more again as JSON.
    while (rendered.size > maxTokens && taken.length > 0) {
      taken.pop();
      rendered = render(chosenBlocks(taken.flat()));
    }
  }
}

/** A function that takes, of the blocks not yet taken, those that fit into a number of tokens, the best first. */
function createBlockTaker(
  candidates: readonly Candidate[],
  { question, count }: Pick<BlockRequest<never>, 'question' | 'count'>,
): (maxTokens: number) => readonly Unit[] {
  let waiting = rankedBlocks(question, candidates);
  const words: ReadonlySet<string>[] = [];
  const begun = new Set<Candidate>();
  const gone = new Set<Block>();
  return (maxTokens) => {
    const added: Unit[] = [];
    const tooLong: Block[] = [];
    let left = maxTokens;
    for (const block of waiting) {
      if (gone.has(block)) continue;
      const { chunk, headings } = block.candidate;
      const head = begun.has(block.candidate)
        ? ''
        : renderChunk(chunk, withoutDoubledHeadings(headings, chunk.topic_title));
      const tokensOf = (unit: Unit): number => count(head + unit.map(textOf).join(''));
      const unit = takeableUnits(block, gone).find((each) => tokensOf(each) <= left);
      if (unit === undefined) {
        tooLong.push(block);
        continue;
      }
      const own = new Set(analyzeText(chunkFields(textOf(block)).body));
      if (own.size >= MIN_REPEATED_WORDS && words.some((others) => isWithin(own, others))) continue;
      added.push(unit);
      words.push(new Set(unit.flatMap((each) => analyzeText(chunkFields(textOf(each)).body))));
      begun.add(block.candidate);
      for (const each of unit) gone.add(each);
      left -= tokensOf(unit);
    }
    waiting = tooLong;
    return added;
  };
}

/** All blocks, the best first. */
function rankedBlocks(question: string, candidates: readonly Candidate[]): Block[] {
  const scores = scoreBlocks(question, candidates);
  const ofCandidates = candidates.map((candidate, c) =>
    candidate.blocks.map((_, at): Block => ({ candidate, at, score: scores[c]![at]!, announced: undefined })),
  );
  for (const blocks of ofCandidates) {
    for (const [at, block] of blocks.entries()) {
      const next = blocks[at + 1];
      if (next !== undefined && introducesCode(textOf(block), textOf(next))) block.announced = next;
    }
  }
  return ofCandidates.flat().sort((a, b) => b.score - a.score);
}

/** In which ways a block may be taken, the best first: with the code that it announces, and without. */
function takeableUnits(block: Block, gone: ReadonlySet<Block>): Unit[] {
  const { announced } = block;
  return announced === undefined || gone.has(announced) ? [[block]] : [[block, announced], [block]];
}

function textOf({ candidate, at }: Block): string {
  return candidate.blocks[at]!;
}

/** One word more may be what a block is about, where rules for several things are worded alike. */
function isWithin(own: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const word of own) if (!others.has(word)) return false;
  return true;
}

function chosenBlocks(taken: readonly Block[]): Chosen {
  const chosen = new Map<Candidate, Set<number>>();
  for (const { candidate, at } of taken) chosen.set(candidate, (chosen.get(candidate) ?? new Set()).add(at));
  return chosen;
}

/** How much a context is to contain. */
export interface ContextBudget {
  /** Tokens of the whole text at most, by `count`, or of the form that `sizeOf` measures. */
  readonly maxTokens: number;
  /** Tokens of a text. */
  readonly count: (text: string) => number;
  /** Tokens of the context in the form in which it is given out, such as JSON. Default: those of its text. */
  readonly sizeOf?: ((context: Context) => number) | undefined;
}

/** What a context is to contain. */
export interface ContextRequest extends ScopeOptions, ContextBudget {}

/** The chunks that together answer a question. */
export interface Context extends RemarksJson, MissingChunksJson {
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

/** What depends on the blocks that are chosen. */
type ContextPart = Pick<Context, 'tokens' | 'chunks' | 'text'>;

interface SizedContext extends Sized {
  readonly context: Context;
}

/** Results that are looked at; each costs the reading of its text. */
const CANDIDATE_COUNT = 40;
/** What remarks about the search may take of a context; longer ones are left out. */
export const REMARKS_SHARE = 0.25;

/**
 * Chooses what answers a question within a number of tokens: of the chunks found, the paragraphs, lists, tables and code
 * that answer best, by themselves and by their neighbours, none that only repeats another, until no further one fits.
 * Where there is room, chunks are whole. They come in the order of their documents, and the headings above a chunk are not
 * repeated where the chunk before has them too.
 *
 * @throws what `Docs.search` and `Docs.readChunk` throw
 */
export async function assembleContext(docs: ContextDocs, question: string, request: ContextRequest): Promise<Context> {
  const { maxTokens, count, sizeOf, ...scope } = request;
  return (await gatherContext(docs, question, scope))({ maxTokens, count, sizeOf });
}

/**
 * Searches and reads what may answer a question, once for contexts of any budget.
 *
 * @returns what assembles a context as `assembleContext` does
 * @throws what `Docs.search` and `Docs.readChunk` throw
 */
export async function gatherContext(
  docs: ContextDocs,
  question: string,
  scope: ScopeOptions = {},
): Promise<(budget: ContextBudget) => Context> {
  const response = await docs.search(question, { ...scope, limit: CANDIDATE_COUNT });
  const missing = new MissingChunks();
  const candidates = await contextCandidates(docs, response.results, missing);
  const found: Omit<Context, keyof ContextPart> = {
    format: RESULT_FORMAT,
    question,
    ...remarksJson(response),
    ...missing.json,
  };
  const sentences = [...remarksOn(response), ...missing.remarks];
  return (budget) => fillContext({ question, candidates, found, sentences }, budget);
}

/** What was found for a question. */
interface Gathered {
  readonly question: string;
  readonly candidates: readonly Candidate[];
  readonly found: Omit<Context, keyof ContextPart>;
  /** What must be known before the chunks are trusted. */
  readonly sentences: readonly string[];
}

function fillContext(
  { question, candidates, found, sentences }: Gathered,
  { maxTokens, count: countTokens, sizeOf }: ContextBudget,
): Context {
  const count = countedOnce(countTokens);
  const remarks = remarksWithin(REMARKS_SHARE * maxTokens, sentences, count);
  const sized = (part: ContextPart): SizedContext => {
    const context = { ...found, ...part };
    return { context, size: sizeOf?.(context) ?? part.tokens };
  };
  const render = (chosen: Chosen): SizedContext => {
    const parts = renderContext(candidates, chosen, count);
    const text = [remarks, ...parts.map(({ rendered }) => rendered)].join('');
    return sized({ tokens: count(text), chunks: parts.map(({ chunk }) => chunk), text });
  };
  const chosen = chooseBlocks(candidates, { question, maxTokens, count, render });
  return (chosen ?? firstLines(candidates[0]?.chunk, maxTokens, count, sized)).context;
}

/** Blocks are counted again each time that a context is filled further. */
function countedOnce(count: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? count(text);
    known.set(text, tokens);
    return tokens;
  };
}

function remarksWithin(maxTokens: number, sentences: readonly string[], count: (text: string) => number): string {
  const remarks = sentences.map((remark) => `${remark}\n\n`).join('');
  return remarks !== '' && count(remarks) <= maxTokens ? remarks : '';
}

/** The first lines of a chunk that fit, without a part of code, where not even one of its blocks does. */
function firstLines(
  chunk: ContextChunk | undefined,
  maxTokens: number,
  count: (text: string) => number,
  sized: (part: ContextPart) => SizedContext,
): SizedContext {
  const nothing = sized({ tokens: 0, chunks: [], text: '' });
  if (chunk === undefined) return nothing;
  const whole = withoutDoubledHeadings(chunk.text, chunk.topic_title);
  const scan = scanLines(whole, 0);
  const upTo = (line: number): SizedContext => {
    if (line === 0) return nothing;
    const own = whole.slice(0, scan.starts[line]);
    const text = renderChunk(chunk, own);
    const tokens = count(text);
    return sized({ tokens, chunks: [{ ...chunk, text: own, tokens, is_cut: true }], text });
  };
  let low = 0;
  let high = scan.lineCount;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (upTo(middle).size <= maxTokens) low = middle;
    else high = middle - 1;
  }
  const isCode = codeLines(whole, scan);
  while (low > 0 && isCode[low - 1] === 1 && isCode[low] === 1) low--;
  return upTo(low);
}

/** In the place of blocks of a chunk that are left out. */
const GAP = '…\n\n';

/** The blocks chosen of each candidate, by their place in it. */
type Chosen = ReadonlyMap<Candidate, ReadonlySet<number>>;

/** A chunk with its part of the text of a context. */
interface RenderedChunk {
  readonly chunk: ContextChunk;
  readonly rendered: string;
}

/** A text of a chunk below its title and address. */
function renderChunk(chunk: ContextChunk, text: string): string {
  const { topic_title: topicTitle, title, url, topic, index, hidden_text: hidden } = chunk;
  const name = title === topicTitle ? title : `${topicTitle}: ${title}`;
  return `[${name}](${url ?? `${topic}#${index}`})${hiddenTextWarning(hidden)}\n\n${text.trim()}\n\n`;
}

/**
 * The chunks that have chosen blocks: topics by their best chunk, chunks by their document; headings that the chunk before
 * has are left out.
 *
 * @param count tokens of a text
 */
function renderContext(
  candidates: readonly Candidate[],
  chosen: Chosen,
  count: (text: string) => number,
): RenderedChunk[] {
  const parts = candidates.filter((candidate) => chosen.has(candidate));
  const topics = [...new Set(parts.map(({ chunk }) => chunk.topic))];
  const ordered = [...parts].sort(
    (a, b) => topics.indexOf(a.chunk.topic) - topics.indexOf(b.chunk.topic) || a.chunk.index - b.chunk.index,
  );
  return ordered.map((candidate, at) => {
    const { chunk, headings, blocks } = candidate;
    const before = ordered[at - 1]?.chunk;
    const own = before?.topic === chunk.topic ? withoutSharedHeadings(chunk, headings, before) : headings;
    const head = withoutDoubledHeadings(own, chunk.topic_title);
    const text = `${head}${chosenText(blocks, chosen.get(candidate)!)}`;
    const rendered = renderChunk(chunk, text);
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
  return textAfterHeadings(written, shared).replace(/^\n+/, '');
}
