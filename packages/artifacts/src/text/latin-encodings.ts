import { stopWordsOf } from '@topicmill/text/stop-words';
import iconv from 'iconv-lite';

/** A language that an encoding was made for. */
interface Language {
  /** Beyond ASCII. */
  readonly letters: string;
  readonly frequentWords: ReadonlySet<string>;
}

/** The only one of these languages that has no list of stop words. */
const LANGUAGE_WITHOUT_STOP_WORDS = 'isl';

/** Languages by their codes of ISO 639-3, with their letters beyond ASCII. */
function languages(of: Readonly<Record<string, string>>): readonly Language[] {
  return Object.entries(of).map(([code, letters]) => ({
    letters,
    frequentWords: stopWordsOf(code === LANGUAGE_WITHOUT_STOP_WORDS ? [] : [code]),
  }));
}

const WESTERN = languages({
  eng: 'éèçïöüñ',
  deu: 'äöüß',
  fra: 'àâçéèêëîïôùûüÿœ',
  spa: 'áéíñóúü',
  por: 'áâãàçéêíóôõú',
  ita: 'àèéìîòóù',
  dan: 'æøåé',
  nob: 'æøåéòôê',
  swe: 'åäöé',
  fin: 'äöåšž',
  nld: 'éëïíóöüáèê',
  isl: 'áéíóúýþæöð',
});
const CENTRAL = languages({
  pol: 'ąćęłńóśźż',
  ces: 'áčďéěíňóřšťúůýž',
  slk: 'áäčďéíĺľňóôŕšťúýž',
  hun: 'áéíóöőúüű',
  hrv: 'čćđšž',
  slv: 'čšž',
  ron: 'ăâîşţ',
});
const TURKISH = languages({ tur: 'çğıiöşüâîû' });
const BALTIC = languages({ lit: 'ąčęėįšųūž', lav: 'āčēģīķļņšūž', est: 'äöõüšž' });

const WESTERN_NAME = 'windows-1252';
/** In order: of encodings by which a text is the same, or as likely, the first is taken. */
const ENCODINGS: readonly (readonly [name: string, languages: readonly Language[]])[] = [
  [WESTERN_NAME, WESTERN],
  ['windows-1250', CENTRAL],
  ['ISO-8859-2', CENTRAL],
  ['windows-1254', TURKISH],
  ['windows-1257', BALTIC],
  ['ISO-8859-13', BALTIC],
  ['cp852', CENTRAL],
];

const WORD = /\p{L}+/gu;
const LETTER = /\p{L}/u;
const BEYOND_ASCII = /[^\0-\x7f]/g;
const TYPOGRAPHY = /[\p{P}\p{Z}\u00a7\u00a9\u00ae\u00b0\u00b1\u00bd\u20ac\u2122]/u;
/** Typography that texts have between two letters. */
const INSIDE_WORDS = /[’‘·\u00ad–—-]/;
const ASCII_LETTER = /[a-z]/i;
const CAPITAL_INSIDE = /\p{Ll}\p{Lu}/u;
/** A letter that no language has there outweighs several that one has: texts have few misprints. */
const ODD = 4;
/** Share of the letters beyond ASCII that stand next to one of ASCII; in other scripts few do. */
const MIN_MIXED_SHARE = 0.5;

/** An encoding that the bytes of a text show. */
export interface DetectedEncoding {
  readonly name: string;
  /** Whether another encoding, in which the text is another one, fits its bytes as well. */
  readonly isGuess: boolean;
  /** Whether they are also words of a language of the West in its encoding, which mailers declare for others too. */
  readonly isWesternToo?: boolean;
}

/**
 * The 8-bit encoding in which bytes are words of a language that is written in Latin letters: all of their letters beyond ASCII are
 * its own, and of several languages the one whose frequent words are there. `undefined` where no language fits.
 */
export function latinEncoding(bytes: Uint8Array): DetectedEncoding | undefined {
  const buffer = Buffer.from(bytes);
  const fits = ENCODINGS.flatMap(([name, languages]) => {
    const text = iconv.decode(buffer, name);
    const score = bestScore(text, languages);
    return score > 0 ? [{ name, text, score }] : [];
  });
  const best = fits.reduce<(typeof fits)[number] | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined);
  if (best === undefined) return undefined;
  return {
    name: best.name,
    isGuess: fits.some(({ text, score }) => score === best.score && text !== best.text),
    isWesternToo: fits[0] !== best && fits[0]!.name === WESTERN_NAME,
  };
}

/** Of the language that fits best: its letters and frequent words, less what it does not have; none where the letters are of other scripts. */
function bestScore(text: string, languages: readonly Language[]): number {
  const oddSigns = countOddSigns(text);
  if (oddSigns === undefined) return 0;
  const words = text.match(WORD) ?? [];
  return Math.max(
    ...languages.map(({ letters, frequentWords }) => {
      let score = -ODD * oddSigns;
      for (const word of words) {
        if (frequentWords.has(word.toLowerCase())) score++;
        const beyond = word.match(BEYOND_ASCII) ?? [];
        for (const letter of beyond) score += letters.includes(letter.toLowerCase()) ? 1 : -ODD;
        if (beyond.length > 0 && CAPITAL_INSIDE.test(word)) score -= ODD;
      }
      return score;
    }),
  );
}

/** Control characters and signs inside of words, of which texts have none; `undefined` where the letters are of other scripts. */
function countOddSigns(text: string): number | undefined {
  let letters = 0;
  let mixed = 0;
  let odd = 0;
  for (const { 0: character, index } of text.matchAll(BEYOND_ASCII)) {
    const [before = '', after = ''] = [text[index - 1], text[index + 1]];
    const isTypography = TYPOGRAPHY.test(character);
    if (!isTypography) letters++;
    if (!isTypography && (ASCII_LETTER.test(before) || ASCII_LETTER.test(after))) mixed++;
    const isInside = LETTER.test(before) && LETTER.test(after) && !INSIDE_WORDS.test(character);
    if (!LETTER.test(character) && (!isTypography || isInside)) odd++;
  }
  return mixed < MIN_MIXED_SHARE * letters ? undefined : odd;
}
