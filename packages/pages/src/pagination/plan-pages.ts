import { counted, type Diagnostic, TopicmillError, throwFaults } from '@topicmill/base/diagnostics';
import { lineNumberAt } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import { formatPageComment } from './continuity-token.js';
import { headingPath, type PageSource, type SharedDefinition } from './document-units.js';
import { type PageIds, SET_HASH_LENGTH } from './page-ids.js';

/** How a document is split. Sizes are tokens of `counter`. */
export interface PageLimits {
  /** Largest page as written: with its comment, lead-in, lead-out and copies. */
  readonly maxTokens: number;
  /** Maximum overlap with the page before, repeated as whole blocks; 0 for none. */
  readonly overlapTokens: number;
  /** Whether a block that fits on no page gets a larger page of its own, instead of being an error. */
  readonly allowsOversize: boolean;
}

/** The units of a page: from `firstUnit` up to, not including, `endUnit`. */
export interface PlannedPage {
  readonly firstUnit: number;
  readonly endUnit: number;
  /** First unit that is repeated from the page before; `firstUnit` when none is. */
  readonly overlapUnit: number;
  readonly isOversize: boolean;
}

/** What pages are planned from. */
interface PlanInput {
  readonly source: PageSource;
  readonly limits: PageLimits;
  readonly ids: PageIds;
  readonly counter: TokenCounter;
  /** Path that errors name. */
  readonly file: string;
  /** Tokens kept free on each page. */
  readonly slackTokens: number;
}

export const MIN_PAGE_TOKENS = 256;
const MAX_OVERLAP_SHARE = 0.05;
const MIN_FILL = 0.5;

/** More than the tokens of `[Lead-in] Continuing from : ` and the blank lines around it. */
const LEAD_FRAME_TOKENS = 16;

/** Maximum tokens of the summary in a lead-in or lead-out, for pages of `maxTokens`. */
export function maxSummaryTokens(maxTokens: number): number {
  return Math.min(64, Math.max(12, Math.floor(maxTokens / 32)));
}

/**
 * Chooses where pages end: before the highest-level heading that leaves the page at least half full (the last of
 * equals), or else after the last block that fits, in either case outside of elements of the dialect if it can. A heading stays with the text that follows it.
 *
 * @throws TopicmillError `UNIT_TOO_LARGE` for each block that fits on no page, with its line; `INVALID_OPTION` for
 *   limits that cannot be kept
 */
export function planPages(input: PlanInput): PlannedPage[] {
  const { limits, ids } = input;
  checkLimits(limits);
  for (let pageCount = 1; ; pageCount *= 10) {
    const pages = new PagePlanner(input, pageCount).plan();
    if (pages.length <= pageCount || ids(0, pageCount) === ids(0, pages.length)) return pages;
  }
}

function checkLimits({ maxTokens, overlapTokens }: PageLimits): void {
  const reason =
    maxTokens < MIN_PAGE_TOKENS
      ? `${counted(Math.max(0, maxTokens), 'token')} per page leaves no room for continuity tokens; at least ${MIN_PAGE_TOKENS} are needed.`
      : overlapTokens > maxTokens * MAX_OVERLAP_SHARE
        ? `An overlap of ${counted(overlapTokens, 'token')} is more than 5 % of ${maxTokens}.`
        : undefined;
  if (reason === undefined) return;
  throw new TopicmillError('INVALID_OPTION', reason, {
    remedy: 'Choose a larger context, or a smaller buffer or overlap.',
  });
}

class PagePlanner {
  private readonly source: PageSource;
  private readonly limits: PageLimits;
  private readonly maxTokens: number;

  /** @param pageCount upper bound of the number of pages, for the width of ids */
  constructor(
    private readonly input: PlanInput,
    private readonly pageCount: number,
  ) {
    this.source = input.source;
    this.limits = input.limits;
    this.maxTokens = input.limits.maxTokens - input.slackTokens;
  }

