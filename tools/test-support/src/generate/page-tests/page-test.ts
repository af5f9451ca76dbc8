import type { TokenCounter } from '@topicmill/text/tokens';
import { partSeed, Random } from '../random.js';
import { codeBlock } from '../topics/code-block.js';
import { headingText, list, paragraph, table } from '../topics/golden-reference.js';
import { categoryTerms, TopicWords } from '../topics/topic-words.js';
import { ATTRIBUTES, type Attribute } from './attributes.js';
import { type Fact, makeFacts } from './facts.js';
import { type PageQuestion, pageQuestions } from './page-questions.js';

/** A document, the size of its pages, and questions that no single page answers. */
export interface PageTest {
  /** File name. */
  readonly name: string;
  readonly text: string;
  /** Tokens that a page may have, so that there are four pages or more. */
  readonly maxTokens: number;
  readonly questions: readonly PageQuestion[];
}

export const MIN_DOCUMENT_TOKENS = 1_000;
export const MAX_DOCUMENT_TOKENS = 200_000;

const MIN_PAGE_TOKENS = 256;
/** A context of 16,384 tokens less a buffer of 512. */
const MAX_PAGE_TOKENS = 15_872;
const PAGES = 6;
const MIN_COMPONENTS = 4;
const MAX_COMPONENTS = 20;
const TOKENS_A_COMPONENT = 500;
/** Pages of smaller documents have no room for long tables and code. */
const MIN_FILLED_TOKENS = 3_000;
const MIN_GAP_TOKENS = 150;
/** About half of what a block has. */
const BLOCK_TOKENS = 40;
const FRONT_MATTER_SHARE = 0.3;
const CRLF_SHARE = 0.1;

/**
 * A document of about `tokenCount` tokens in eight chapters, each of which says one thing of every component, between
 * paragraphs, lists, tables and code that mention the components too.
 *
 * @param index of the document among those of its seed
 */
export function pageTest(seed: number, index: number, tokenCount: number, counter: TokenCounter): PageTest {
  const random = new Random(partSeed(seed, 'page test', index));
  const words = new TopicWords(random, categoryTerms(seed, index));
  const componentCount = Math.min(
    MAX_COMPONENTS,
    Math.max(MIN_COMPONENTS, Math.round(tokenCount / TOKENS_A_COMPONENT)),
  );
  const components = [...new Set(words.ownTerms.map(capitalized))].slice(0, componentCount);
  const facts = makeFacts(components, random);
  const writer = new ChapterWriter(words, random, counter, tokenCount);
  const chapters = ATTRIBUTES.map((attribute, chapter) => writer.chapter(attribute, facts[chapter]!, chapter));
  const title = `The ${components[0]} handbook`;
  const opening = random.chance(FRONT_MATTER_SHARE) ? `---\ntitle: ${title}\n---\n\n` : '';
  const closing = [...writer.footnotes, ...writer.linkDefinitions].join('\n\n');
  const text = `${opening}# ${title}\n\n${paragraph(words)}\n\n${chapters.join('\n\n')}\n\n${closing}\n`;
  return {
    name: `handbook-${String(index + 1).padStart(3, '0')}.md`,
    text: random.chance(CRLF_SHARE) ? text.replaceAll('\n', '\r\n') : text,
    maxTokens: Math.min(MAX_PAGE_TOKENS, Math.max(MIN_PAGE_TOKENS, Math.floor(tokenCount / PAGES))),
    questions: pageQuestions(facts, random),
  };
}

class ChapterWriter {
  readonly footnotes: string[] = [];
  readonly linkDefinitions: string[] = [];
  private readonly chapterTokens: number;
  private readonly isFilled: boolean;

  constructor(
    private readonly words: TopicWords,
    private readonly random: Random,
    private readonly counter: TokenCounter,
    tokenCount: number,
  ) {
    this.chapterTokens = tokenCount / ATTRIBUTES.length;
    this.isFilled = tokenCount >= MIN_FILLED_TOKENS;
  }

  chapter(attribute: Attribute, facts: readonly Fact[], chapter: number): string {
    const blocks = [`## ${attribute.chapter}`, this.introduction(chapter)];
    const stated = this.factBlocks(attribute, facts);
    const left = this.chapterTokens - this.counter.count([...blocks, ...stated].join('\n\n'));
    // Gaps smaller than a block are filled at the end of the chapter.
    const gap = left / (stated.length + 1);
    let used = 0;
    for (const [index, block] of stated.entries()) {
      if (gap >= MIN_GAP_TOKENS) used += this.fill(blocks, gap, index % 2 === 0);
      blocks.push(block);
    }
    this.fill(blocks, left - used, true);
    return blocks.join('\n\n');
  }

  /** With a reference to a chapter before, by anchor, and to a definition at the end of the document. */
  private introduction(chapter: number): string {
    const { chapter: title } = ATTRIBUTES[this.random.integer(0, Math.max(0, chapter - 1))]!;
    const label = `guide-${chapter + 1}`;
    this.linkDefinitions.push(`[${label}]: https://example.com/guides/${chapter + 1} "Guide ${chapter + 1}"`);
    const anchor = title.toLowerCase().replaceAll(' ', '-');
    const start = chapter === 0 ? 'This handbook goes with' : `It goes with [${title}](#${anchor}) above and with`;
    return `${start} [the guide][${label}].`;
  }

  private factBlocks(attribute: Attribute, facts: readonly Fact[]): string[] {
    switch (attribute.form) {
      case 'table': {
        const { head = '' } = attribute;
        const delimiters = head.replaceAll(/[^|]+/g, ' --- ');
        return [[`| ${head} |`, `|${delimiters}|`, ...facts.map(({ passage }) => passage)].join('\n')];
      }
      case 'list':
        return [facts.map(({ passage }) => `- ${passage}`).join('\n')];
      case 'code':
        return [['```toml', ...facts.map(({ passage }) => passage), '```'].join('\n')];
      case 'footnote':
        return facts.map((fact) => this.withFootnote(fact));
      default:
        return facts.map(({ passage }) => (this.isFilled ? `${passage} ${paragraph(this.words)}` : passage));
    }
  }

  private withFootnote({ component, passage }: Fact): string {
    const label = `start-${component.toLowerCase()}`;
    this.footnotes.push(`[^${label}]: ${passage}`);
    return `${component} is started by the supervisor.[^${label}]`;
  }

  /** Adds blocks until they have about this many tokens, and returns the number of tokens. */
  private fill(blocks: string[], tokenCount: number, startsSection: boolean): number {
    let used = 0;
    let isFirst = startsSection;
    while (used + BLOCK_TOKENS < tokenCount) {
      const block = isFirst ? `### ${headingText(this.words)}` : this.someBlock();
      isFirst = !isFirst && this.random.chance(0.15);
      blocks.push(block);
      used += this.counter.count(block) + 1;
    }
    return used;
  }

  private someBlock(): string {
    const kinds = [paragraph, paragraph, paragraph, paragraph, list, table, codeBlock];
    return (this.isFilled ? this.random.pick(kinds) : paragraph)(this.words);
  }
}

function capitalized(term: string): string {
  return term.slice(0, 1).toUpperCase() + term.slice(1);
}
