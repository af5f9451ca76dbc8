import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Verified } from './verify-chunks.js';

/** What a verifier says. A document without text is refused by some strategies; anything else that is thrown is a violation. */
export async function verified(verify: () => Verified | Promise<Verified>): Promise<Verified> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof TopicmillError && error.code === 'EMPTY_DOCUMENT') return { chunkCount: 0, violations: [] };
    return { chunkCount: 0, violations: [`it throws ${error instanceof Error ? error.stack : String(error)}`] };
  }
}
