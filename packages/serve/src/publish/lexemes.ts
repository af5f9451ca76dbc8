import type { Occurrence, PageText, TermField } from '@topicmill/search/retrieval/node';

const FIELD_LETTERS: Readonly<Record<TermField, string>> = {
  chunk: 'c',
  title: 't',
  description: 'd',
  question: 'q',
};
const PAIR_LETTER = 'p';
/** After a term; the next character of all is that which ends a range. */
const AFTER_TERM = '\t';
const PAST_TERM = '\n';

/**
 * What a text is found by: a term of a publication with its field and how often it is in both parts of it, as in
 * `7 cran<tab>c1.3`; a pair of neighbours in headings, as in `7 crane fly<tab>p`.
 */
export function lexemesOf(publication: number, { terms, pairs = [] }: PageText): string[] {
  return [
    ...terms.map(
      ({ field, term, counts }) => `${publication} ${term}${AFTER_TERM}${FIELD_LETTERS[field]}${counts.join('.')}`,
    ),
    ...pairs.map((pair) => pairLexeme(publication, pair)),
  ];
}

export function pairLexeme(publication: number, pair: string): string {
  return `${publication} ${pair}${AFTER_TERM}${PAIR_LETTER}`;
}

/** All lexemes of a term, from `low` up to `high` (exclusive), by code unit. */
export function lexemeRange(publication: number, term: string): { readonly low: string; readonly high: string } {
  return { low: `${publication} ${term}${AFTER_TERM}`, high: `${publication} ${term}${PAST_TERM}` };
}

/** Field and counts of a lexeme of a term. */
export function readLexeme(lexeme: string): Pick<Occurrence, 'field' | 'counts'> {
  const [, letter, first, second] = /\t(.)(\d+)\.(\d+)$/.exec(lexeme)!;
  const [field] = Object.entries(FIELD_LETTERS).find(([, own]) => own === letter)! as [TermField, string];
  return { field, counts: [Number(first), Number(second)] };
}
