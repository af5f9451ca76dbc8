import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { fileHash, hashIfReadable, openFolder, openMemo, type TopicPlace, topicFilesOf } from '../runner/index.js';
import { KEYWORD_SHARES_FILE } from '../workspace/index.js';
import { makeAuthority, TOPIC_TERMS_MEMO } from './authority.js';
import { pinnedAuthority } from './pinned-shares.js';

/** Makes the hash of the authority that a run is planned with. */
export type AuthorityPlan = (place: TopicPlace, engine: string) => string;

/**
 * The hash of the authority. It is made already when a run is planned, of terms that are kept from run to run: a
 * topic's task is known by the authority that it will read, and need not wait for another task to be looked up in a cache.
 *
 * @param engine names the release of the code that computes
 */
export const planAuthority: AuthorityPlan = (place, engine) => {
  const memo = openMemo(place.root, TOPIC_TERMS_MEMO, engine);
  return hashIfReadable(() => {
    const pinned = pinnedText(place);
    if (pinned !== undefined) return fileHash(Buffer.from(pinned, 'utf8'));
    const references = topicFilesOf(place, REFERENCE_FILE);
    const text = makeAuthority(references, place.config.keywords, memo);
    memo.saveIfWritable();
    return fileHash(Buffer.from(text, 'utf8'));
  });
};

/** @throws TopicmillError for a pin that cannot be read */
function pinnedText(place: TopicPlace): string | undefined {
  const files = openFolder(place, place.tree.get('')!);
  const pin = files.read(KEYWORD_SHARES_FILE);
  return pin && pinnedAuthority(pin.text, files.displayPath(KEYWORD_SHARES_FILE));
}
