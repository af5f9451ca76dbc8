import { join } from 'node:path';
import { type CommandIo, counted } from '@topicmill/base/cli';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import {
  type CacheProblem,
  compareWithStoredProbe,
  EMBED_AGAIN,
  openEmbeddingCache,
  PROBE_STRATEGY,
  verifyCache,
} from '@topicmill/embedding/embedding-cache';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { INIT_RECORD } from '@topicmill/pipeline/init';
import { STATE_DIRECTORY, type Workspace } from '@topicmill/pipeline/runner';
import { type StateProblem, verifyStates } from '@topicmill/pipeline/state-cache';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { PROBE_TEXT } from '@topicmill/text/embedder';
import { reportCommand } from '../report/report-command.js';

/** Runs `topicmill cache verify`; see `--help`. Returns the exit code. */
export const cacheVerifyCommand = reportCommand(
  {
    name: 'topicmill cache verify',
    description:
      'Reads every file of .embedding-cache and .topicmill and checks its hash, and asks a served model whether it is the one that made the vectors. A damaged file costs time, never a wrong output.',
    examples: [
      ['topicmill cache verify', 'list what is damaged or does not belong there; exit code 1 if anything is'],
      ['topicmill cache verify --json', 'the same for machines'],
    ],
  },
  (program) => program,
  async ({ workspace, env }) => {
    const { root } = workspace;
    const found = verifyCache(join(root, EMBEDDING_CACHE_DIRECTORY));
    const { problems, isUnknown } = await compareModel(workspace, env);
    const result = { ...found, problems: [...found.problems, ...problems] };
    const states = verifyStates(root);
    return {
      data: { ...result, states },
      diagnostics: [...cacheFindings(result.problems, 'error'), ...stateFindings(states.problems, 'error')],
      lines: [
        `${result.soundCount} of ${counted(result.entryCount, 'entry', 'entries')} sound`,
        `${states.soundCount} of ${counted(states.fileCount, 'file')} of ${STATE_DIRECTORY} sound`,
        ...(isUnknown ? ['The model could not be asked whether it made them: `topicmill doctor` says why.'] : []),
      ],
    };
  },
);

/** One request, and no patience: what is on disk can be checked without a server. */
const ASKED_ONCE = { timeoutMs: 5_000, retryCount: 0 };

/** Whether a served model still gives the vectors that the cache keeps of it. */
async function compareModel(
  { root, config }: Workspace,
  env: CommandIo['env'],
): Promise<{ readonly problems: readonly CacheProblem[]; readonly isUnknown?: true }> {
  const cache = openEmbeddingCache(join(root, EMBEDDING_CACHE_DIRECTORY));
  try {
    const embedder = createEmbedder(config.embedding.model, { env, ...ASKED_ONCE });
    if (!embedder.mayChange || cache.vectorLengths(embedder.model).size === 0) return { problems: [] };
    const [vector] = await embedder.embed([PROBE_TEXT], { labels: ['a test text'] });
    compareWithStoredProbe(cache, embedder, vector!);
    return { problems: [] };
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    if (thrown.code !== 'EMBEDDER_MODEL_CHANGED') return { problems: [], isUnknown: true };
    return { problems: [{ kind: 'mixed', path: PROBE_STRATEGY, message: thrown.message }] };
  }
}

const SHARED_REMEDIES = {
  temporary: 'Run `topicmill cache gc`.',
  unexpected: 'Move it elsewhere if it is yours: no build reads it.',
  unreadable: 'Check that you may read it.',
};
const FILL_AND_COLLECT_REMEDY =
  'Run `topicmill cache fill`, then `topicmill cache gc`: what a topic needs is embedded again, anything else is removed.';
const ENTRY_REMEDIES: Readonly<Record<CacheProblem['kind'], string>> = {
  ...SHARED_REMEDIES,
  mixed: EMBED_AGAIN,
  damaged: FILL_AND_COLLECT_REMEDY,
  foreign: FILL_AND_COLLECT_REMEDY,
  incomplete:
    'Run `topicmill cache fill`, then `topicmill cache gc`: what a topic needs is finished, anything else is removed.',
};
const STATE_REMEDIES: Readonly<Record<StateProblem['kind'], string>> = {
  ...SHARED_REMEDIES,
  damaged: 'Run `topicmill cache gc`: what is still needed of it is rebuilt.',
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
