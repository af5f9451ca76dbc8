import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { CacheProblem } from '@topicmill/embedding/embedding-cache';
import { STATE_DIRECTORY } from '@topicmill/pipeline/runner';
import type { StateProblem } from '@topicmill/pipeline/state-cache';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';

const SHARED_REMEDIES = {
  temporary: 'Run `topicmill cache gc`.',
  unexpected: 'Move it elsewhere if it is yours: no build reads it.',
  unreadable: 'Check that you may read it.',
};
const ENTRY_REMEDIES: Readonly<Record<CacheProblem['kind'], string>> = {
  ...SHARED_REMEDIES,
  damaged: 'Run `topicmill cache fill`: its texts are embedded again if a topic needs them.',
  foreign: 'Run `topicmill cache fill`: its texts are embedded again if a topic needs them.',
  incomplete: 'Run `topicmill cache fill` to finish it, or `topicmill cache gc` if no topic needs it.',
};
const STATE_REMEDIES: Readonly<Record<StateProblem['kind'], string>> = {
  ...SHARED_REMEDIES,
  damaged: 'Run `topicmill cache gc`, then build: it is made again.',
};

/** What is wrong in `.embedding-cache`, each with its remedy. */
export function cacheFindings(problems: readonly CacheProblem[], severity: Diagnostic['severity']): Diagnostic[] {
  return problems.map(({ kind, path, message }) => ({
    severity,
    code: 'CACHE_ENTRY_INVALID',
    message,
    file: `${EMBEDDING_CACHE_DIRECTORY}/${path}`,
    remedy: ENTRY_REMEDIES[kind],
  }));
}

/** The same of `.topicmill`. */
export function stateFindings(problems: readonly StateProblem[], severity: Diagnostic['severity']): Diagnostic[] {
  return problems.map(({ kind, path, message }) => ({
    severity,
    code: 'CACHE_FILE_DAMAGED',
    message,
    file: `${STATE_DIRECTORY}/${path}`,
    remedy: STATE_REMEDIES[kind],
  }));
}
