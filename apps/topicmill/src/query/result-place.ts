import { join } from 'node:path';
import { readTextIfExists } from '@topicmill/base/files';
import { displayPath, folderPath, sourcePath } from '@topicmill/pipeline/runner';
import type { DocsLayout } from '@topicmill/pipeline/workspace';
import type { ResultJson } from '@topicmill/search/retrieval';
import { topicHref } from '@topicmill/topics/formats';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { passageOf } from './query-answer.js';

/** Where a chunk is, and which parts of its text match: none where the index that found it is older than the file. */
export function placeOf(
  { topic, path, words }: { readonly topic: string; readonly path: string; readonly words: readonly string[] },
  layout: DocsLayout,
): Pick<ResultJson, 'href' | 'source' | 'headings' | 'passage'> {
  const place = { href: topicHref('', path, layout.config.baseHref), source: sourceOf(topic, layout) };
  const text = readTextIfExists(join(folderPath(layout, ''), path), `${displayPath(layout.config, '')}/${path}`);
  if (text === undefined) return place;
  return { ...place, ...passageOf(text, words) };
}

/** Path of the document that people write, relative to the workspace. */
function sourceOf(topic: string, { config, tree }: DocsLayout): string {
  return sourcePath(config, tree.get(topic) ?? { id: topic }, REFERENCE_FILE) ?? '';
}
