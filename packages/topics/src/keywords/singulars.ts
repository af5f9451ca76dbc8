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

/** The last word of a term. */
const LAST_WORD = /(?<![^ -])[^ -]+$/;

/** What a term may be the English plural of, by its last word; nothing for a singular. */
export function singularsOf(term: string): string[] {
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
