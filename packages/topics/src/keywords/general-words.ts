/**
 * English verbs that carry sentences about anything, in the form that dictionaries have; their regular forms are general
 * too. Verbs that also name a subject of technical texts (`build`, `match`, `serve`) are not among them.
 */
const GENERAL_ENGLISH_VERBS = `accept accomplish achieve add adhere adjust adopt advise affect aim allow alter appear apply appreciate arise arrive
ask assume attempt avoid become begin behave believe belong benefit bring care carry cause choose clarify come compare
concern confuse consider consist contain continue cover create deal decide decrease define demonstrate denote depend
describe deserve determine differ discourage discuss enable encounter encourage end ensure establish evolve exceed
exist expand expect explain explore face fall feel fill find finish fit follow gain gather give go govern grow
guarantee happen hear help hold hope identify illustrate imagine imply improve include increase indicate inform
instruct intend interest introduce invoke involve keep know lack last lead learn leverage lie like live look lose love
maintain make manipulate matter mean meet mention need note notice obtain occur offer omit operate owe perform pick
place populate possess predict prefer prepare present prevent proceed prove put reach realize receive recognise
recognize recommend refer reflect regard relate rely remain remember remind represent require resemble resort reveal
satisfy say seek seem show simplify sit solve speak specify spend stand stay struggle succeed suffer suggest suit
suppose surprise take talk teach tell tend thank think treat try turn tweak understand uphold use vary visit want win
wish wonder work worry`;

/**
 * What else is about no subject: irregular forms of those verbs; adjectives and adverbs that grade, order or connect;
 * ordinal numbers; words of place and time; nouns that stand for any other.
 */
const OTHER_GENERAL_ENGLISH = `ability able absent acceptable accordingly actual actually addition additional additionally additions advantage
advantages ahead alone alternative alternatively amount amounts anyway apart approach approaches appropriate
approximately arbitrary arisen arose as-is aside aspect aspects assumption assumptions automatic automatically
available aware awesome back background bad bar based basic basically basics became began beginnings begun best better
big bottom brief briefly broad brought built-in careful carefully case cases certain certainly chance chances choice
choices chose chosen clear clearly closely combination combinations comfortable common commonly complete completely
complex complicated composed concept concepts confidence confusion consequence consequences considerable consistent
consistently constituent convenient conveniently correct correctly corresponding course creation criteria current
currently dealt deeply dependent desired detail detailed details difference differences different differently
difficult difficulty directly distinct due earlier earliest early easier easily easy effective effectively efficiently
eighth endings entire entirely equal equally equivalent especially essential essentially etc eventually exact exactly
example examples existence experience explanation explanations explicit explicitly extensive extent extra extremely
fact facts fairly fallen false familiar fancy far farther faster favorite favourite fell felt fewer fifth figure
figures final finally fine flavors foo former forward found fourth frequently fresh full fully functionality
fundamental fundamentally fundamentals gave gb general generally given goal goals gone good gotten great greater
greatly grew grown guide guides half halves hand hands hard harder hardly having heard heavily held hello helpful high
higher highest highly huge idea ideal ideally ideas identical immediate immediately impact importance important
impossible improvement improvements individual inevitably information initial initially inner innermost intent
intention internally introduction invocation kb kept kind kinds knew knowledge known laid lain large larger largest
late later latest latter laying learnt led left lesser likely literally little long longer longest loosely lost lot
lots lowest made main mainly major majority manner manually mb meanings meant meanwhile mechanism mere merely met
middle minimal minute minutes missed misses modern moment moments mostly ms multiple mutual namely naturally nature
necessary new newer newest newly nice nicely ninth normal normally obvious obviously occasion occasionally official
officially ok okay old older oldest ones opportunity ordinary original originally others outer outermost overall
overview part partial partially particular particularly partly parts people perfect perfectly person personal persons
physical piece pieces plain please plenty plus poor popular possibilities possibility possible possibly potential
potentially powerful practical practically precise precisely preference preferences presence presumably pretty
previous previously primarily primary prior probably problem problems programmatically prominent proper properly
proven purpose purposes quick quickly rapidly rationale readily ready real real-world reality reason reasonable
reasonably reasons recent recently recommendation recommendations regardless regular regularly relatively relevant
repeatedly reserved respective respectively responsibilities responsibility responsible rest resultant right roughly
safely saw scenario scenarios second secondly seconds see seeing seen sees sense senses sensible separate separately
seventh short shorter shortly shown significant significantly similar similarly simple simpler simplest simply
simultaneously single situation situations sixth slight slightly slower slowly small smaller smallest smooth smoothly
so-called sole solely solution solutions sought special specific specifically spent spoke spoken standalone standard
stood straightforward strength strengths strictly strongly stuff subsequent subsequently substantial successful
successfully sudden suddenly sufficient suitable summary sure taken taught technique techniques technologies
technology tenth thing things third thought tiny today told tomorrow took top total totally traditional traditionally
transparently tricky trouble true truly twice typical typically ultimate ultimately unable unacceptable unclear
undecided understood unexpected unfortunately unlike unlikely unnecessary up-to-date upcoming upfront usage useful
usual usually variety various vast vice virtually vital ways week weeks well-known went whole wide widely wider won
world worse worst worth worthwhile wrong year years yesterday`;

