import { groupBy } from '@topicmill/base/groups';
import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { keywordFinder } from './find-keywords.js';
import { type GeneralWords, isGeneralTerm } from './general-words.js';
import { byScoreThenTerm, type Keyword, sharedFormOf } from './term.js';
import { wordIdOf } from './token-stream.js';
import { tokenize } from './tokenize.js';
import { singularsOf, Vocabulary } from './vocabulary.js';

/** A keyword as readers see it: one of its spellings in singular and plural. */
export interface ShownKeyword {
  /** The spelling that scores best; its score and count are those of `words.md`. */
  readonly keyword: ScoredTerm;
  /** All spellings, the shown one first. */
  readonly spellings: readonly ScoredTerm[];
}

type ScoredTerm = Pick<Keyword, 'term' | 'score' | 'count'>;

/**
 * The keywords of a topic for its readers: without terms that say nothing of a subject, and of a term in singular and
 * plural only the one that scores better. A term says nothing that consists of general words, and a homonym alone that no
 * heading contains in singular or plural.
 *
 * @param headings lower-case words of the topic's headings (see `headingWordsOf`)
 * @returns best first
 */
export function shownKeywords(
  keywords: readonly ScoredTerm[],
  general: GeneralWords,
  headings: ReadonlySet<string>,
): ShownKeyword[] {
  const subjects = new Set([...headings].flatMap((word) => [word, ...singularsOf(word)]));
  const isSubject = (word: string): boolean => [word, ...singularsOf(word)].some((form) => subjects.has(form));
  const telling = keywords.filter(
    ({ term }) => !isGeneralTerm(term, general) && !(general.homonyms.has(term) && !isSubject(term)),
  );
  const forms = new Set(telling.map(({ term }) => sharedFormOf(term)));
  const groups = groupBy(telling.sort(byScoreThenTerm), ({ term }) => {
    const form = sharedFormOf(term);
    return singularsOf(form).find((each) => forms.has(each)) ?? form;
  });
  return Array.from(groups.values(), (spellings) => ({ keyword: spellings[0]!, spellings }));
}

/**
 * The names of the keywords of each chunk of a topic: all that it contains, in singular or plural. Those come first that set it apart,
 * which score well and which few chunks contain; those of all chunks are last, by score.
 *
 * @param texts of all chunks of the topic
 */
export function chunkKeywords(keywords: readonly ShownKeyword[], texts: readonly string[]): string[][] {
  const find = keywordFinder(keywords.flatMap(({ spellings }) => spellings));
  const shown = new Map(keywords.flatMap(({ keyword, spellings }) => spellings.map(({ term }) => [term, keyword])));
  const held = texts.map((text) => [...new Set(find(text).map(({ name }) => shown.get(name)!))]);
  const holders = new Map<ScoredTerm, number>();
  for (const keyword of held.flat()) holders.set(keyword, (holders.get(keyword) ?? 0) + 1);
  const shareOf = (keyword: ScoredTerm): number => holders.get(keyword)! / texts.length;
  const weightOf = (keyword: ScoredTerm): number => keyword.score * -Math.log(shareOf(keyword));
  return held.map((own) =>
    own.sort((a, b) => weightOf(b) - weightOf(a) || byScoreThenTerm(a, b)).map(({ term }) => term),
  );
}

/**
 * The words of all headings of a markdown document, as terms write them.
 *
 * @param text as read; its front matter is left out
 */
export function headingWordsOf(text: string): ReadonlySet<string> {
  const { starts, headings } = scanLines(text, splitFrontMatter(text).bodyOffset);
  const lines = headings.map(({ line, lineCount }) => text.slice(starts[line]!, starts[line + lineCount]!));
  const vocabulary = new Vocabulary(new Set());
  const { parts } = tokenize(lines.join('\n\n'), vocabulary);
  return new Set(parts.map((part) => vocabulary.wordOf(wordIdOf(part))));
}
