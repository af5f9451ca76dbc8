import { counted } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { modelNameOf, withStore } from '../open-store.js';
import { progressLine } from '../stderr-output.js';
import type { StoreOptions } from '../store-config.js';
import { storeCommand } from './shared-options.js';

interface StatsOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store stats`; see `--help`. */
export const stats = storeCommand(
  {
    name: 'artifact-store stats',
    description: 'Counts what the store contains.',
    examples: [['artifact-store stats --json', 'for machines']],
  },
  (program) => program.option('--json', 'print the counts as JSON'),
  (io) => async (options: StatsOptions) => {
    const found = await withStore(options, 'open', io, (store) => store.stats());
    if (options.json) {
      io.stdout.write(indentedJson(found));
      return;
    }
    const types = Object.entries(found.artifact_types).map(([type, count]) => `${count} ${type}`);
    io.stdout.write(`model      ${found.model ?? 'none yet'}\n`);
    io.stdout.write(`artifacts  ${found.artifact_count}${types.length === 0 ? '' : ` (${types.join(', ')})`}\n`);
    io.stdout.write(`chunks     ${found.chunk_count}\n`);
    io.stdout.write(`tokens     ${found.token_count}\n`);
    io.stdout.write(`bytes      ${found.byte_count}\n`);
    if (found.remark !== undefined) io.stdout.write(`remark     ${found.remark}\n`);
    if (found.reindex !== null) {
      const { model, done_count: done, total_count: total } = found.reindex;
      io.stdout.write(`reindex    ${model}: ${done} of ${total}\n`);
    }
  },
);

interface VerifyOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store verify`; see `--help`. */
export const verify = storeCommand(
  {
    name: 'artifact-store verify',
    description: 'Reads and cross-checks everything in the store, and reports what is intact. Changes nothing.',
    examples: [['artifact-store verify', 'exit code 1 when something is wrong']],
  },
  (program) => program.option('--json', 'print the findings as JSON'),
  (io) => async (options: VerifyOptions) => {
    const found = await withStore(options, 'salvage', io, (store) => store.verify());
    const exitCode = found.ok ? 0 : 1;
    if (options.json) {
      io.stdout.write(indentedJson(found));
      return exitCode;
    }
    for (const { artifact_id: id, message } of found.problems)
      io.stderr.write(`${id === undefined ? '' : `${id}: `}${message}\n`);
    const { intact_artifact_count: intact, artifact_count: all, chunk_count: chunks } = found;
    io.stdout.write(
      `${intact} of ${counted(all, 'artifact')} intact, ${counted(chunks, 'chunk')}, ${counted(found.problems.length, 'problem')}\n`,
    );
    return exitCode;
  },
);

interface VacuumOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store vacuum`; see `--help`. */
export const vacuum = storeCommand(
  {
    name: 'artifact-store vacuum',
    description:
      'Rewrites the file or the tables to reclaim the space of deleted and replaced texts, including what earlier releases left of them. It needs as much free disk space as the store itself, and locks the store meanwhile.',
    examples: [['artifact-store vacuum', 'after many deletions']],
  },
  (program) => program.option('--json', 'print the sizes as JSON'),
  (io) => async (options: VacuumOptions) => {
    const report = await withStore(options, 'open', io, (store) => store.vacuum());
    const { bytes_before: before, bytes_after: after } = report;
    io.stdout.write(options.json ? indentedJson(report) : `${before} bytes before, ${after} now\n`);
  },
);

interface ReindexCommandOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store reindex`; see `--help`. */
export const reindex = storeCommand(
  {
    name: 'artifact-store reindex',
    description:
      'Embeds everything with another model and binds the store to it; until that is done, searches use the previous one. Then splits all texts by the sizes in force. A reindex that was stopped resumes where it left off.',
    examples: [
      ['artifact-store reindex', 'after the sizes of chunks were changed'],
      ['artifact-store reindex --model ollama:mxbai-embed-large', 'change to another model'],
    ],
  },
  (program) => program.option('--json', 'print the report as JSON'),
  (io) => async (options: ReindexCommandOptions) => {
    const progress = progressLine(io);
    const report = await withStore(options, 'open', io, async (store, config) => {
      const { storeEmbedder } = await import('../store-embedder.js');
      const { model: stored } = await store.stats();
      const named = options.model ?? (config.model === modelNameOf(stored ?? undefined) ? undefined : config.model);
      return store.reindex(named === undefined ? undefined : storeEmbedder(named, config, io), {
        onProgress: ({ doneCount, totalCount }) => progress.update(`${doneCount} of ${totalCount} texts`),
      });
    }).finally(() => progress.stop());
    const { model, dimensions, embedded_count: embedded, resumed_count: resumed, resplit_count: split } = report;
    const embeddings = `${counted(embedded, 'text')} embedded, ${resumed} from before`;
    const splits = split === 0 ? '' : `, ${counted(split, 'artifact')} split again`;
    if (options.json) io.stdout.write(indentedJson(report));
    else io.stdout.write(`${model}, ${dimensions} dimensions: ${embeddings}${splits}\n`);
  },
);
