import { join } from 'node:path';
import { TopicmillError } from '@topicmill/diagnostics';
import { readTextIfExists, sha256Hex } from '@topicmill/files';
import { authoredDigestInput } from '@topicmill/topics';
import { TOPIC_SPEC_FILE } from './steps/topic-spec-file.js';

/**
 * Hash over what people wrote in a folder's `topic-spec.md`: the same before and after the tool writes its sections,
 * and the same for a file that nobody has edited as for one that is not there.
 *
 * @param directory file system path of the folder
 * @returns 16 hex digits; `''` when nobody wrote anything, `'unreadable'` for a file that its step will refuse
 */
export function readAuthoredDigest(directory: string): string {
  try {
    const text = readTextIfExists(join(directory, TOPIC_SPEC_FILE));
    const authored = text === undefined ? '' : authoredDigestInput(text, sha256Hex);
    return authored === '' ? '' : sha256Hex(authored).slice(0, 16);
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return 'unreadable';
    throw thrown;
  }
}
