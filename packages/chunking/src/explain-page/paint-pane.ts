import type { ChunkingExplanation, ExplainedChunk, LeftOutRange } from '../explain/explanation.js';
import { ruleName } from '../explain/rule-name.js';
import { chunkDetails } from './chunk-details.js';
import { escapeVisibly } from './escape-visibly.js';
import { counted, formatCount } from './format-count.js';
import type { TextPainter } from './paint-text.js';

/** Chunks that follow each other differ in colour. */
const COLOUR_COUNT = 4;

/** One strategy's chunks over the text. */
export class PanePainter {
  private readonly painted: string[] = [];
  private at = 0;

  /** @param paneId prefix of the ids of its elements */
  constructor(
    private readonly paneId: string,
    private readonly textLength: number,
    private readonly explanation: ChunkingExplanation,
    private readonly text: TextPainter,
  ) {}

  paint(): string {
    const { chunks, strategy } = this.explanation;
    const leaves = chunks.filter(({ tier }) => tier !== 'section');
    const sections = chunks.filter(({ tier }) => tier === 'section');
    let open = -1;
    for (const chunk of leaves) {
      if (chunk.parentIndex !== null && chunk.parentIndex !== open) {
        if (open !== -1) this.painted.push('</section>');
        const section = sections[chunk.parentIndex]!;
        this.paintGap(section.startOffset);
        this.painted.push(`<section class="sec">${this.label(section, 'item sec-label', this.elementId(section))}`);
        open = chunk.parentIndex;
      }
      this.paintGap(chunk.startOffset);
      this.painted.push(this.chunk(chunk));
      this.at = Math.max(this.at, chunk.endOffset);
    }
    if (open !== -1) this.painted.push('</section>');
    this.paintGap(this.textLength);
    const empty = leaves.length === 0 ? '<p class="empty">No chunks.</p>' : '';
    return [
      `<section class="pane" id="${this.paneId}" aria-label="${strategy}">`,
      this.head(leaves, sections.length),
      `<div class="scroll">${empty}${this.painted.join('')}</div>`,
      '</section>',
    ].join('');
  }

  private head(leaves: readonly ExplainedChunk[], sectionCount: number): string {
    const { strategy, strategyKey, tokenCounter, limits } = this.explanation;
    const counts =
      sectionCount === 0
        ? counted(leaves.length, 'chunk')
        : `${counted(sectionCount, 'section')}, ${counted(leaves.length, 'snippet')}`;
    const sizes = limits.map(({ name, tokenCount }) => `${name} ${formatCount(tokenCount)}`).join(', ');
    return [
      '<header class="pane-head">',
      `<h2>${strategy}</h2><p><b>${counts}</b> <span>${escapeVisibly(tokenCounter)}: ${sizes}</span></p>`,
      `<p class="key" title="key of the strategy">${escapeVisibly(strategyKey)}</p>`,
      this.map(leaves),
      '</header>',
    ].join('');
  }

  /** A strip of all chunks, each as wide as its text is long. */
  private map(leaves: readonly ExplainedChunk[]): string {
    const parts = leaves.map(
      (chunk) =>
        `<a class="${colour(chunk)}" tabindex="-1" href="#${this.elementId(chunk)}" style="flex:${chunk.endOffset - chunk.startOffset}" title="${chunk.tier} ${chunk.index}"></a>`,
    );
    return `<div class="map" aria-hidden="true">${parts.join('')}</div>`;
  }

  private chunk(chunk: ExplainedChunk): string {
    const id = this.elementId(chunk);
    const isLeft = chunk.flags.some(({ name }) => name === 'left out');
    return [
      `<article class="item chunk ${colour(chunk)}${isLeft ? ' is-left' : ''}" id="${id}" tabindex="-1" data-start="${chunk.startOffset}" data-end="${chunk.endOffset}" aria-labelledby="${id}-l" aria-describedby="${id}-d">`,
      this.label(chunk, '', `${id}-l`),
      `<div class="src">${this.text.paint(chunk.startOffset, chunk.endOffset)}</div>`,
      this.details(chunk, id),
      '</article>',
    ].join('');
  }

  private label(chunk: ExplainedChunk, className: string, id: string): string {
    const { tier, index, start, tokenCount, maxTokens, flags, startOffset, endOffset } = chunk;
    const share = Math.min(100, Math.round((100 * tokenCount) / Math.max(1, maxTokens)));
    const shownFlags = flags.map(({ name }) => `<span class="flag">${escapeVisibly(name)}</span>`).join('');
    const isOver = tokenCount > maxTokens;
    const inner = [
      `<span class="n">${tier === 'chunk' ? '' : `${tier} `}${index}</span>`,
      `<span class="rule">${ruleName(start)}</span>`,
      shownFlags,
      `<span class="size${isOver ? ' over' : ''}"><i class="gauge" aria-hidden="true"><i style="width:${share}%"></i></i>${formatCount(tokenCount)}<span class="unit"> tokens</span></span>`,
    ].join('');
    if (className === '') return `<h3 class="label" id="${id}">${inner}</h3>`;
    return `<h3 class="label ${className}" id="${id}" tabindex="-1" data-start="${startOffset}" data-end="${endOffset}" aria-describedby="${id}-d">${inner}</h3>${this.details(chunk, id)}`;
  }

  private details(chunk: ExplainedChunk, id: string): string {
    const { strategy, tokenCounter } = this.explanation;
    return `<div class="details" id="${id}-d" hidden>${chunkDetails(chunk, strategy, tokenCounter)}</div>`;
  }

  /** What is between chunks and is not blank: text that is in none. */
  private paintGap(end: number): void {
    if (end <= this.at) return;
    const kinds = this.explanation.leftOut.filter((range) => overlaps(range, this.at, end)).map(({ kind }) => kind);
    const shown = this.text.paint(this.at, end);
    if (shown !== '') {
      const label = [...new Set(kinds)].join(', ').replaceAll('-', ' ') || 'in no chunk';
      this.painted.push(
        `<div class="gap"><p class="label"><span class="rule">${escapeVisibly(label)}</span><span class="size">left out</span></p><div class="src">${shown}</div></div>`,
      );
    }
    this.at = end;
  }

  private elementId({ tier, index }: ExplainedChunk): string {
    return `${this.paneId}${tier === 'section' ? 's' : ''}${index}`;
  }
}

function colour({ index }: ExplainedChunk): string {
  return `c${index % COLOUR_COUNT}`;
}

function overlaps({ startOffset, endOffset }: LeftOutRange, start: number, end: number): boolean {
  return startOffset < end && endOffset > start;
}
