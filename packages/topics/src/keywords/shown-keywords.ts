import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { type FoundKeyword, keywordFinder } from './find-keywords.js';
import type { GeneralWords } from './general-words.js';
import { byScoreThenTerm, type Keyword, sharedFormOf } from './term.js';
import { wordIdOf } from './token-stream.js';
import { tokenize } from './tokenize.js';
import { Vocabulary } from './vocabulary.js';

/** English nouns of technical texts whose plural does not end in a mere `s` or `es`: singular, then plural. */
const NOUNS = `
analysis analyses, antenna antennae, appendix appendices, automaton automata, axis axes, basis bases, child children,
codex codices, corpus corpora, crisis crises, criterion criteria, curriculum curricula, datum data, diagnosis diagnoses,
ellipsis ellipses, erratum errata, focus foci, foot feet, formula formulae, half halves, hypothesis hypotheses, index indices,
knife knives, leaf leaves, lemma lemmata, life lives, locus loci, man men, matrix matrices, maximum maxima, medium media,
memorandum memoranda, minimum minima, momentum momenta, mouse mice, nucleus nuclei, optimum optima, parenthesis parentheses,
person people, phenomenon phenomena, polyhedron polyhedra, quantum quanta, radius radii, schema schemata, shelf shelves,
simplex simplices, spectrum spectra, stimulus stimuli, stratum strata, synthesis syntheses, thesis theses, tooth teeth,
vertebra vertebrae, vertex vertices, vortex vortices, wolf wolves, woman women
`;

/** Singulars by their plurals. */
const IRREGULAR_SINGULARS: ReadonlyMap<string, string> = new Map(
  NOUNS.trim()
    .split(/,\s+/)
    .map((noun): [string, string] => {
      const [singular, plural] = noun.split(' ') as [string, string];
      return [plural, singular];
    }),
);

/** A keyword as readers see it: one of its spellings in singular and plural. */
export interface ShownKeyword {
  /** The spelling that scores best; its score and count are those of `words.md`. */
  readonly keyword: ScoredTerm;
  /** All spellings, the shown one first. */
  readonly spellings: readonly ScoredTerm[];
}

type ScoredTerm = Pick<Keyword, 'term' | 'score' | 'count'>;

/** A keyword in more than this share of the chunks of a topic sets none of them apart. */
const MAX_CHUNK_SHARE = 0.5;
/** Of fewer chunks a share says little. */
const MIN_CHUNKS_FOR_SHARES = 4;

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
    ({ term }) =>
      !general.always.has(term) &&
      !term.split(/[ -]/).every((word) => general.always.has(word)) &&
      !(general.homonyms.has(term) && !isSubject(term)),
  );
  const forms = new Set(telling.map(({ term }) => sharedFormOf(term)));
  const groups = new Map<string, ScoredTerm[]>();
  for (const keyword of telling.sort(byScoreThenTerm)) {
    const form = sharedFormOf(keyword.term);
    const singular = singularsOf(form).find((each) => forms.has(each)) ?? form;
    const group = groups.get(singular);
    if (group === undefined) groups.set(singular, [keyword]);
    else group.push(keyword);
  }
  return Array.from(groups.values(), (spellings) => ({ keyword: spellings[0]!, spellings }));
}

const LAST_WORD = /(?<![^ -])[^ -]+$/;

/** What a term may be the English plural of. */
function singularsOf(term: string): string[] {
  const irregular = IRREGULAR_SINGULARS.get(LAST_WORD.exec(term)?.[0] ?? '');
  return [...(irregular === undefined ? [] : [term.replace(LAST_WORD, irregular)]), ...regularSingularsOf(term)];
}

function regularSingularsOf(term: string): string[] {
  if (!/[a-z](?<![sui])s$/.test(term)) return [];
  const endings = [
    [/ies$/, 'y'],
    [/(?<=s|x|z|ch|sh)es$/, ''],
    [/s$/, ''],
  ] as const;
  return endings.flatMap(([ending, singular]) => (ending.test(term) ? [term.replace(ending, singular)] : []));
}

/**
 * The keywords of each chunk of a topic: those that it contains, in singular or plural, and, of four chunks
 * or more, at most half do.
 * Those come first that score best and that fewest chunks contain.
 *
 * @param texts of all chunks of the topic
 */
export function chunkKeywords(keywords: readonly ShownKeyword[], texts: readonly string[]): FoundKeyword[][] {
  const find = keywordFinder(keywords.flatMap(({ spellings }) => spellings));
  const shown = new Map(keywords.flatMap(({ keyword, spellings }) => spellings.map(({ term }) => [term, keyword])));
  const held = texts.map((text) => [...new Set(find(text).map(({ name }) => shown.get(name)!))]);
  const holders = new Map<ScoredTerm, number>();
  for (const keyword of held.flat()) holders.set(keyword, (holders.get(keyword) ?? 0) + 1);
  const shareOf = (keyword: ScoredTerm): number => holders.get(keyword)! / texts.length;
  const weightOf = (keyword: ScoredTerm): number => keyword.score * -Math.log(shareOf(keyword));
  return held.map((own) =>
    own
      .filter((keyword) => texts.length < MIN_CHUNKS_FOR_SHARES || shareOf(keyword) <= MAX_CHUNK_SHARE)
      .sort((a, b) => weightOf(b) - weightOf(a) || byScoreThenTerm(a, b))
      .map(({ term, score, count }) => ({ name: term, score, count })),
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
