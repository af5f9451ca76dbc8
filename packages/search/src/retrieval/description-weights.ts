/** How many descriptions there are, and how many of them have a term: of all, where only some are read. */
export interface DescriptionCounts {
  readonly count: number;
  holdersOf(term: string): number;
}

/** How rare some terms are among descriptions, together. */
export function termRareness(terms: readonly string[], { count, holdersOf }: DescriptionCounts): number {
  return terms.reduce((sum, term) => sum + Math.log(1 + count / holdersOf(term)), 0);
}

/** Before the weight of a description: no term has it. */
const SIGN = ' =';
/** Weights are written as whole numbers of this part. */
const PART = 100;

/** A description, and how rare its terms are together, for readers who do not know how many descriptions have each. */
export function writeWeighed(terms: readonly string[], counts: DescriptionCounts): string {
  return `${terms.join(' ')}${SIGN}${Math.round(PART * termRareness(terms, counts))}`;
}

/** The terms of a description, and how rare they are together where that is written. */
export function readWeighed(description: string): { readonly terms: readonly string[]; readonly weight?: number } {
  const [list = '', weight] = description.split(SIGN);
  return { terms: list.split(' '), ...(weight === undefined ? {} : { weight: Number(weight) / PART }) };
}
