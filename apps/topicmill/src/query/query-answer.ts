import { join } from 'node:path';
import { readDocumentIfExists } from '@topicmill/base/files';
import { displayPath, folderPath } from '@topicmill/pipeline/runner';
import type { DocsConfig } from '@topicmill/pipeline/workspace';
import {
  findSnippet,
  headingPath,
  type IndexedChunk,
  RESULT_FORMAT,
  type RemarksJson,
  type ResultJson,
  remarksJson,
  type SearchMode,
  type SearchResponse,
  type StripeRequest,
} from '@topicmill/search/retrieval';
import { isIndexedText } from '@topicmill/search/retrieval/node';
import { type ChunkItem, chunkFactsJson, readChunkFacts, topicHref } from '@topicmill/topics/formats';
import { readChunkAmong } from '@topicmill/topics/formats/chunk-pack';
import type { ResultExplanation } from './explain-results.js';

/** What `topicmill query --json` prints; a sample in stripe order has nothing to remark on. */
export interface QueryAnswer extends Partial<RemarksJson> {
  /** Version of the schema of the results. */
  readonly format: typeof RESULT_FORMAT;
  /** How it was searched, or the stripe order. */
  readonly mode: SearchMode | 'conceptual' | 'technical';
  /** The language model that ordered the pages, where one did. */
  readonly reranked_by?: string;
  readonly results: readonly ResultJson[];
  /** What each kind of evidence alone says about each result, where it was asked for. */
  readonly explained?: readonly ResultExplanation[];
}

/**
 * The answer of a search, wherever the docs are, with its results as they are printed.
 *
 * @param rerankedBy the language model that ordered the pages, if one did
 */
export function searchAnswer(
  response: SearchResponse,
  results: readonly ResultJson[],
  rerankedBy?: string,
): QueryAnswer {
  const reranked = rerankedBy === undefined ? {} : { reranked_by: rerankedBy };
  return { format: RESULT_FORMAT, mode: response.mode, ...reranked, ...remarksJson(response), results };
}

/** The answer that is a sample of a topic in stripe order. */
export function sampleAnswer({ order }: StripeRequest, results: readonly ResultJson[]): QueryAnswer {
  return { format: RESULT_FORMAT, mode: order, results };
}

/**
 * A chunk of a sample as it is printed, without its place.
 *
 * @param lines those of its source, where they are known
 */
export function sampledChunk(
  topic: { readonly id: string; readonly title: string },
  item: ChunkItem,
  { order }: StripeRequest,
  lines?: readonly [first: number, last: number],
): ResultJson {
  return {
    topic: topic.id,
    topic_title: topic.title,
    index: item.index,
    title: item.title,
    ...(lines === undefined ? {} : { lines: [...lines] }),
    ...chunkFactsJson(readChunkFacts(item)),
    score: (order === 'technical' ? item.similarity_technical : undefined) ?? item.similarity_conceptual,
  };
}

/** The parts of a chunk's text that match. */
export function passageOf(text: string, words: readonly string[]): Pick<ResultJson, 'headings' | 'passage'> {
  const passage = findSnippet(text, words)
    .map((piece) => piece.text)
    .join('');
  return { headings: headingPath(text), passage };
}

/** A chunk whose place is asked for. */
interface PlacedChunk {
  /** As the search index has it. */
  readonly chunk: Pick<IndexedChunk, 'path' | 'textHash'>;
  /** Path of the document that people write, relative to the workspace. */
  readonly source: string;
  /** By which it was found. */
  readonly words: readonly string[];
}

/** Where a chunk is, and which parts of its text match: none where the index that found it is older than the file. */
export function placeOf(
  { chunk, source, words }: PlacedChunk,
  docs: DocsConfig,
): Pick<ResultJson, 'href' | 'source' | 'headings' | 'passage'> {
  const { path } = chunk;
  const place = { href: topicHref('', path, docs.config.baseHref), source };
  const readFile = (file: string) =>
    readDocumentIfExists(join(folderPath(docs, ''), file), `${displayPath(docs.config, '')}/${file}`);
  const text = readChunkAmong(path, readFile)?.text;
  if (text === undefined || !isIndexedText(text, chunk)) return place;
  return { ...place, ...passageOf(text, words) };
}
