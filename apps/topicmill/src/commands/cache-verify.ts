import { join } from 'node:path';
import { counted } from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type CacheProblem, verifyCache } from '@topicmill/embedding/embedding-cache';
import { STATE_DIRECTORY } from '@topicmill/pipeline/runner';
import { type StateProblem, verifyStates } from '@topicmill/pipeline/state-cache';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { reportCommand } from '../report-command.js';

/** Runs `topicmill cache verify`; see `--help`. Returns the exit code. */
export const cacheVerifyCommand = reportCommand(
  {
    name: 'topicmill cache verify',
    description:
      'Reads every file of .embedding-cache and .topicmill and proves it by its hash. What it finds costs time, never a wrong output.',
    examples: [
      ['topicmill cache verify', 'list what is damaged or does not belong there; 1 if there is any'],
      ['topicmill cache verify --json', 'the same for machines'],
    ],
  },
  (program) => program,
  ({ workspace: { root } }) => {
    const result = verifyCache(join(root, EMBEDDING_CACHE_DIRECTORY));
    const states = verifyStates(root);
    return {
      data: { ...result, states },
      diagnostics: [...result.problems.map(entryDiagnostic), ...states.problems.map(stateDiagnostic)],
      lines: [
        `${result.soundCount} of ${counted(result.entryCount, 'entry', 'entries')} sound`,
        `${states.soundCount} of ${counted(states.fileCount, 'file')} of ${STATE_DIRECTORY} sound`,
      ],
    };
  },
);

const SHARED_REMEDIES = {
  temporary: 'Run `topicmill cache gc`.',
  unexpected: 'Move it away if it is not yours.',
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

function entryDiagnostic({ kind, path, message }: CacheProblem): Diagnostic {
  const file = `${EMBEDDING_CACHE_DIRECTORY}/${path}`;
  return { severity: 'error', code: 'CACHE_ENTRY_INVALID', message, file, remedy: ENTRY_REMEDIES[kind] };
}

function stateDiagnostic({ kind, path, message }: StateProblem): Diagnostic {
  const file = `${STATE_DIRECTORY}/${path}`;
  return { severity: 'error', code: 'CACHE_FILE_DAMAGED', message, file, remedy: STATE_REMEDIES[kind] };
}
