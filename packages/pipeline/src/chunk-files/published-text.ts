import { addTo } from '@topicmill/base/groups';
import { parseJsonIfValid } from '@topicmill/base/json';
import type { Chunk } from '@topicmill/chunking';
import { type Dialect, readableMarkdown, splitFrontMatter } from '@topicmill/text/markdown';
import { splitSentences } from '@topicmill/text/sentences';
import { lowerCase } from '@topicmill/text/words';
import { markdownWordCounts, type PublishedBlock, type TopicPage } from '../sources/index.js';
import { withoutFrame } from '../workspace/index.js';
import type { PageWithHeadings, PublishedPage } from './chunk-addresses.js';
import type { FilledChunk } from './insert-inclusions.js';

/** The blocks of a page's HTML as they were imported; `undefined` for a page without HTML. */
export function readPublishedBlocks({ page, included }: PublishedPage): readonly PublishedBlock[] | undefined {
  if (page.published === undefined) return undefined;
  // One that is damaged is made again by the next build.
  const blocks = parseJsonIfValid(included(page.published.blocks)?.text ?? '');
  return Array.isArray(blocks) ? withoutFrame(blocks as PublishedBlock[], new Set(page.published.frame)) : [];
}

/** A page of markdown with the blocks of its HTML. */
interface PageWithHtml extends Pick<PageWithHeadings, 'page' | 'headings' | 'html' | 'htmlPlaces'> {
  readonly text: string;
  readonly dialect: Dialect | undefined;
}

/**
 * Chunk files with what the HTML of their sections says and the source does not, such as the text of macros, tooltips and
 * tables made from data, after their own text. Sentences, rows, items and lines are taken whole where they have a word that
 * the source lacks, or mostly words that the source has less often; not those of which the source has a newer form, with words
 * that the HTML lacks.
 *
 * @param filled the chunk files of `chunks`, with what they include
 */
export function withPublishedText(
  source: PageWithHtml,
  chunks: readonly Chunk[],
  filled: readonly FilledChunk[],
): readonly FilledChunk[] {
  const { html } = source;
  if (html === undefined) return filled;
  const lacking = lackingText(source, filled, html);
  const added = chunks.map((): string[] => []);
  const letters = new Letters(source.text);
  for (const { blocks, start, end } of sectionsOf(source, html)) {
    const place = letters.placeFinder(start, end);
    for (const block of blocks) {
      const offset = place(visible(textOf(block)));
      const text = lacking(block);
      if (text === undefined) continue;
      const at = chunks.findLastIndex(({ startOffset }) => startOffset <= offset);
      added[Math.max(at, 0)]?.push(text);
    }
  }
  return filled.map((chunk, at) => (added[at]!.length === 0 ? chunk : withText(chunk, added[at]!, source.page)));
}

function withText(chunk: FilledChunk, added: readonly string[], { published }: TopicPage): FilledChunk {
  const written = chunk.text.replace(/\n$/, '');
  const text = (written === '' ? '' : '\n\n') + added.join('\n\n');
  const place = { file: published!.html, start: written.length, end: written.length + text.length };
  return { ...chunk, text: written + text + chunk.text.slice(written.length), published: place };
}

/** A part of a source, and the blocks of HTML from a heading that both have to the next one. */
interface Section {
  readonly blocks: readonly PublishedBlock[];
  /** UTF-16 offsets in the source. */
  readonly start: number;
  readonly end: number;
}

function sectionsOf({ text, headings, htmlPlaces }: PageWithHtml, html: readonly PublishedBlock[]): Section[] {
  const starts = [{ block: 0, offset: 0 }];
  for (const [at, block] of htmlPlaces.entries())
    if (block !== undefined) starts.push({ block, offset: headings[at]!.offset });
  return starts.map(({ block, offset }, at) => ({
    blocks: html.slice(block, starts[at + 1]?.block),
    start: offset,
    end: starts[at + 1]?.offset ?? text.length,
  }));
}

/** What a generator may replace, be it one whose templates are known or not. */
const BRACES = /\{[^{}\n]*\}+/g;

/** Of each block the part with words that the source lacks; `undefined` where there is none. */
function lackingText(
  { text, dialect, page }: PageWithHtml,
  filled: readonly FilledChunk[],
  html: readonly PublishedBlock[],
): (block: PublishedBlock) => string | undefined {
  const { bodyOffset } = splitFrontMatter(text);
  const shown = [page.title, text.slice(0, bodyOffset), ...filled.map((chunk) => chunk.text)];
  const texts = html.map((block) => visible(textOf(block)));
  const [counts, publishedCounts] = [markdownWordCounts(shown), markdownWordCounts(texts)];
  const letters = lettersOf(shown.join(' '));
  const has = wordFinder(counts, letters);
  const published = wordFinder(publishedCounts, lettersOf(texts.join(' ')));
  const isRarer = (word: string): boolean => (counts.get(word) ?? 0) < publishedCounts.get(word)!;
  const readable = readableMarkdown(text, dialect).slice(bodyOffset).replace(BRACES, ' ');
  const edited = readable
    .split(/\n[ \t]*\n/)
    .flatMap(piecesOf)
    .map(wordsOf)
    .filter((words) => !words.every(published));
  const wasEdited = overlapFinder(edited);
  const lacks = (piece: string): boolean => {
    const words = wordsOf(piece);
    if (words.every(has) && words.filter(isRarer).length <= words.length / 2) return false;
    return !letters.includes(lettersOf(visible(piece))) && !wasEdited(words);
  };
  return (block) => {
    if (!('title' in block)) return lackingPart(block.markdown, lacks);
    return lacks(block.title) ? `**${block.title}**` : undefined;
  };
}

