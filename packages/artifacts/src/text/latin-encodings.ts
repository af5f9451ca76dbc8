import { stopWordsOf } from '@topicmill/text/stop-words';
import iconv from 'iconv-lite';

/** Letters beyond ASCII of languages by their codes of ISO 639-3, those that an encoding was made for. */
const WESTERN = {
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
};
const CENTRAL = {
  pol: 'ąćęłńóśźż',
  ces: 'áčďéěíňóřšťúůýž',
  slk: 'áäčďéíĺľňóôŕšťúýž',
  hun: 'áéíóöőúüű',
  hrv: 'čćđšž',
  slv: 'čšž',
  ron: 'ăâîşţ',
};
const TURKISH = { tur: 'çğıiöşüâîû' };
const BALTIC = { lit: 'ąčęėįšųūž', lav: 'āčēģīķļņšūž', est: 'äöõüšž' };

/** In order: of encodings by which a text is the same, or as likely, the first is taken. */
const ENCODINGS: readonly (readonly [name: string, languages: Readonly<Record<string, string>>])[] = [
  ['windows-1252', WESTERN],
  ['windows-1250', CENTRAL],
  ['ISO-8859-2', CENTRAL],
  ['windows-1254', TURKISH],
  ['windows-1257', BALTIC],
  ['ISO-8859-13', BALTIC],
  ['cp852', CENTRAL],
];

const WORD = /\p{L}+/gu;
const BEYOND_ASCII = /[^\0-\x7f]/g;
const TYPOGRAPHY = /[\p{P}\p{Z}\u00a7\u00a9\u00ae\u00b0\u00b1\u00bd\u20ac\u2122]/u;
const ASCII_LETTER = /[a-z]/i;
/** A letter that no language has there outweighs several that one has: texts have few misprints. */
const ODD = 4;
/** Share of the letters beyond ASCII that stand next to one of ASCII; in other scripts few do. */
const MIN_MIXED = 0.5;

/** An encoding that the bytes of a text show. */
export interface DetectedEncoding {
  readonly name: string;
  /** Whether another encoding, in which the text is another one, fits its bytes as well. */
  readonly isGuess: boolean;
}

/**
 * The 8-bit encoding in which bytes are words of a language that is written in Latin letters: all of their letters beyond ASCII are
 * its own, and of several languages the one whose frequent words are there. `undefined` where no language fits.
 */
export function latinEncoding(bytes: Uint8Array): DetectedEncoding | undefined {
  const buffer = Buffer.from(bytes);
  const fits = ENCODINGS.flatMap(([name, languages]) => {
    const text = iconv.decode(buffer, name);
    const score = isLatin(text) ? bestScore(text, languages) : 0;
    return score > 0 ? [{ name, text, score }] : [];
  });
  const best = fits.reduce<(typeof fits)[number] | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined);
  if (best === undefined) return undefined;
  return { name: best.name, isGuess: fits.some(({ text, score }) => score === best.score && text !== best.text) };
}

/** Whether bytes are words of a language of the West in its encoding, which mailers declare for others too. */
export function isWestern(bytes: Uint8Array): boolean {
  const text = iconv.decode(Buffer.from(bytes), 'windows-1252');
  return isLatin(text) && bestScore(text, WESTERN) > 0;
}

function isLatin(text: string): boolean {
  const letters = Array.from(text.matchAll(BEYOND_ASCII)).filter(([character]) => !TYPOGRAPHY.test(character));
  const mixed = letters.filter(
    ({ index }) => ASCII_LETTER.test(text[index - 1] ?? '') || ASCII_LETTER.test(text[index + 1] ?? ''),
  );
  return mixed.length >= MIN_MIXED * letters.length;
}

/** Letters of the language and its frequent words, less what it does not have. */
function bestScore(text: string, languages: Readonly<Record<string, string>>): number {
  const odd = oddSigns(text);
  const words = text.match(WORD) ?? [];
  return Math.max(
    ...Object.entries(languages).map(([code, letters]) => {
      const frequent = frequentWords(code);
      let score = -ODD * odd;
      for (const word of words) {
        const lower = word.toLowerCase();
        if (frequent.has(lower)) score++;
        for (const letter of word.match(BEYOND_ASCII) ?? []) score += letters.includes(letter.toLowerCase()) ? 1 : -ODD;
        if (/\p{Ll}\p{Lu}/u.test(word) && /[^\0-\x7f]/.test(word)) score -= ODD;
      }
      return score;
    }),
  );
}

/** The only one of these languages that has no list of stop words. */
const NO_LIST = 'isl';
const known = new Map<string, ReadonlySet<string>>();

function frequentWords(code: string): ReadonlySet<string> {
  const words = known.get(code) ?? stopWordsOf(code === NO_LIST ? [] : [code]);
  known.set(code, words);
  return words;
}

/** Control characters and signs inside of words, of which texts have none. */
function oddSigns(text: string): number {
  let odd = 0;
  for (const { 0: character, index } of text.matchAll(BEYOND_ASCII)) {
    if (/\p{L}/u.test(character)) continue;
    const isInside = /\p{L}/u.test(text[index - 1] ?? '') && /\p{L}/u.test(text[index + 1] ?? '');
    if (!TYPOGRAPHY.test(character) || (isInside && !/[’‘·\u00ad–—-]/.test(character))) odd++;
  }
  return odd;
}
