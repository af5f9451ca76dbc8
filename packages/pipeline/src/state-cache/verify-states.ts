import { type StateProblemKind, walkStates } from './walk-states.js';

/** A file of `.topicmill` that is not as it was written. None leads to a wrong output; each costs making it again. */
export interface StateProblem {
  readonly kind: StateProblemKind;
  /** Below `.topicmill`, with `/` on every system. */
  readonly path: string;
  /** One sentence for people. */
  readonly message: string;
}

/** What `verifyStates` found. */
export interface StateVerification {
  /** Files looked at. */
  readonly fileCount: number;
  /** Those of them that are proven to be as they were written. */
  readonly soundCount: number;
  /** Sorted by path. */
  readonly problems: readonly StateProblem[];
}

/**
 * Reads every file below `.topicmill`, whatever its size and time say, and proves its content by its hash.
 *
 * @param workspaceRoot folder that contains `.topicmill`
 * @throws TopicmillError `FILE_UNREADABLE` for a folder
 */
export function verifyStates(workspaceRoot: string): StateVerification {
  const files = walkStates(workspaceRoot);
  const problems = files.flatMap(({ path, problem }) => (problem === undefined ? [] : [{ ...problem, path }]));
  return { fileCount: files.length, soundCount: files.length - problems.length, problems };
}
