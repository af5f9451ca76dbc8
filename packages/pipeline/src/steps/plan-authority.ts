import { join } from 'node:path';
import { readBytesIfExists } from '@topicmill/base/files';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import type { TopicmillConfig } from '../config/index.js';
import {
  fileHash,
  folderPath,
  forgetMemo,
  forgetSources,
  type HashSource,
  hashIfReadable,
  openFolder,
  openMemo,
  pageDigest,
  pageHash,
  type SourceFileHashes,
  type TopicPlace,
  topicFilesOf,
  type Workspace,
} from '../runner/index.js';
import { KEYWORD_SHARES_FILE } from '../workspace/index.js';
import { makeAuthority, TOPIC_TERMS_MEMO } from './authority.js';
import { COUNTED_TERMS_MEMO, CountedTerms } from './counted-terms.js';
import { pinnedAuthority } from './pinned-shares.js';

/** Makes the hash of the authority that a run is planned with. */
export type AuthorityPlan = (place: TopicPlace, sources: SourceFileHashes, engine: string) => string;

/**
 * The hashes that a run is planned with.
 *
 * @param authority hash of the file that all topics read
 */
export function plannedHashes(config: TopicmillConfig, sources: SourceFileHashes, authority: string): HashSource {
  const pages = new Map<string, string>();
  const configHash = sources.config();
  return {
    page: (folder) => {
      const hash = pages.get(folder.id) ?? pageHash(pageDigest(config, folder));
      pages.set(folder.id, hash);
      return hash;
    },
    file: (folder, path) => sources.file(folder, path),
    authored: (folder, file) => sources.authored(folder, file),
    names: (folder, files) => sources.names(folder, files),
    config: () => configHash,
    toBeMade: () => authority,
  };
}

/**
 * The hash of the authority. It is made already when a run is planned, of terms that are kept from run to run: a
 * topic's task is known by the authority that it will read, and need not wait for another task to be looked up in a cache.
 *
 * @param sources hashes of what people wrote
 * @param engine names the release of the code that computes
 */
export const planAuthority: AuthorityPlan = (place, sources, engine) => {
  const memo = openMemo(place.root, TOPIC_TERMS_MEMO, engine);
  return hashIfReadable(() => {
    const pinned = pinnedText(place);
    if (pinned !== undefined) return fileHash(Buffer.from(pinned, 'utf8'));
    const references = topicFilesOf(place, REFERENCE_FILE, sources);
    const counted = new CountedTerms(() => openMemo(place.root, COUNTED_TERMS_MEMO, engine));
    const text = makeAuthority(references, place.config.keywords, memo, counted);
    memo.saveIfWritable();
    counted.saveIfWritable();
    return fileHash(Buffer.from(text, 'utf8'));
  });
};

/** @throws TopicmillError for a pin that cannot be read */
function pinnedText(place: TopicPlace): string | undefined {
  const files = openFolder(place, place.tree.get('')!);
  const pin = files.read(KEYWORD_SHARES_FILE);
  return pin && pinnedAuthority(pin.text, files.displayPath(KEYWORD_SHARES_FILE));
}

/** Removes what is kept of sources by their hashes, so that the next run is planned from the files themselves. */
export function forgetPlan(workspaceRoot: string): void {
  forgetSources(workspaceRoot);
  forgetMemo(workspaceRoot, TOPIC_TERMS_MEMO);
  forgetMemo(workspaceRoot, COUNTED_TERMS_MEMO);
}

/** Whether a file of the docs root still has the content that a run was planned with. */
export function isUnchanged(place: Pick<Workspace, 'root' | 'config'>, path: string, hash: string): boolean {
  return hashIfReadable(() => fileHash(readBytesIfExists(join(folderPath(place, ''), path)))) === hash;
}
