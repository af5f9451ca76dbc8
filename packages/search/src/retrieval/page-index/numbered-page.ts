import { tellsOfChanges } from '../search-index/change-pages.js';
import { linkKeys } from '../search-index/link-counts.js';
import { readChunkWords, readTitleWords, withWholeTerms } from '../search-index/read-words.js';
import type { SearchTopic } from '../search-index/search-topic.js';
import { TermVocabulary } from '../search-index/term-vocabulary.js';
import { isCorrectable } from '../search-index/word-table.js';
import { isNumber } from '../term-pairs.js';
import { pagePrompts, pageRecord, pageVectors } from './page-parts.js';

/** The words of a chunk by their numbers, in order. */
export interface NumberedChunk {
  readonly headings: Uint32Array;
  readonly body: Uint32Array;
  /** Terms that are not words, in the headings and below them. */
  readonly headingWholes: Uint32Array;
  readonly bodyWholes: Uint32Array;
  /** Neighbours that are searched for as pairs, in all chunks: two numbers each. */
  readonly pairs: Uint32Array;
  readonly isCode: boolean;
  readonly questionCount: number;
}

/** The words of a question and of its answer, with the terms after them that are not words. */
export interface NumberedQuestion {
  readonly question: Uint32Array;
  readonly questionWords: number;
  readonly answer: Uint32Array;
  readonly answerWords: number;
}

/** A page as numbers of terms: all that a segment has of it. */
export interface NumberedPage {
  readonly id: string;
  /** Identifies what it was made from. */
  readonly key: string;
  readonly title: Uint32Array;
  readonly titleWords: number;
  readonly description: Uint32Array;
  readonly descriptionWords: number;
  readonly chunks: readonly NumberedChunk[];
  readonly questions: readonly NumberedQuestion[];
  readonly tellsOfChanges: boolean;
  /** `linkKeys`. */
  readonly links: Uint32Array;
  /** Numbers of the words that misspelt ones may be corrected to, and how often each is there. */
  readonly spellings: Uint32Array;
  readonly spellingCounts: Uint32Array;
  /** Path of its source, relative to the workspace; `pageRecord`, `pagePrompts` and `pageVectors`. */
  readonly source: string;
  readonly record: string;
  readonly prompts: Uint8Array;
  readonly vectors: Uint8Array;
}

/** Pages with the names of the numbers in them. */
export interface NumberedPages {
  readonly pages: readonly NumberedPage[];
  readonly terms: readonly string[];
  readonly spellings: readonly string[];
}

/** Takes pages apart, and numbers their terms. */
export class PageNumberer implements NumberedPages {
  readonly pages: NumberedPage[] = [];
  readonly spellings: string[] = [];
  private readonly vocabulary = new TermVocabulary();
  private readonly spellingNumbers = new Map<string, number>();

  get terms(): readonly string[] {
    return this.vocabulary.terms;
  }

  /**
   * @param key identifies what the page was made from
   * @param source path of its document, relative to the workspace
   */
  add(page: SearchTopic, { key, source }: { readonly key: string; readonly source: string }): void {
    const { vocabulary } = this;
    const title = readTitleWords(vocabulary, page.title);
    const description = vocabulary.read(page.description ?? '');
    const chunks = page.chunks.map((chunk): NumberedChunk => {
      const { lines, headings, body, wholes } = readChunkWords(vocabulary, chunk.text);
      const pairs = [...lines.flatMap((line) => neighbours(line)), ...this.numberPairs(body)];
      return {
        headings,
        body,
        headingWholes: wholes[0],
        bodyWholes: wholes[1],
        pairs: Uint32Array.from(pairs),
        isCode: chunk.isCode,
        questionCount: chunk.questions.length,
      };
    });
    const questions = page.chunks.flatMap((chunk) =>
      chunk.questions.map(({ text, answer }): NumberedQuestion => {
        const [question, reply] = [vocabulary.read(text), vocabulary.read(answer)];
        return {
          question: withWholeTerms(question, vocabulary.readWholes(text)),
          questionWords: question.length,
          answer: withWholeTerms(reply, vocabulary.readWholes(answer)),
          answerWords: reply.length,
        };
      }),
    );
    this.pages.push({
      id: page.id,
      key,
      title: withWholeTerms(title, vocabulary.readWholesOfTitles(page.title)),
      titleWords: title.length,
      description: withWholeTerms(description, vocabulary.readWholes(page.description ?? '')),
      descriptionWords: description.length,
      chunks,
      questions,
      tellsOfChanges: tellsOfChanges(page),
      links: linkKeys(page),
      ...this.takeSpellings(),
      source,
      record: pageRecord(page),
      prompts: pagePrompts(page),
      vectors: pageVectors(page),
    });
  }

  private numberPairs(words: Uint32Array): number[] {
    const { terms } = this.vocabulary;
    return neighbours(words, (first, second) => isNumber(terms[first]!) !== isNumber(terms[second]!));
  }

  private takeSpellings(): Pick<NumberedPage, 'spellings' | 'spellingCounts'> {
    const own = [...this.vocabulary.takeSpellings()].filter(([spelling]) => isCorrectable(spelling));
    return {
      spellings: Uint32Array.from(own, ([spelling]) => this.spellingNumber(spelling)),
      spellingCounts: Uint32Array.from(own, ([, count]) => count),
    };
  }

  private spellingNumber(spelling: string): number {
    const known = this.spellingNumbers.get(spelling);
    if (known !== undefined) return known;
    const number = this.spellings.push(spelling) - 1;
    this.spellingNumbers.set(spelling, number);
    return number;
  }
}

function neighbours(words: Uint32Array, isWanted: (first: number, second: number) => boolean = () => true): number[] {
  const pairs: number[] = [];
  for (let at = 1; at < words.length; at++) {
    if (isWanted(words[at - 1]!, words[at]!)) pairs.push(words[at - 1]!, words[at]!);
  }
  return pairs;
}

/** A page with other numbers for its terms: new ones, by the former ones. */
export function renumberedTerms(page: NumberedPage, numbers: Uint32Array): NumberedPage {
  const renumber = (list: Uint32Array): Uint32Array => list.map((number) => numbers[number]!);
  return {
    ...page,
    title: renumber(page.title),
    description: renumber(page.description),
    chunks: page.chunks.map((chunk) => ({
      ...chunk,
      headings: renumber(chunk.headings),
      body: renumber(chunk.body),
      headingWholes: renumber(chunk.headingWholes),
      bodyWholes: renumber(chunk.bodyWholes),
      pairs: renumber(chunk.pairs),
    })),
    questions: page.questions.map((each) => ({
      ...each,
      question: renumber(each.question),
      answer: renumber(each.answer),
    })),
  };
}
