import type { Diagnostic } from '@topicmill/base/diagnostics';
import { scanBlocks } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import { checkPages } from './check-pages.js';
import type { ContinuityToken } from './continuity-token.js';
import { CopyCost } from './copy-cost.js';
import { extractiveSummaries, type Summarize } from './extractive-summaries.js';
import { type PageJsonLd, pageJsonLd } from './json-ld.js';
import { leadIn, leadOut, summaryText } from './lead-text.js';
import { numberedIds, type PageIds } from './page-ids.js';
import { pageNames } from './page-name.js';
import { headingPath, type PageSource, type PageUnit, readPageSource } from './page-source.js';
import { formatPage, nameSet } from './page-text.js';
import { maxSummaryTokens, type PageLimits, type PlannedPage, planPages, SET_HASH_LENGTH } from './plan-pages.js';

/** SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export type Sha256 = (text: string) => string;

export interface SplitInput {
  /** The document as read. */
  readonly text: string;
  /** Path of the document, for errors; its last part names pages that have no heading. */
  readonly file: string;
  /** Address of the document; a slash at its end is left out. */
  readonly baseUrl: string;
  readonly limits: PageLimits;
  readonly counter: TokenCounter;
  readonly sha256: Sha256;
  /** Default: `numberedIds`. */
  readonly ids?: PageIds;
  /** Default: `extractiveSummaries`. */
  readonly summarize?: Summarize;
}

/** A page as it is to be written. */
export interface Page {
  readonly token: ContinuityToken;
  readonly text: string;
  /** Tokens of `text`. */
  readonly tokenCount: number;
  readonly headingPath: readonly string[];
  readonly jsonLd: PageJsonLd;
  readonly isOversize: boolean;
}

export interface PageSet {
  /** The first digits of the hash of all pages, which stands on each of them. */
  readonly set: string;
  readonly pages: readonly Page[];
  /** What of the pages is not as in the source; errors, which forbid publishing. None is expected. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Splits a document into pages of at most `limits.maxTokens` tokens as written. The same input gives the same pages.
 *
 * @throws TopicmillError `EMPTY_DOCUMENT`, `INVALID_OPTION`, `UNIT_TOO_LARGE`
 */
export async function splitDocument(input: SplitInput): Promise<PageSet> {
  const { text, file, limits, counter, ids = numberedIds, summarize = extractiveSummaries } = input;
  const source = readPageSource(text, file, counter);
  // Pages are planned by adding up; a counter that does not add up exactly may ask for more room.
  for (let slackTokens = 0; ; ) {
    const plan = planPages(source, limits, ids, counter, file, slackTokens);
    const sentences = plan.length === 1 ? [] : await summarize(source, plan);
    const { set, pages } = new PageWriter(source, input, ids, plan, sentences).write();
    const excess = Math.max(...pages.map((page) => (page.isOversize ? 0 : page.tokenCount - limits.maxTokens)));
    if (excess <= 0) return { set, pages, diagnostics: checkPages(source, plan, pages, file) };
    slackTokens += excess;
  }
}

class PageWriter {
  private readonly summaries: readonly string[];

  constructor(
    private readonly source: PageSource,
    private readonly input: SplitInput,
    private readonly ids: PageIds,
    private readonly plan: readonly PlannedPage[],
    sentences: readonly string[],
  ) {
    const maxTokens = maxSummaryTokens(input.limits.maxTokens);
    this.summaries = plan.map(({ firstUnit }, page) =>
      summaryText(headingPath(source, firstUnit), sentences[page] ?? '', maxTokens, input.counter),
    );
  }

  write(): { set: string; pages: Page[] } {
    const { counter, sha256 } = this.input;
    const baseUrl = this.input.baseUrl.replace(/\/+$/, '');
    const names = pageNames(this.source, this.plan, this.input.file.replace(/^.*\//, ''));
    const unnamed = this.plan.map((_, page) => this.unnamedPage(page));
    const set = sha256(JSON.stringify([baseUrl, unnamed.map((text) => sha256(text))])).slice(0, SET_HASH_LENGTH);
    const pages = this.plan.map(({ isOversize, firstUnit }, page): Page => {
      const token = this.token(page);
      const text = nameSet(unnamed[page]!, page === 0 ? this.head : '', set);
      return {
        token,
        text,
        tokenCount: counter.count(text),
        headingPath: headingPath(this.source, firstUnit),
        jsonLd: pageJsonLd(token, names[page]!, baseUrl, page + 1, this.plan.length),
        isOversize,
      };
    });
    return { set, pages };
  }

  private get head(): string {
    return this.source.text.slice(0, this.source.bodyOffset);
  }

  private unnamedPage(page: number): string {
    const { text, units, eol } = this.source;
    const { firstUnit, endUnit, overlapUnit } = this.plan[page]!;
    const token = this.token(page);
    const start = units[firstUnit]!.startOffset;
    return formatPage({
      comment: { ...token, path: headingPath(this.source, firstUnit) },
      head: page === 0 ? this.head : '',
      copies: this.copies(overlapUnit, endUnit),
      leadIn: token.prev === null ? undefined : leadIn(token.prev, this.summaries[page - 1]!),
      overlap: text.slice(units[overlapUnit]!.startOffset, start),
      body: text.slice(start, units[endUnit - 1]!.endOffset),
      leadOut: token.next === null ? undefined : leadOut(token.next, this.summaries[page + 1]!),
      eol,
      endsOpen: endsOpen(this.source, units[endUnit - 1]!),
    });
  }

  private token(page: number): ContinuityToken {
    const pageCount = this.plan.length;
    const id = (index: number) => this.ids(index, pageCount);
    return {
      id: id(page),
      prev: page === 0 ? null : id(page - 1),
      next: page === pageCount - 1 ? null : id(page + 1),
    };
  }

  private copies(firstUnit: number, endUnit: number): string[] {
    const cost = new CopyCost(this.source.definitions, firstUnit);
    for (let unit = firstUnit; unit < endUnit; unit++) cost.addUnit(unit, this.source.units[unit]!.needs);
    return cost.keys().map((key) => this.source.definitions.get(key)!.text);
  }
}

/** Whether a list, quote or footnote ends with code or HTML that only the end of its container ends. */
function endsOpen({ text }: PageSource, { block, endOffset }: PageUnit): boolean {
  if (block.type !== 'blockquote' && block.type !== 'footnoteDefinition' && block.type !== 'list') return false;
  return scanBlocks(`${text.slice(block.startOffset, endOffset)}a`).blocks.length > 1;
}
