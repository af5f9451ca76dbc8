import { PieceCounts } from './byte-pair-counter.js';
import type { TokenCounter } from './token-counter.js';
import { WORDPIECE_VOCABULARY } from './wordpiece-vocabulary.js';

const CONTINUATION = '##';
const FIRST_LENGTH = 'A'.charCodeAt(0);
/** A longer word is one unknown piece to the model. In characters. */
const MAX_WORD_LENGTH = 100;

const REMOVED_CHARACTERS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
const HAN = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/g;
const ACCENT = /\p{Mn}/gu;
const WORD = /[^\s\p{P}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]/gu;
const LETTER = /\p{L}/u;

/** The pieces that begin a word, and those that continue one, without their mark. */
interface Vocabulary {
  readonly initial: ReadonlySet<string>;
  readonly further: ReadonlySet<string>;
  /** UTF-16 units of the longest. */
  readonly maxLength: number;
}

function readVocabulary(): Vocabulary {
  const initial = new Set<string>();
  const further = new Set<string>();
  let maxLength = 0;
  let before = '';
  for (const [entry] of WORDPIECE_VOCABULARY.matchAll(/[A-Z][^A-Z]*/g)) {
    const piece = before.slice(0, entry.charCodeAt(0) - FIRST_LENGTH) + entry.slice(1);
    const isFurther = piece.length > CONTINUATION.length && piece.startsWith(CONTINUATION);
    if (isFurther) further.add(piece.slice(CONTINUATION.length));
    else initial.add(piece);
    maxLength = Math.max(maxLength, piece.length);
    before = piece;
  }
  return { initial, further, maxLength };
}

/**
 * Pieces of a word in lower case without accents: the longest first, from the left. A word with a symbol that is in no piece
 * is one unknown piece, as it is to the model; a letter that is in none counts one, and so does each piece of a word
 * that is too long for the model: as one unknown piece, a page of Thai or a file in base64 would have no size.
 */
function countPieces(word: string, { initial, further, maxLength }: Vocabulary): number {
  let count = 0;
  let hasUnknownLetter = false;
  let hasUnknownSymbol = false;
  for (let at = 0; at < word.length; ) {
    const pieces = at === 0 ? initial : further;
    let end = Math.min(word.length, at + maxLength);
    while (end > at && !pieces.has(word.slice(at, end))) end--;
    if (end === at) {
      const character = String.fromCodePoint(word.codePointAt(at)!);
      if (LETTER.test(character)) hasUnknownLetter = true;
      else hasUnknownSymbol = true;
      end += character.length;
    }
    count++;
    at = end;
  }
  const isUnknown =
    hasUnknownSymbol && !hasUnknownLetter && (word.length <= MAX_WORD_LENGTH || [...word].length <= MAX_WORD_LENGTH);
  return isUnknown ? 1 : count;
}

/** As BERT reads a text: without control characters and accents, in lower case, each Han character a word. */
function plainText(text: string): string {
  return text.replace(REMOVED_CHARACTERS, '').replace(HAN, ' $& ').toLowerCase().normalize('NFD').replace(ACCENT, '');
}

/** Tabs, line ends and blanks: no rule looks beyond them. */
function isBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13;
}

/**
 * Counts the pieces that all-MiniLM-L6-v2 and other models with BERT's uncased vocabulary make of a text, without the two marks around
 * it. Equal to `@huggingface/tokenizers` but for letters that the vocabulary lacks and words of more than 100 characters, which
 * count by their letters.
 */
export function wordpieceCounter(): TokenCounter {
  const vocabulary = readVocabulary();
  const known = new PieceCounts();
  const countStretch = (text: string, start: number, end: number): number => {
    const found = known.find(text, start, end);
    if (found > 0) return found;
    let count = 0;
    for (const [word] of plainText(text.slice(start, end)).matchAll(WORD)) count += countPieces(word, vocabulary);
    if (count > 0) known.add(text, start, end, count);
    return count;
  };
  return {
    name: 'wordpiece',
    count(text, start = 0, end = text.length) {
      let count = 0;
      for (let at = start; at < end; ) {
        if (isBlank(text.charCodeAt(at))) {
          at++;
          continue;
        }
        let stretchEnd = at + 1;
        while (stretchEnd < end && !isBlank(text.charCodeAt(stretchEnd))) stretchEnd++;
        count += countStretch(text, at, stretchEnd);
        at = stretchEnd;
      }
      return count;
    },
  };
}
