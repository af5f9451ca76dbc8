import { join } from 'node:path';
import { counted } from '@topicmill/base/cli';
import { verifyCache } from '@topicmill/embedding/embedding-cache';
import { STATE_DIRECTORY } from '@topicmill/pipeline/runner';
import { verifyStates } from '@topicmill/pipeline/state-cache';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { cacheFindings, stateFindings } from '../cache/cache-findings.js';
import { reportCommand } from '../report/report-command.js';

/** Runs `topicmill cache verify`; see `--help`. Returns the exit code. */
export const cacheVerifyCommand = reportCommand(
  {
    name: 'topicmill cache verify',
    description:
      'Reads every file of .embedding-cache and .topicmill and checks its hash. A damaged file costs time, never a wrong output.',
    examples: [
      ['topicmill cache verify', 'list what is damaged or does not belong there; exit code 1 if anything is'],
      ['topicmill cache verify --json', 'the same for machines'],
    ],
  },
  (program) => program,
  ({ workspace: { root } }) => {
    const result = verifyCache(join(root, EMBEDDING_CACHE_DIRECTORY));
    const states = verifyStates(root);
    return {
      data: { ...result, states },
      diagnostics: [...cacheFindings(result.problems, 'error'), ...stateFindings(states.problems, 'error')],
      lines: [
        `${result.soundCount} of ${counted(result.entryCount, 'entry', 'entries')} sound`,
        `${states.soundCount} of ${counted(states.fileCount, 'file')} of ${STATE_DIRECTORY} sound`,
      ],
    };
  },
);
