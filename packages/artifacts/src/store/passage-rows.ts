import { addTo } from '@topicmill/base/groups';
import { artifactChunkId } from '@topicmill/chunking/artifacts';
import { ANALYSIS, analyzeText, isStopWordName, operatorTerms } from '@topicmill/search/retrieval/parts';
import { type ArtifactRow, type ChunkRow, searchedFacts } from './artifact-rows.js';
import { toColumn } from './column-values.js';
import type { Passage, PreparedText } from './passages.js';

/** Names what is made from words and which words they are; a store with other terms gets them anew. */
export const ANALYSIS_NAME = `${ANALYSIS}, people`;

/**
 * Terms as a store keeps them: a row of words, analysed as everywhere else. Stop words in capitals are at its end, with the
 * operators, since a phrase has the same words in a row whatever their case.
 */
export function termsOf(text: string): string {
  const terms = analyzeText(text);
  const names = terms.filter(isStopWordName);
  const words = names.length === 0 ? terms : terms.filter((term) => !isStopWordName(term));
  return [...words, ...names, ...operatorTerms(text)].join(' ');
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

/** A passage that is searched already. */
export interface StoredPassage {
  readonly key: number;
  readonly contentSha256: string;
  readonly vectorSha256: string;
  readonly content: string;
  /** Terms of the title and what counts as it. */
  readonly titleTerms: string;
}

/** Keys that stay. */
interface KeptKeys {
  /** By the index of the passage with the same terms that takes each over. Each is taken once. */
  readonly byIndex: ReadonlyMap<number, number>;
  readonly keys: ReadonlySet<number>;
}

/** Finds the passages of a new text that a store has already, with the same terms and vector: they keep key, vector and terms. */
export function keepPassages(artifact: ArtifactRow, text: PreparedText, stored: readonly StoredPassage[]): KeptKeys {
  const byIndex = new Map<number, number>();
  const rowOf = termRows(artifact);
  const keysByTerms = new Map<string, number[]>();
  for (const { key, contentSha256, vectorSha256, titleTerms } of stored) {
    // A whole text has its artifact's key, a chunk has not.
    if ((key === artifact.key) === text.isChunked) continue;
    addTo(keysByTerms, `${contentSha256} ${vectorSha256} ${titleTerms}`, key);
  }
  for (const [index, { contentSha256, vectorSha256 }] of text.passages.entries()) {
    const key = keysByTerms.get(`${contentSha256} ${vectorSha256} ${rowOf(index, '').title}`)?.shift();
    if (key !== undefined) byIndex.set(index, key);
  }
  return { byIndex, keys: new Set(byIndex.values()) };
}

/** The row of a chunk. */
export function chunkRow(passage: Passage, index: number, key: number, artifact: ArtifactRow): ChunkRow {
  return {
    key,
    id: artifactChunkId(artifact.id, index, passage.contentSha256),
    artifact_key: artifact.key,
    chunk_index: index,
    content: toColumn(passage.content),
    start_char: passage.startChar,
    end_char: passage.endChar,
    token_count: passage.tokenCount,
    content_hash: passage.contentSha256,
    is_blank: passage.isBlank ? 1 : 0,
    preface: passage.preface,
    vector_hash: passage.preface === null ? null : passage.vectorSha256,
  };
}
