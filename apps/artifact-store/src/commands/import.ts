import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { type CommandIo, counted, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, linesOfStream } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { checkPaths } from '../ingest/file-sources.js';
import { withStore } from '../open-store.js';
import { progressLine } from '../progress-line.js';
import type { StoreOptions } from '../store-config.js';
import { addStoreOptions, VERSION } from './shared-options.js';

interface ImportOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store import`; see `--help`. Returns the exit code. */
export function importArtifacts(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'artifact-store import',
      version: VERSION,
      description: 'Imports what export wrote. Artifacts that are already stored with a different text are replaced.',
      examples: [
        ['artifact-store import artifacts.jsonl', 'from a file'],
        ['gunzip -c artifacts.jsonl.gz | artifact-store import -', 'from a pipe'],
      ],
    },
    io,
  )
    .argument('<file>', 'JSON lines; - for stdin')
    .option('--json', 'print the report as JSON')
    .action(async (file: string, options: ImportOptions) => {
      if (file !== '-') checkPaths([file], io.cwd);
      const progress = progressLine(io);
      try {
        const report = await withStore(options, 'create', io, (store) =>
          store.importLines(linesOf(file, io), {
            onProgress: ({ phase, doneCount, totalCount }) => progress.update(`${phase} ${doneCount} of ${totalCount}`),
          }),
        );
        progress.stop();
        const { new_count: added, changed_count: changed, same_count: same, embedded_count: embedded } = report;
        if (options.json) io.stdout.write(indentedJson(report));
        else io.stdout.write(`${added} new, ${changed} changed, ${same} same; ${counted(embedded, 'text')} embedded\n`);
      } finally {
        progress.stop();
      }
    });
  return runProgram(addStoreOptions(program), args, io, () => 0);
}

async function* linesOf(file: string, { cwd, stdin }: CommandIo): AsyncGenerator<string> {
  if (file === '-' && stdin === undefined) return;
  const input = file === '-' ? stdin! : createReadStream(resolve(cwd, file));
  try {
    yield* linesOfStream(input);
  } catch (cause) {
    throw new TopicmillError('FILE_UNREADABLE', `The file cannot be read (${errorCode(cause)}).`, {
      file,
      remedy: 'Check that it exists and that you may read it.',
      cause,
    });
  }
}
