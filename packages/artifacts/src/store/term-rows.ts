import { ANALYSIS, analyzeText } from '@topicmill/search/retrieval';
import { type ArtifactRow, searchedFacts } from './artifact-rows.js';

/** Names what is made from words and which words they are; a store with other terms gets them anew. */
export const ANALYSIS_NAME = `${ANALYSIS}, people`;

/** Terms as a store keeps them: a row of words, analysed as everywhere else. */
export function termsOf(text: string): string {
  return analyzeText(text).join(' ');
}

/** Terms of a passage by where they are. */
export interface TermRow {
  readonly title: string;
  readonly body: string;
}

/** The terms of a passage: those of the title, and in the first passage those of people and files, are the title's. */
export function termRow(artifact: ArtifactRow, isFirst: boolean, bodyTerms: string): TermRow {
  const title = [artifact.title ?? '', ...(isFirst ? searchedFacts(artifact) : [])].join('\n');
  return { title: termsOf(title), body: bodyTerms };
}

/** Terms of an artifact's passages; those of the title are analysed once. */
export function termRows(artifact: ArtifactRow): (index: number, bodyTerms: string) => TermRow {
  const [first, other] = [termRow(artifact, true, ''), termRow(artifact, false, '')];
  return (index, body) => ({ title: (index === 0 ? first : other).title, body });
}
