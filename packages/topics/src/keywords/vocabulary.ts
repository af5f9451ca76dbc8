import { CharClass, charClassOf } from './char-class.js';

const CONTRACTION = /'(?:t|re|ve|ll|d|m)$/;
const POSSESSIVE = /'s$/;
const NON_ASCII = /[\u0080-\uFFFF]/;
const INVISIBLE = /[\u00AD\u2060]/g;
const HAN = CharClass.Han;
const LETTER = /\p{L}/u;

const CAPITALS = /^[A-Z]{2,}$/;
/** Stop words that people write in capitals to stress them. */
const CAPITALIZED_STOP_WORDS: ReadonlySet<string> = new Set(
  `all always and any are be both but do does each every if is may more most must never no none nor not now off on only
or over shall should that the then these this those too under very when will`.split(/\s+/),
);

/** The id of a word that a closed vocabulary does not contain. */
const UNKNOWN_WORD = 0;

/**
 * Words by number, from 1 on. Spellings that differ in case, in Unicode normal form, in the kind of apostrophe or by a
 * possessive `'s` are one word, but for the names that capitals make of stop words, such as `WHO`.
 */
export class Vocabulary {
  private readonly idsBySpelling = new Map<string, number>();
  private readonly idsByWord = new Map<string, number>();
  private readonly words: string[] = [''];
  private readonly stops: boolean[] = [false];
  private isClosed = false;

  /** @param names stop words that are names in capitals; default: all but those that are merely stressed */
  constructor(
    private readonly stopWords: ReadonlySet<string>,
    private readonly names: ReadonlySet<string> = stopWords,
  ) {}

  /** Number of ids given, `UNKNOWN_WORD` among them. */
  get size(): number {
    return this.words.length;
  }

  /** From now on, words that are new get `UNKNOWN_WORD`. */
  close(): void {
    this.isClosed = true;
  }

  idOf(spelling: string): number {
    return this.idsBySpelling.get(spelling) ?? this.learn(spelling);
  }

  wordOf(id: number): string {
    return this.words[id]!;
  }

  /** Stop words end phrases and do not count as terms; neither do contractions (`don't`). */
  isStop(id: number): boolean {
    return this.stops[id]!;
  }

  /** Whether the word can be a term of its own: at least two characters, one of them a letter. */
  isTerm(id: number): boolean {
    const word = this.words[id]!;
    return !this.stops[id]! && word.length > 1 && LETTER.test(word) && !isOneCodePoint(word);
  }

  /** Whether the word is one Han character, a part of a word rather than a word. */
  isHan(id: number): boolean {
    const word = this.words[id]!;
    return id !== UNKNOWN_WORD && charClassOf(word.codePointAt(0)!) === HAN;
  }

  hasLetter(id: number): boolean {
    return LETTER.test(this.words[id]!);
  }

  private learn(spelling: string): number {
    const word = this.isName(spelling) ? spelling : normalForm(spelling);
    let id = this.idsByWord.get(word);
    if (id === undefined) {
      id = this.isClosed ? UNKNOWN_WORD : this.add(word);
    }
    this.idsBySpelling.set(spelling, id);
    return id;
  }

  private isName(spelling: string): boolean {
    if (!CAPITALS.test(spelling)) return false;
    const lower = spelling.toLowerCase();
    return this.names.has(lower) && !CAPITALIZED_STOP_WORDS.has(lower);
  }

  private add(word: string): number {
    const id = this.words.length;
    this.words.push(word);
    this.stops.push(this.stopWords.has(word) || CONTRACTION.test(word));
    this.idsByWord.set(word, id);
    return id;
  }
}

/** Most words are written so; a look takes less than finding them among those that are known. */
const IN_NORMAL_FORM = /^[a-z\d]+$/;
/** Texts say the same words again and again. */
const knownForms = new Map<string, string>();
const MAX_KNOWN = 20_000;
/** In UTF-16 units. A longer string is a view of the text that it was cut from, and would keep all of it in memory. */
const MAX_KNOWN_LENGTH = 12;

function normalForm(spelling: string): string {
  if (IN_NORMAL_FORM.test(spelling)) return spelling;
  if (spelling.length > MAX_KNOWN_LENGTH) return normalizedForm(spelling);
  const known = knownForms.get(spelling);
  if (known !== undefined) return known;
  if (knownForms.size >= MAX_KNOWN) knownForms.clear();
  const form = normalizedForm(spelling);
  knownForms.set(spelling, form);
  return form;
}

function normalizedForm(spelling: string): string {
  const lower = spelling.toLowerCase();
  const plain = NON_ASCII.test(lower)
    ? lower
        .normalize('NFC')
        .replace(INVISIBLE, '')
        .replace(/\u2019/g, "'")
    : lower;
  return plain.replace(POSSESSIVE, '');
}

function isOneCodePoint(word: string): boolean {
  return word.length === 2 && word.codePointAt(0)! > 0xffff;
}

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
