import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type CacheProblem, EMBED_AGAIN } from '@topicmill/embedding/embedding-cache';
import { INIT_RECORD } from '@topicmill/pipeline/init';
import { STATE_DIRECTORY } from '@topicmill/pipeline/runner';
import type { StateProblem } from '@topicmill/pipeline/state-cache';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';

const SHARED_REMEDIES = {
  temporary: 'Run `topicmill cache gc`.',
  unexpected: 'Move it elsewhere if it is yours: no build reads it.',
  unreadable: 'Check that you may read it.',
};
const FILLED_OR_REMOVED =
  'Run `topicmill cache fill`, then `topicmill cache gc`: what a topic needs is embedded again, anything else is removed.';
const ENTRY_REMEDIES: Readonly<Record<CacheProblem['kind'], string>> = {
  ...SHARED_REMEDIES,
  mixed: EMBED_AGAIN,
  damaged: FILLED_OR_REMOVED,
  foreign: FILLED_OR_REMOVED,
  incomplete:
    'Run `topicmill cache fill`, then `topicmill cache gc`: what a topic needs is finished, anything else is removed.',
};
const STATE_REMEDIES: Readonly<Record<StateProblem['kind'], string>> = {
  ...SHARED_REMEDIES,
  damaged: 'Run `topicmill cache gc`: what is needed of it is made again.',
};

/** It says what to take back, and nothing can make it again. */
const LOST_RECORD = 'Remove it: `topicmill init --undo` cannot use it.';

/** What is wrong in `.embedding-cache`, each with its remedy. */
export function cacheFindings(problems: readonly CacheProblem[], severity: Diagnostic['severity']): Diagnostic[] {
  return problems.map(({ kind, path, message }) => ({
    severity: kind === 'mixed' ? 'error' : severity,
    code: kind === 'mixed' ? 'EMBEDDER_MODEL_CHANGED' : 'CACHE_ENTRY_INVALID',
    message,
    file: `${EMBEDDING_CACHE_DIRECTORY}/${path}`,
    remedy: ENTRY_REMEDIES[kind],
  }));
}

/** The same of `.topicmill`. */
export function stateFindings(problems: readonly StateProblem[], severity: Diagnostic['severity']): Diagnostic[] {
  return problems.map(({ kind, path, message }) => {
    const file = `${STATE_DIRECTORY}/${path}`;
    const remedy = kind === 'damaged' && file === INIT_RECORD ? LOST_RECORD : STATE_REMEDIES[kind];
    return { severity, code: 'CACHE_FILE_DAMAGED', message, file, remedy };
  });
}
