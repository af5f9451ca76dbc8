import { TopicmillError } from '@topicmill/base/diagnostics';

/** Whether a loader says that there is no such file, rather than that nothing can be read now. */
export function isMissingFile(thrown: unknown): boolean {
  if (!(thrown instanceof TopicmillError)) return false;
  if (thrown.code === 'DOCS_UNREACHABLE') return thrown.cause === undefined;
  return thrown.code === 'FILE_UNREADABLE';
}
