import {
  type NearWords,
  readTermDescriptions,
  readThesaurus,
  type TermDescriptions,
  type Thesaurus,
} from '../retrieval/index.js';
import { bundledDescriptionLines, bundledThesaurusLines } from './bundled-lines.js';

export { bundledThesaurusLines };

let thesaurus: Thesaurus | undefined;

/** The thesaurus of software docs that this package brings, for readers who do not know their terms; read on first use. */
function bundledThesaurus(stem: string): ReturnType<Thesaurus> {
  thesaurus ??= readThesaurus(bundledThesaurusLines());
  return thesaurus(stem);
}

let descriptions: TermDescriptions | undefined;

/** The descriptions of terms that this package brings; read on first use. */
const bundledDescriptions: TermDescriptions = (asked) => {
  descriptions ??= readTermDescriptions(bundledDescriptionLines());
  return descriptions(asked);
};

/** The same knowledge of words, with what docs call everyday phrases and the things that people describe. */
export function withThesaurus(nearWords: NearWords): NearWords {
  const find: NearWords = (word, among) => nearWords(word, among);
  return Object.assign(find, nearWords, { thesaurus: bundledThesaurus, descriptions: bundledDescriptions });
}
