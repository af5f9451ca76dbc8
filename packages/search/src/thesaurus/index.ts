import {
  type DescribedTerm,
  readTermDescriptions,
  readThesaurus,
  type Thesaurus,
  type WordKnowledge,
} from '../retrieval/index.js';
import { bundledDescriptionLines, bundledThesaurusLines } from './bundled-lines.js';

export { bundledDescriptionLines, bundledThesaurusLines };

let thesaurus: Thesaurus | undefined;

/** The thesaurus of software docs that this package brings, for readers who do not know their terms; read on first use. */
function bundledThesaurus(stem: string): ReturnType<Thesaurus> {
  thesaurus ??= readThesaurus(bundledThesaurusLines());
  return thesaurus(stem);
}

let descriptions: ReturnType<typeof readTermDescriptions> | undefined;

/** The descriptions of terms that this package brings; read on first use. */
const bundledDescriptions = (asked: readonly string[]): readonly DescribedTerm[] => {
  descriptions ??= readTermDescriptions(bundledDescriptionLines());
  return descriptions(asked);
};

/** What docs call everyday phrases and the things that people describe, next to what tells words from mistakes. */
export function withThesaurus(known: WordKnowledge) {
  return { ...known, thesaurus: bundledThesaurus, descriptions: bundledDescriptions };
}