/** Whether one of some lists of words has more than half of others. */
function overlapFinder(lists: readonly (readonly string[])[]): (words: readonly string[]) => boolean {
  const having = new Map<string, number[]>();
  for (const [at, words] of lists.entries()) for (const word of words) addTo(having, word, at);
  return (words) => {
    const counts = new Map<number, number>();
    for (const word of words) for (const at of having.get(word) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1);
    return [...counts.values()].some((count) => count > words.length / 2);
  };
}

const FENCE = /^(?:`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

function lackingPart(markdown: string, lacks: (piece: string) => boolean): string | undefined {
  const lines = markdown.split('\n');
  const isCode = FENCE.test(markdown);
  const headCount = isCode ? 1 : markdown.startsWith('|') ? 2 : 0;
  const pieces = headCount === 0 ? piecesOf(markdown) : lines.slice(headCount, isCode ? -1 : undefined);
  const kept = pieces.filter(lacks);
  if (kept.length === 0) return undefined;
  if (kept.length > pieces.length / 2) return markdown;
  if (headCount > 0) return [...lines.slice(0, headCount), ...kept, ...(isCode ? lines.slice(-1) : [])].join('\n');
  return kept.join(ITEM.test(markdown) ? '\n' : ' ');
}

/** The lines of code, rows of a table, items of a list, or sentences of a paragraph. */
function piecesOf(block: string): string[] {
  const trimmed = block.trim();
  if (FENCE.test(trimmed) || trimmed.startsWith('|')) return trimmed.split('\n');
  const lines = trimmed.replace(/\n(?![ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])[ \t]*/g, ' ').split('\n');
  return ITEM.test(trimmed) ? lines : lines.flatMap(splitSentences);
}

function textOf(block: PublishedBlock): string {
  return 'title' in block ? block.title : block.markdown;
}

/** Markdown without the addresses of its links. */
function visible(markdown: string): string {
  return markdown.replace(/\]\([^()\n]*\)/g, ']').replace(/<[a-z]+:[^<>\s]*>/gi, ' ');
}

/** The words of a piece, each once. */
function wordsOf(markdown: string): string[] {
  return [...markdownWordCounts([visible(markdown)]).keys()];
}

/** In letters: in shorter words, any text of some length has the letters. */
const MIN_JOINED = 4;

/**
 * Whether a text has a word, be it without the spaces around it that only one form of the text has.
 *
 * @param letters of the text
 */
function wordFinder(words: ReadonlyMap<string, number>, letters: string): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const has = known.get(word) ?? (words.has(word) || (word.length >= MIN_JOINED && letters.includes(word)));
    known.set(word, has);
    return has;
  };
}

const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

function lettersOf(text: string): string {
  return lowerCase(text).replace(NO_LETTERS, '');
}

/** In letters: what a block is found by in its source, and how far it may be from the block before. */
const SOUGHT = 40;
const WINDOW = 20_000;

/** The letters and digits of a source with their places. */
class Letters {
  private readonly letters: string;
  /** UTF-16 offsets of the letters in the text. */
  private readonly offsets: Uint32Array;

  constructor(text: string) {
    const parts: string[] = [];
    const offsets = new Uint32Array(text.length);
    let count = 0;
    for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
      const lower = lowerCase(run);
      parts.push(lower);
      for (let at = 0; at < lower.length; at++) offsets[count++] = index + Math.min(at, run.length - 1);
    }
    this.letters = parts.join('');
    this.offsets = offsets.subarray(0, count);
  }

  /** Finds blocks in the order of the source between two offsets; one that is not there is where the last one was. */
  placeFinder(start: number, end: number): (text: string) => number {
    const [first, last] = [this.indexAt(start), this.indexAt(end)];
    let at = first;
    return (text) => {
      const sought = lettersOf(text.slice(0, 4 * SOUGHT)).slice(0, SOUGHT);
      const found = this.letters.slice(at, Math.min(last, at + WINDOW)).indexOf(sought);
      if (found >= 0 && sought !== '') at += found;
      return this.offsets[at] ?? start;
    };
  }

  private indexAt(offset: number): number {
    let [low, high] = [0, this.offsets.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.offsets[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