/** General words that are a subject of some technical texts; where one is, a heading has it. */
const ENGLISH_HOMONYMS = `behavior behaviors behaviour behaviours called change changed changes changing contribute contributed contributes
contributing deep default defaults derive derived derives deriving effect effects enter entered entering enters
feature features force forced forces handle handled handles handling instance instances issue issues item items leave
leaves leaving list listed listing lists lower name named names naming number numbers open opened opening opens
optional order ordered ordering orders pass passed passes passing point pointing points process processed processes
processing produce produced produces producing provide provided provides providing pushing raise raised raises raising
ran read reading reads result resulting results return returned returning returns run running runs section sections
select selected selecting selects set sets start started starting starts step steps structure structures support
supported supporting supports switch time times update updated updates updating upper user users value values view
views wait waiting waits write writes writing written wrote`;

/**
 * Words that are about no subject in particular. Unlike stop words they are counted and are parts of terms
 * (`best practice`). All are in lower case.
 */
export interface GeneralWords {
  /** Words that say nothing wherever they are. */
  readonly always: ReadonlySet<string>;
  /** Words that are a subject of some texts: they say something in a longer term, or when a heading contains them. */
  readonly homonyms: ReadonlySet<string>;
}

const NONE: GeneralWords = { always: new Set(), homonyms: new Set() };
const ENGLISH: GeneralWords = {
  always: new Set([...listedWords(GENERAL_ENGLISH_VERBS).flatMap(regularForms), ...listedWords(OTHER_GENERAL_ENGLISH)]),
  homonyms: new Set(listedWords(ENGLISH_HOMONYMS)),
};

/**
 * The words of some languages that say nothing of a subject. Only English has a list.
 *
 * @param languages ISO 639-3 codes
 */
export function generalWordsOf(languages: readonly string[]): GeneralWords {
  return languages.includes('eng') ? ENGLISH : NONE;
}

/** Whether a term consists of words that say nothing wherever they are. */
export function isGeneralTerm(term: string, { always }: GeneralWords): boolean {
  return always.has(term) || term.split(/[ -]/).every((word) => always.has(word));
}

function listedWords(list: string): string[] {
  return list.split(/\s+/);
}

/**
 * The regular forms of an English verb. Which verbs double their last letter is a matter of stress (`occurred`,
 * `visited`), so both forms are given: one of them is not a word, and hits nothing.
 */
function regularForms(verb: string): string[] {
  if (/[^aeiou]y$/.test(verb)) return [verb, ...['ies', 'ied', 'ying'].map((ending) => verb.slice(0, -1) + ending)];
  if (/[^eo]e$/.test(verb)) return [verb, `${verb}s`, `${verb}d`, `${verb.slice(0, -1).replace(/i$/, 'y')}ing`];
  const third = /(?:[sxzo]|ch|sh)$/.test(verb) ? 'es' : 's';
  const past = verb.endsWith('e') ? 'd' : 'ed';
  const forms = [verb, verb + third, verb + past, `${verb}ing`];
  const last = /[^aeiou][aeiou]([bdglmnprtv])$/.exec(verb)?.[1];
  return last === undefined ? forms : [...forms, `${verb}${last}ed`, `${verb}${last}ing`];
}
