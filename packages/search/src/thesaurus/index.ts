import {
  type NearWords,
  readTermDescriptions,
  readThesaurus,
  type TermDescriptions,
  type Thesaurus,
} from '../retrieval/index.js';
import { DESCRIPTION_LINES } from './descriptions.js';
import { THESAURUS_LINES } from './lines.js';

export { THESAURUS_LINES } from './lines.js';

let known: Thesaurus | undefined;

/** The thesaurus of software docs that this package brings, for readers who do not know their terms; read on first use. */
function bundledThesaurus(stem: string): ReturnType<Thesaurus> {
  known ??= readThesaurus(THESAURUS_LINES);
  return known(stem);
}

let described: TermDescriptions | undefined;

/** The descriptions of terms that this package brings; read on first use. */
const bundledDescriptions: TermDescriptions = (asked) => {
  described ??= readTermDescriptions(DESCRIPTION_LINES);
  return described(asked);
};

/** The same knowledge of words, with what docs call everyday phrases and the things that people describe. */
export function withThesaurus(nearWords: NearWords): NearWords {
  const find: NearWords = (word, among) => nearWords(word, among);
  return Object.assign(find, nearWords, { thesaurus: bundledThesaurus, descriptions: bundledDescriptions });
}
