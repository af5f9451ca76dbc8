import { escapeHtml } from '@topicmill/text/html';
import { LineKind, type LineScan } from '@topicmill/text/markdown';
import {
  type Boundary,
  type ChunkingExplanation,
  type ExplainedChunk,
  type LeftOutRange,
  ruleName,
  type SizePart,
} from '../explain/explanation.js';

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
        ? formatCounted(leaves.length, 'chunk')
        : `${formatCounted(sectionCount, 'section')}, ${formatCounted(leaves.length, 'snippet')}`;
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

/** All that is known about a chunk, for the panel that shows one of them. */
function chunkDetails(chunk: ExplainedChunk, strategy: string, tokenCounter: string): string {
  const { tier, index, startLine, endLine, headingPath, start, end, flags } = chunk;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  const path =
    headingPath.length === 0
      ? '<span class="none">no heading above</span>'
      : headingPath.map((heading) => `<span>${escapeVisibly(heading)}</span>`).join('<i aria-hidden="true">›</i>');
  const marks = flags.map(({ name, meaning }) => `<li><b>${escapeVisibly(name)}</b> ${escapeVisibly(meaning)}</li>`);
  return [
    `<p class="d-head"><strong>${capitalised(tier)} ${index}</strong> <span>${strategy}, ${lines}</span></p>`,
    `<p class="d-path">${path}</p>`,
    '<div class="d-grid">',
    boundary('Begins', start),
    sizes(chunk, tokenCounter),
    boundary('Ends', end),
    '</div>',
    marks.length === 0 ? '' : `<ul class="d-flags">${marks.join('')}</ul>`,
  ].join('');
}

function boundary(title: string, place: Boundary): string {
  return `<div><h4>${title} <code>${ruleName(place)}</code></h4><p>${escapeVisibly(place.reason)}</p></div>`;
}

function sizes({ tokenCount, maxTokens, sizes: parts }: ExplainedChunk, tokenCounter: string): string {
  const scale = Math.max(tokenCount, maxTokens);
  const bars = parts.map(({ part, tokenCount: size }) => `<i class="${partClass(part)}" style="flex:${size}"></i>`);
  const rest = scale > tokenCount ? `<i style="flex:${scale - tokenCount}"></i>` : '';
  const list = parts.map(
    ({ part, tokenCount: size }) =>
      `<li><i class="${partClass(part)}" aria-hidden="true"></i>${part} <b>${formatCount(size)}</b></li>`,
  );
  return [
    `<div><h4>Size <span>tokens by ${escapeVisibly(tokenCounter)}</span></h4>`,
    `<p><b>${formatCount(tokenCount)}</b> of at most ${formatCount(maxTokens)}</p>`,
    `<div class="bar" aria-hidden="true">${bars.join('')}${rest}</div>`,
    `<ul class="parts">${list.join('')}</ul></div>`,
  ].join('');
}

function partClass(part: SizePart['part']): string {
  return `p-${part.replace(' ', '-')}`;
}

function capitalised(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

/** Lines of one span: a span is what two panes are aligned by while they scroll. */
const LINES_PER_SPAN = 4;

/** Writes ranges of a document as spans that know where they come from. */
export class TextPainter {
  constructor(
    private readonly text: string,
    private readonly scan: LineScan,
    private readonly leftOut: readonly LeftOutRange[],
  ) {}

  /** The range as spans, without blank lines at its ends; empty for white space only. */
  paint(startOffset: number, endOffset: number): string {
    const slice = this.text.slice(startOffset, endOffset);
    if (slice.trim() === '') return '';
    const start = startOffset + /^(?:[^\S\r\n]*[\r\n]+)*/.exec(slice)![0].length;
    const end = startOffset + slice.trimEnd().length;
    const spans: string[] = [];
    for (let at = start; at < end; ) {
      const [next, className] = this.findRun(at, end);
      spans.push(this.span(at, next, className));
      at = next;
    }
    return spans.join('');
  }

  private span(start: number, end: number, className: string): string {
    const name = className === '' ? '' : ` class="${className}"`;
    return `<span data-o="${start}"${name}>${escapeVisibly(this.text.slice(start, end))}</span>`;
  }

  /** Where a run of lines of one kind ends, and that kind. */
  private findRun(start: number, end: number): [end: number, className: string] {
    const left = this.leftOut.find((range) => range.endOffset > start && range.startOffset < end);
    if (left !== undefined && left.startOffset <= start) return [Math.min(left.endOffset, end), 'left'];
    const limit = left === undefined ? end : Math.min(left.startOffset, end);
    const { starts, lineCount } = this.scan;
    const first = this.lineAt(start);
    const kind = this.lineKind(first);
    let line = first + 1;
    while (line < lineCount && line < first + LINES_PER_SPAN && starts[line]! < limit && this.lineKind(line) === kind)
      line++;
    return [Math.min(starts[line] ?? limit, limit), kind];
  }

  private lineKind(line: number): string {
    const kind = this.scan.kinds[line];
    if (kind === LineKind.Heading) return 'h';
    return kind === LineKind.Fence ? 'f' : '';
  }

  /** Index of the line of an offset; 0 before the body. */
  private lineAt(offset: number): number {
    const { starts, lineCount } = this.scan;
    let low = 0;
    let high = lineCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** What a browser would drop or end a line at, and what reorders the text around it. */
const UNSEEN = /[\0-\x08\x0b-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text as HTML, unseen characters as middle dots and line ends as a browser counts them. */
export function escapeVisibly(text: string): string {
  return escapeHtml(text.replace(/\r\n?/g, '\n').replace(UNSEEN, '\u00b7'));
}

/** Digits in groups of three, as in `12,345`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 chunk`, `2 chunks`. */
export function formatCounted(count: number, name: string): string {
  return `${formatCount(count)} ${name}${count === 1 ? '' : 's'}`;
}
