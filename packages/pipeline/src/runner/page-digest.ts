import { sha256Hex } from '@topicmill/base/files';
import { pagesRootsOf, type TopicmillConfig } from '../config/index.js';
import type { Folder } from './folder.js';

const HASH_DIGITS = 16;

/** Everything that a site says of a folder's page, as text; empty for a folder of which no site says anything. */
export function pageDigest(config: TopicmillConfig, { page, category }: Folder): string {
  if (page === undefined) return category === undefined ? '' : JSON.stringify(category);
  return `${JSON.stringify(page)}\n${settingsDigest(config, page.rootIndex)}`;
}

/** Hash of such a text as a run is planned with it. */
export function pageHash(digest: string): string {
  return digest === '' ? '' : sha256Hex(digest).slice(0, HASH_DIGITS);
}

const digests = new WeakMap<TopicmillConfig, Map<number, string>>();

/** The order of pages says nothing of a single one. */
function settingsDigest(config: TopicmillConfig, rootIndex: number): string {
  const known = digests.get(config) ?? new Map<number, string>();
  digests.set(config, known);
  const { site } = pagesRootsOf(config)[rootIndex]!;
  const digest = known.get(rootIndex) ?? JSON.stringify({ ...site, order: undefined });
  known.set(rootIndex, digest);
  return digest;
}
