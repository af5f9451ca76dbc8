import { join } from 'node:path';
import { readTextIfExists } from '@topicmill/base/files';
import { displayPath, folderPath } from '@topicmill/pipeline/runner';
import type { DocsConfig } from '@topicmill/pipeline/workspace';
import type { ResultJson } from '@topicmill/search/retrieval';
import { topicHref } from '@topicmill/topics/formats';
import { passageOf } from './query-answer.js';

/** A chunk whose place is asked for. */
interface PlacedChunk {
  /** Path of its file below the docs root. */
  readonly path: string;
  /** Path of the document that people write, relative to the workspace. */
  readonly source: string;
  /** By which it was found. */
  readonly words: readonly string[];
}

/** Where a chunk is, and which parts of its text match: none where the index that found it is older than the file. */
export function placeOf(
  { path, source, words }: PlacedChunk,
  docs: DocsConfig,
): Pick<ResultJson, 'href' | 'source' | 'headings' | 'passage'> {
  const place = { href: topicHref('', path, docs.config.baseHref), source };
  const text = readTextIfExists(join(folderPath(docs, ''), path), `${displayPath(docs.config, '')}/${path}`);
  if (text === undefined) return place;
  return { ...place, ...passageOf(text, words) };
}
