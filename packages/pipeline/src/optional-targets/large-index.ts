import type { Diagnostic } from '@topicmill/base/diagnostics';

/**
 * From here on, a browser with an empty cache loads about half a megabyte, compressed, for its first search by words:
 * ten seconds at 50 kB/s. See the figures in `docs/reference/reading-client`.
 */
const LARGE_CHUNK_COUNT = 50_000;

/**
 * A warning for docs that are too large for an index in files.
 *
 * @param file path of the index for the message
 */
export function largeIndexWarnings(chunkCount: number, file: string): Diagnostic[] {
  if (chunkCount < LARGE_CHUNK_COUNT) return [];
  return [
    {
      severity: 'warning',
      code: 'SEARCH_INDEX_LARGE',
      message: `An index of ${chunkCount} chunks makes first searches in a browser slow: they load about half a megabyte or more.`,
      file,
      remedy:
        'Publish the docs in PostgreSQL (topicmill publish) and answer from there, or make an index for each part of them.',
    },
  ];
}
