import type { Artifact } from '@topicmill/artifacts/store';
import { type CommandIo, createProgram, type ExitCode, runProgram, wholeNumber } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { addFilterOptions, addStoreOptions, type FilterOptions, filterOf, VERSION } from './shared-options.js';

interface ListCommandOptions extends StoreOptions, FilterOptions {
  readonly limit: number;
  readonly after?: string;
  readonly json?: true;
}

/** Runs `artifact-store list`; see `--help`. Returns the exit code. */
export function list(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'artifact-store list',
      version: VERSION,
      description: 'Lists artifacts by id.',
      examples: [
        ['artifact-store list --type email', 'emails'],
        ['artifact-store list --limit 50 --after art_9f2ca8b1', 'the next page'],
      ],
    },
    io,
  )
    .option('--limit <number>', 'maximum number of artifacts', wholeNumber(0), 100)
    .option('--after <id>', 'continue after this artifact')
    .option('--json', 'print what is known of them as JSON')
    .action(async (options: ListCommandOptions) => {
      const { limit, after, json } = options;
      const page = await withStore(options, 'open', io, (store) =>
        store.list({ filter: filterOf(options), limit, after }),
      );
      if (json) {
        const artifacts = page.artifacts.map(({ id, metadata }) => ({ id, metadata }));
        io.stdout.write(indentedJson({ ...page, artifacts }));
      } else {
        io.stdout.write(page.artifacts.map(shown).join(''));
        if (page.next !== undefined) io.stderr.write(`more: --after ${page.next}\n`);
      }
    });
  return runProgram(addStoreOptions(addFilterOptions(program)), args, io, () => 0);
}

function shown({ id, metadata }: Artifact): string {
  const { artifact_type: type, source_system: system, source_id: sourceId, title } = metadata;
  const size = `${metadata.token_count} tokens${metadata.is_chunked ? ` in ${metadata.num_chunks} chunks` : ''}`;
  const names = [title, sourceId].filter((name) => name !== null);
  return `${[id, type, system, size, names.join(' · ')].join('  ').trimEnd()}\n`;
}