  plan(): PlannedPage[] {
    const pages: PlannedPage[] = [];
    const faults: Diagnostic[] = [];
    for (let firstUnit = 0; firstUnit < this.source.units.length; ) {
      const page = this.page(firstUnit, pages.length);
      if (page.isOversize && !this.limits.allowsOversize) faults.push(this.blockTooLarge(page, pages.length));
      pages.push(page);
      firstUnit = page.endUnit;
    }
    throwFaults(faults);
    return pages;
  }

  private page(firstUnit: number, index: number): PlannedPage {
    const repeated = this.overlapUnit(firstUnit);
    for (const overlapUnit of repeated === firstUnit ? [firstUnit] : [repeated, firstUnit]) {
      const endUnit = this.endUnit(firstUnit, overlapUnit, index);
      if (endUnit > firstUnit) return { firstUnit, endUnit, overlapUnit, isOversize: false };
    }
    let endUnit = firstUnit + 1;
    while (!this.mayStartPage(endUnit)) endUnit++;
    return { firstUnit, endUnit, overlapUnit: firstUnit, isOversize: true };
  }

  private mayStartPage(unit: number): boolean {
    return this.source.units[unit]?.staysWithPrevious !== true;
  }

  /** First of the units directly before `firstUnit` that fit into the overlap. */
  private overlapUnit(firstUnit: number): number {
    let left = this.limits.overlapTokens;
    let at = firstUnit;
    while (at > 0 && this.source.units[at - 1]!.tokenCount <= left) left -= this.source.units[--at]!.tokenCount;
    while (!this.mayStartPage(at)) at++;
    return at;
  }

  /** End of the page; `firstUnit` when not even one unit fits. */
  private endUnit(firstUnit: number, overlapUnit: number, index: number): number {
    const { units } = this.source;
    const frame = this.frameTokens(firstUnit, index);
    const leadOut = this.leadTokens(index + 1);
    const copies = new CopyCost(this.source.definitions, overlapUnit);
    let blockTokens = 0;
    for (let at = overlapUnit; at < firstUnit; at++) blockTokens += this.add(copies, at);
    let lastFit = firstUnit;
    let outerFit = -1;
    let outerDepth = Number.POSITIVE_INFINITY;
    let headingFit = -1;
    let headingDepth = Number.POSITIVE_INFINITY;
    let headingLevel = Number.POSITIVE_INFINITY;
    for (let at = firstUnit; at < units.length; at++) {
      blockTokens += this.add(copies, at);
      if (frame + blockTokens > this.maxTokens) break;
      const size = frame + blockTokens + copies.tokenCount;
      const end = at + 1;
      if (end === units.length && size <= this.maxTokens) return end;
      if (end === units.length || !this.mayStartPage(end) || size + leadOut > this.maxTokens) continue;
      lastFit = end;
      if (size < this.maxTokens * MIN_FILL) continue;
      const { block, depth } = units[end]!;
      if (depth <= outerDepth) [outerFit, outerDepth] = [end, depth];
      if (block.type !== 'heading' || this.isHeading(at) || depth > headingDepth) continue;
      if (depth === headingDepth && block.heading.level > headingLevel) continue;
      [headingFit, headingDepth, headingLevel] = [end, depth, block.heading.level];
    }
    if (headingFit !== -1 && headingDepth <= outerDepth) return headingFit;
    return this.withoutTrailingHeadings(firstUnit, outerFit === -1 ? lastFit : outerFit);
  }

  private add(copies: CopyCost, at: number): number {
    const unit = this.source.units[at]!;
    copies.addUnit(at, unit.needs);
    return unit.tokenCount;
  }

  /** A heading at the end of a page moves to the next one, to stay with its text. */
  private withoutTrailingHeadings(firstUnit: number, endUnit: number): number {
    let end = endUnit;
    while (end > firstUnit && this.isHeading(end - 1)) end--;
    return end === firstUnit || !this.mayStartPage(end) ? endUnit : end;
  }

