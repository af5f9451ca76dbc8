import type { TokenCounter } from '@topicmill/tokens';
import type { Section } from './flat-node.js';
import type { StructuralOptions } from './options.js';
import { addsUpAtLines } from './token-sums.js';

/** Between the headings of a breadcrumb. */
export const BREADCRUMB_SEPARATOR = ' > ';
/** Between a prefix and the text behind it. */
export const PREFIX_SEPARATOR = '\n\n';

/** What a chunk's `embedText` may start with. */
export interface Breadcrumb {
  /** Empty when nothing fits. */
  readonly text: string;
  /** Its size with the blank line behind it; 0 without text. */
  readonly tokenCount: number;
  /** Whether entries were left out because the whole would take more than half of the maximum. */
  readonly isCut: boolean;
}

/** More than this share of the maximum would leave a chunk too little room for its own text. */
const MAX_SHARE = 0.5;

/** Makes the breadcrumbs of one document, each once. */
export class Breadcrumbs {
  private readonly known = new WeakMap<Section, Breadcrumb>();
  /** Tokens of entries: alone, first, last, and between others. */
  private readonly entryTokens: readonly Map<string, number>[] = Array.from({ length: 4 }, () => new Map());
  /** What no prefix exceeds, in tokens. */
  readonly limit: number;
  private readonly counter: TokenCounter;

  constructor(
    private readonly fileTitle: string,
    private readonly options: StructuralOptions,
  ) {
    this.limit = Math.floor(options.maxTokens * MAX_SHARE);
    this.counter = options.tokenCounter;
  }

  /**
   * The title of the file and the headings of a section; the title alone when it is the first of them. Entries are left
   * out from the left until the rest fits.
   */
  full(section: Section): Breadcrumb {
    const found = this.known.get(section) ?? this.make(section);
    this.known.set(section, found);
    return found;
  }

  /** The title of the file, unless it is the first heading of the section. */
  titleOnly({ path }: Section): Breadcrumb {
    return this.fitting(this.fileTitle === path[0]?.text ? [] : [this.fileTitle]);
  }

  /** Tokens to keep free for the longest prefix that a chunk in this section may get. */
  reservedTokens(section: Section): number {
    return this.options.breadcrumbMode === 'none' ? 0 : this.full(section).tokenCount;
  }

  private make({ path }: Section): Breadcrumb {
    const headings = path.map(({ text }) => text);
    return this.fitting(this.fileTitle === headings[0] ? headings : [this.fileTitle, ...headings]);
  }

  private fitting(entries: readonly string[]): Breadcrumb {
    const written = entries.filter((entry) => entry !== '');
    for (let first = 0; first < written.length; first++) {
      const shown = written.slice(first);
      const tokenCount = this.count(shown);
      if (tokenCount <= this.limit) return { text: shown.join(BREADCRUMB_SEPARATOR), tokenCount, isCut: first > 0 };
    }
    return { text: '', tokenCount: 0, isCut: written.length > 0 };
  }

  /** Each entry is counted once where counts add up: a pre-token starts at the space before it. */
  private count(entries: readonly string[]): number {
    if (!addsUpAtLines(this.counter)) return this.counter.count(entries.join(BREADCRUMB_SEPARATOR) + PREFIX_SEPARATOR);
    const last = entries.length - 1;
    return entries.reduce((total, entry, i) => total + this.countEntry(entry, i === 0, i === last), 0);
  }

  private countEntry(entry: string, isFirst: boolean, isLast: boolean): number {
    const known = this.entryTokens[(isFirst ? 1 : 0) + (isLast ? 2 : 0)]!;
    const found = known.get(entry);
    if (found !== undefined) return found;
    const written = `${isFirst ? '' : BREADCRUMB_SEPARATOR}${entry}${isLast ? PREFIX_SEPARATOR : ''}`;
    const tokenCount = this.counter.count(written);
    known.set(entry, tokenCount);
    return tokenCount;
  }
}
