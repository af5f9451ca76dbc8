import { BREADCRUMB_SEPARATOR } from '@topicmill/text/markdown';
import type { TextTokens } from '@topicmill/text/tokens';
import { isAdditiveAtLineStarts, type Section, type SectionHeading } from './flat-node.js';
import type { StructuralOptions } from './options.js';

/** Between a prefix and the text after it. */
export const PREFIX_SEPARATOR = '\n\n';

/** What a chunk's `embedText` may start with. */
export interface Breadcrumb {
  /** Empty when nothing fits. */
  readonly text: string;
  /** Its size with the blank line after it; 0 without text. */
  readonly tokenCount: number;
  /** Whether entries were left out because there was no room for them. */
  readonly isCut: boolean;
}

/** A heading, or the title of the file, which is nowhere in the text. */
type Entry = Pick<SectionHeading, 'text' | 'offset'>;

/** More than this share of the maximum would leave a chunk too little room for its own text. */
const MAX_SHARE = 0.5;
const SPACE = 32;

/** Makes the breadcrumbs of one document, each once. */
export class Breadcrumbs {
  private readonly known = new Map<Section, Breadcrumb>();
  /** Tokens of what is not in the text. */
  private readonly counts = new Map<string, number>();
  private readonly title: Entry;
  private readonly separatorTokens: number;
  /** What no prefix exceeds, in tokens. */
  readonly limit: number;

  constructor(
    fileTitle: string,
    private readonly text: string,
    private readonly tokens: TextTokens,
    private readonly options: StructuralOptions,
  ) {
    this.title = { text: fileTitle, offset: -1 };
    this.separatorTokens = tokens.counter.count(BREADCRUMB_SEPARATOR.trimEnd());
    this.limit = Math.floor(options.maxTokens * MAX_SHARE);
  }

  /**
   * The title of the file and the headings of a section; the title alone when it is the first of them. Entries are left
   * out from the left until the rest fits.
   *
   * @param room tokens that are left for it, if they are fewer than `limit`
   */
  sectionBreadcrumb(section: Section, room = this.limit): Breadcrumb {
    const known = this.known.get(section);
    if (known !== undefined && known.tokenCount <= room) return known;
    const { path } = section;
    const made = this.shortenToLimit(this.isTitled(section) ? path : [this.title, ...path], Math.min(room, this.limit));
    if (room >= this.limit) this.known.set(section, made);
    return made;
  }

  /** The title of the file, unless it is the first heading of the section. */
  titleOnly(section: Section, room: number): Breadcrumb {
    return this.shortenToLimit(this.isTitled(section) ? [] : [this.title], Math.min(room, this.limit));
  }

  /** Tokens to keep free for the longest prefix that a chunk in this section may get. */
  reservedTokens(section: Section): number {
    return this.options.breadcrumbMode === 'none' ? 0 : this.sectionBreadcrumb(section).tokenCount;
  }

  private isTitled({ path }: Section): boolean {
    return this.title.text === path[0]?.text;
  }

  private shortenToLimit(entries: readonly Entry[], limit: number): Breadcrumb {
    const written = entries.every(({ text }) => text !== '') ? entries : entries.filter(({ text }) => text !== '');
    for (let first = 0; first < written.length; first++) {
      const shown = first === 0 ? written : written.slice(first);
      const text = joined(shown);
      const tokenCount = this.count(shown, text);
      if (tokenCount <= limit) return { text, tokenCount, isCut: first > 0 };
    }
    return { text: '', tokenCount: 0, isCut: written.length > 0 };
  }

  /** Each entry is counted once where counts add up: a pre-token starts at the space before it. */
  private count(entries: readonly Entry[], text: string): number {
    const { counter } = this.tokens;
    if (!isAdditiveAtLineStarts(counter)) return counter.count(text + PREFIX_SEPARATOR);
    const last = entries.length - 1;
    let total = 0;
    for (let i = 0; i <= last; i++) {
      const end = i === last ? PREFIX_SEPARATOR : '';
      total +=
        i === 0
          ? this.countOnce(entries[i]!.text + end)
          : this.separatorTokens + this.countAfterSpace(entries[i]!, end);
    }
    return total;
  }

  /** Tokens of a space, the entry and what is after it: those of the text where it has just that. */
  private countAfterSpace({ text, offset }: Entry, end: string): number {
    const { text: source, tokens } = this;
    const entryEnd = offset + text.length;
    const isWritten =
      offset > 0 &&
      source.charCodeAt(offset - 1) === SPACE &&
      source.startsWith(text, offset) &&
      source.startsWith(end, entryEnd);
    return isWritten ? tokens.count(offset - 1, entryEnd + end.length) : this.countOnce(` ${text}${end}`);
  }

  private countOnce(written: string): number {
    const known = this.counts.get(written);
    if (known !== undefined) return known;
    const tokenCount = this.tokens.counter.count(written);
    this.counts.set(written, tokenCount);
    return tokenCount;
  }
}

function joined(entries: readonly Entry[]): string {
  let result = entries[0]!.text;
  for (let i = 1; i < entries.length; i++) result += BREADCRUMB_SEPARATOR + entries[i]!.text;
  return result;
}