  private isHeading(unit: number): boolean {
    return this.source.units[unit]!.block.type === 'heading';
  }

  /** Upper bound of the tokens of everything on the page except its blocks, copies and lead-out. */
  private frameTokens(firstUnit: number, index: number): number {
    const { text, bodyOffset } = this.source;
    const comment = formatPageComment({
      id: this.id(index),
      prev: index === 0 ? null : this.id(index - 1),
      next: this.id(index + 1),
      set: '',
      path: headingPath(this.source, firstUnit),
      body: [text.length * 3, text.length * 3],
    });
    const head = index === 0 ? this.input.counter.count(text, 0, bodyOffset) : this.leadTokens(index - 1);
    return head + this.input.counter.count(comment) + SET_HASH_LENGTH + LEAD_FRAME_TOKENS;
  }

  /** Upper bound of the tokens of a lead-in or lead-out that names the page at an index. */
  private leadTokens(index: number): number {
    return LEAD_FRAME_TOKENS + this.input.counter.count(this.id(index)) + maxSummaryTokens(this.limits.maxTokens);
  }

  private id(index: number): string {
    return this.input.ids(index, this.pageCount);
  }

  private blockTooLarge({ firstUnit, endUnit }: PlannedPage, index: number): Diagnostic {
    const { block } = this.source.units[firstUnit]!;
    const copies = new CopyCost(this.source.definitions, firstUnit);
    let tokenCount = 0;
    for (let at = firstUnit; at < endUnit; at++) tokenCount += this.add(copies, at);
    const size = tokenCount + copies.tokenCount + this.frameTokens(firstUnit, index) + this.leadTokens(index + 1);
    return {
      severity: 'error',
      code: 'UNIT_TOO_LARGE',
      message: `A ${block.type} of ${counted(tokenCount, 'token')} needs a page of about ${size}; the maximum is ${this.limits.maxTokens}.`,
      file: this.input.file,
      line: this.lineOf(block.startOffset),
      remedy: 'Split it, choose a larger context, or give it a page of its own with --oversize allow.',
    };
  }

  private lineOf(offset: number): number {
    return lineNumberAt(this.source.text, offset);
  }
}

/** The definitions that a page growing unit by unit has to copy, and their tokens. */
export class CopyCost {
  tokenCount = 0;
  private readonly needed = new Set<string>();
  private readonly neededByUnit = new Map<number, string[]>();
  private lastUnit: number;

  /** @param firstUnit first unit of the page, including its overlap */
  constructor(
    private readonly definitions: ReadonlyMap<string, SharedDefinition>,
    private readonly firstUnit: number,
  ) {
    this.lastUnit = firstUnit - 1;
  }

  /** Adds the next unit. */
  addUnit(unit: number, needs: readonly string[]): void {
    for (const key of this.neededByUnit.get(unit) ?? []) this.tokenCount -= this.definitions.get(key)!.tokenCount;
    this.lastUnit = unit;
    for (const key of needs) this.need(key);
  }

  /** Keys of the copies, in the order of the definitions in the source. */
  keys(): string[] {
    const copied = [...this.needed].filter((key) => !this.isOnPage(this.definitions.get(key)!));
    const all = new Set(copied.flatMap((key) => [...this.definitions.get(key)!.shadows, key]));
    return [...all].sort((a, b) => this.definitions.get(a)!.unit - this.definitions.get(b)!.unit);
  }

  private need(key: string): void {
    if (this.needed.has(key)) return;
    this.needed.add(key);
    const definition = this.definitions.get(key)!;
    if (this.isOnPage(definition)) return;
    this.tokenCount += definition.tokenCount;
    const waiting = this.neededByUnit.get(definition.unit);
    if (waiting === undefined) this.neededByUnit.set(definition.unit, [key]);
    else waiting.push(key);
  }

  private isOnPage({ unit }: SharedDefinition): boolean {
    return unit >= this.firstUnit && unit <= this.lastUnit;
  }
}
