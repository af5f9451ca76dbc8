import { type Diagnostic, refuseUnknownOptions } from '@topicmill/base/diagnostics';
import { type Dialect, scanBlocks } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import { singleSpaces } from '@topicmill/text/white-space';
import { checkPages } from './check-pages.js';
import { type ContinuityToken, type PageJsonLd, pageJsonLd } from './continuity-token.js';
import { headingPath, type PageSource, type PageUnit, pathToHeading, readPageSource } from './document-units.js';
import {
  leadingHeading,
  numberedIds,
  type PageIds,
  type PageSetOrigin,
  pageNames,
  type Sha256,
  setHash,
} from './page-ids.js';
import { formatPage, nameSet } from './page-text.js';
import { CopyCost, maxSummaryTokens, type PageLimits, type PlannedPage, planPages } from './plan-pages.js';
import { extractiveSummaries, type Summarize } from './summaries.js';

export interface SplitInput {
  /** The document as read. */
  readonly text: string;
  /** Path of the document, for errors; its last part names pages without any heading. */
  readonly file: string;
  /** Address of the document; trailing slashes are ignored. */
  readonly baseUrl: string;
  readonly limits: PageLimits;
  readonly counter: TokenCounter;
  readonly sha256: Sha256;
  /** What the document is written in besides CommonMark, such as `dialectOf('none', 'guide.mdx')`. */
  readonly dialect?: Dialect | undefined;
  /** Default: `numberedIds()`. */
  readonly ids?: PageIds;
  /** Default: `extractiveSummaries`. */
  readonly summarize?: Summarize;
}

/** A page as it is written. */
export interface Page {
  readonly token: ContinuityToken;
  readonly text: string;
  /** Tokens of `text`. */
  readonly tokenCount: number;
  readonly headingPath: readonly string[];
  readonly jsonLd: PageJsonLd;
  readonly isOversize: boolean;
}

/** A document split into pages; `baseUrl` has no slash at its end. */
export interface PageSet extends PageSetOrigin {
  /** Hash of all pages and of how they were made, which is on each of them; see `setHash`. */
  readonly set: string;
  readonly pages: readonly Page[];
  /** Differences between the pages and the source; errors that forbid publishing. None are expected. */
  readonly diagnostics: readonly Diagnostic[];
}

const INPUT = {
  text: true,
  file: true,
  baseUrl: true,
  limits: true,
  counter: true,
  sha256: true,
  dialect: true,
  ids: true,
  summarize: true,
} satisfies Record<keyof SplitInput, true>;
const LIMITS = { maxTokens: true, overlapTokens: true, allowsOversize: true } satisfies Record<keyof PageLimits, true>;

/**
 * Splits a document into pages of at most `limits.maxTokens` tokens as written. The same input gives the same pages.
 *
 * @throws TopicmillError `EMPTY_DOCUMENT`, `INVALID_OPTION`, `UNIT_TOO_LARGE`
 */
export async function splitDocument(input: SplitInput): Promise<PageSet> {
  refuseUnknownOptions(input, INPUT, 'splitDocument');
  refuseUnknownOptions(input.limits, LIMITS, 'splitDocument: limits');
  const { text, file, limits, counter, ids = numberedIds(), summarize = extractiveSummaries } = input;
  const source = readPageSource(text, file, counter, input.dialect);
  // Pages are planned with sums; if a counter's counts do not add up exactly, the plan is rebuilt with more slack.
  for (let slackTokens = 0; ; ) {
    const plan = planPages({ source, limits, ids, counter, file, slackTokens });
    const sentences = plan.length === 1 ? [] : await summarize(source, plan);
    const { pages, ...set } = new PageWriter({ source, input, ids, plan, sentences }).write();
    const excess = Math.max(...pages.map((page) => (page.isOversize ? 0 : page.tokenCount - limits.maxTokens)));
    if (excess <= 0) return { ...set, pages, diagnostics: checkPages({ source, plan, pages, file }) };
    slackTokens += excess;
  }
}

interface PageWriterInput {
  readonly source: PageSource;
  readonly input: SplitInput;
  readonly ids: PageIds;
  readonly plan: readonly PlannedPage[];
  /** One for each page. */
  readonly sentences: readonly string[];
}

class PageWriter {
  private readonly source: PageSource;
  private readonly input: SplitInput;
  private readonly ids: PageIds;
  private readonly plan: readonly PlannedPage[];
  private readonly summaries: readonly string[];

