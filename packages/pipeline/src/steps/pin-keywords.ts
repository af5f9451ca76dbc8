import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists, writeFileIfChanged } from '@topicmill/base/files';
import { readAuthorityFile } from '@topicmill/topics/formats';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { sourcePath, topicFilesOf, type Workspace } from '../runner/index.js';
import { KEYWORD_SHARES_FILE } from '../workspace/index.js';
import { makeAuthority, TOPIC_TERMS_MEMO } from './authority.js';
import { type ShareDrift, shareDrift } from './pinned-shares.js';

/** What happened to the pin. */
export interface PinReport {
  /** Below the workspace's root, with `/`. */
  readonly path: string;
  /** Whether its bytes changed, or would. */
  readonly isChanged: boolean;
  /** How it differs from the pin before; `undefined` without one, and for one that cannot be read. */
  readonly drift: ShareDrift | undefined;
  readonly termCount: number;
}

/**
 * Pins the shares of the terms as the topics have them now. A pin that cannot be read, such as one with conflict markers,
 * is replaced.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function pinKeywords(workspace: Workspace, isDryRun = false): PinReport {
  const { root, config, tree, services } = workspace;
  const topics = topicFilesOf(workspace, REFERENCE_FILE);
  const text = makeAuthority(topics, config.keywords, services.openMemo(TOPIC_TERMS_MEMO));
  const path = sourcePath(config, tree.get('')!, KEYWORD_SHARES_FILE)!;
  const file = join(root, path);
  const before = readTextIfExists(file, path);
  const rows = readAuthorityFile(text, path);
  if (!isDryRun) writeFileIfChanged(file, text, path);
  return { path, isChanged: before !== text, drift: driftFrom(before, rows, path), termCount: rows.length };
}

function driftFrom(
  before: string | undefined,
  rows: ReturnType<typeof readAuthorityFile>,
  path: string,
): ShareDrift | undefined {
  if (before === undefined) return undefined;
  try {
    return shareDrift(readAuthorityFile(before, path), rows);
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return undefined;
    throw thrown;
  }
}
