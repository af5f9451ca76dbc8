import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readAuthorityFile, readRelatedJson } from '@topicmill/topics/formats';
import { RELATED_FILE } from '@topicmill/topics/formats/file-names';
import { AUTHORITY_PATH } from '../steps/index.js';
import { fault } from './fault.js';
import type { FolderSnapshot } from './folder-snapshot.js';

/** The docs root's `_keywords/authority.md` can be read. */
export function checkAuthority(snapshot: FolderSnapshot): Diagnostic[] {
  const file = snapshot.displayPath(AUTHORITY_PATH);
  const text = snapshot.read(AUTHORITY_PATH)?.text;
  if (text === undefined) return [fault('OUTPUT_MISSING', 'The docs root has no authority.md.', file)];
  readAuthorityFile(text, file);
  return [];
}

/**
 * The docs root's `related.json` can be read and names exactly the existing topics.
 *
 * @param chunkedTopicIds the topics that have chunks
 */
export function checkRelated(snapshot: FolderSnapshot, chunkedTopicIds: readonly string[]): Diagnostic[] {
  const file = snapshot.displayPath(RELATED_FILE);
  const text = snapshot.read(RELATED_FILE)?.text;
  if (text === undefined) return [fault('OUTPUT_MISSING', 'The docs root has no related.json.', file)];
  const { topics } = readRelatedJson(text, file);
  const known = new Set(chunkedTopicIds);
  const named = new Set(topics.map(({ id }) => id));
  const mentioned = new Set([...named, ...topics.flatMap(({ related }) => related.map(({ id }) => id))]);
  const strangers = [...mentioned].filter((id) => !known.has(id));
  const missing = chunkedTopicIds.filter((id) => !named.has(id));
  return [
    ...strangers.map((id) => fault('OUTPUT_OUTDATED', `It names "${id}", which is not a topic with chunks.`, file)),
    ...missing.map((id) => fault('OUTPUT_OUTDATED', `It does not list the topic "${id}".`, file)),
  ];
}