  constructor({ source, input, ids, plan, sentences }: PageWriterInput) {
    this.source = source;
    this.input = input;
    this.ids = ids;
    this.plan = plan;
    const maxTokens = maxSummaryTokens(input.limits.maxTokens);
    this.summaries = plan.map((planned, page) =>
      summaryText({
        path: pathToHeading(source, leadingHeading(source, planned)),
        sentence: sentences[page] ?? '',
        maxTokens,
        counter: input.counter,
      }),
    );
  }

  write(): Omit<PageSet, 'diagnostics'> {
    const { file, limits, counter, sha256, dialect } = this.input;
    const baseUrl = this.input.baseUrl.replace(/(?<!\/)\/+$/, '');
    const fileName = file.replace(/^.*[\\/]/, '');
    const names = pageNames(this.source, this.plan, fileName);
    const unnamed = this.plan.map((_, page) => this.unnamedPage(page));
    const origin = {
      source: fileName,
      baseUrl,
      maxTokens: limits.maxTokens,
      tokenizer: counter.name,
      dialect: dialect?.name,
    };
    const set = setHash(origin, unnamed, sha256);
    const pages = this.plan.map(({ isOversize, firstUnit }, page): Page => {
      const token = this.token(page);
      const text = nameSet(unnamed[page]!, page === 0 ? this.head : '', set);
      const tokenCount = counter.count(text);
      return {
        token,
        text,
        tokenCount,
        headingPath: headingPath(this.source, firstUnit),
        jsonLd: pageJsonLd({ token, name: names[page]!, baseUrl, position: page + 1, pageCount: this.plan.length }),
        // The plan leaves room for the longest leads; with shorter ones the block may fit after all.
        isOversize: isOversize && tokenCount > limits.maxTokens,
      };
    });
    return { ...origin, set, pages };
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

/** Whether a list, quote or footnote ends with code or HTML that is closed only by the end of its container. */
function endsOpen({ text, dialect }: PageSource, { block, endOffset }: PageUnit): boolean {
  if (block.type !== 'blockquote' && block.type !== 'footnoteDefinition' && block.type !== 'list') return false;
  return scanBlocks(`${text.slice(block.startOffset, endOffset)}a`, 0, dialect).blocks.length > 1;
}

/** Characters that markdown could read as more than text. */
const MARKDOWN_CHARACTERS = /[\\`*_[\]<>&~|]/g;
const ELLIPSIS = '…';

/** `[Lead-in] Continuing from {prev}: …`, a paragraph of its own. */
function leadIn(prev: string, summary: string): string {
  return `[Lead-in] Continuing from ${prev}: ${summary}`;
}

/** `[Lead-out] Upcoming in {next}: …`, a paragraph of its own. */
function leadOut(next: string, summary: string): string {
  return `[Lead-out] Upcoming in ${next}: ${summary}`;
}

/** What a summary is made from. */
interface SummaryParts {
  /** Titles of headings, outermost first. */
  readonly path: readonly string[];
  /** '' for none. */
  readonly sentence: string;
  readonly maxTokens: number;
  readonly counter: TokenCounter;
}

/**
 * What a page is about: its headings and a sentence, escaped as markdown, in at most `maxTokens` tokens. If it is too
 * long, outer headings are dropped first, then the end of the sentence.
 */
function summaryText({ path, sentence, maxTokens, counter }: SummaryParts): string {
  const fits = (text: string) => counter.count(escaped(text)) <= maxTokens;
  for (let from = 0; from < path.length; from++) {
    const headings = path.slice(from).join(' › ');
    if (counter.count(escaped(headings)) > maxTokens / 2) continue;
    return escaped(shortened(sentence === '' ? headings : `${headings} — ${sentence}`, fits));
  }
  return escaped(shortened(sentence || path.at(-1) || '(no running text)', fits));
}

/** The longest beginning of the text that fits, cut between words if there are several, else between characters. */
function shortened(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const words = text.split(' ');
  const pieces = words.length > 1 && fits(words[0]! + ELLIPSIS) ? words : [...text];
  const joint = pieces === words ? ' ' : '';
  let kept = 0;
  let tooMany = pieces.length;
  while (kept + 1 < tooMany) {
    const middle = (kept + tooMany) >> 1;
    if (fits(pieces.slice(0, middle).join(joint) + ELLIPSIS)) kept = middle;
    else tooMany = middle;
  }
  return pieces.slice(0, kept).join(joint) + ELLIPSIS;
}

function escaped(text: string): string {
  return singleSpaces(text).replace(MARKDOWN_CHARACTERS, '\\$&');
}
