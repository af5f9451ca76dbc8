import type { Artifact, ArtifactStore } from '@topicmill/artifacts/store';
import { wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { addFilterOptions, type FilterOptions, filterOf, storeCommand, wrongUsage } from './shared-options.js';

interface ListCommandOptions extends StoreOptions, FilterOptions {
  readonly limit: number;
  readonly after?: string;
  readonly json?: true;
}

/** Runs `artifact-store list`; see `--help`. */
export const list = storeCommand(
  {
    name: 'artifact-store list',
    description: 'Lists artifacts by id.',
    examples: [
      ['artifact-store list --type email', 'emails'],
      ['artifact-store list --limit 50 --after art_9f2ca8b1', 'the next page'],
    ],
  },
  (program) =>
    addFilterOptions(
      program
        .option('--limit <number>', 'maximum number of artifacts', wholeNumber(0), 100)
        .option('--after <id>', 'continue after this artifact')
        .option('--json', 'print what is known of them as JSON'),
    ),
  (io) => async (options: ListCommandOptions) => {
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
  },
);

function shown({ id, metadata }: Artifact): string {
  const { artifact_type: type, source_system: system, source_id: sourceId, title } = metadata;
  const size = `${metadata.token_count} tokens${metadata.is_chunked ? ` in ${metadata.num_chunks} chunks` : ''}`;
  const names = [title, sourceId].filter((name) => name !== null);
  return `${[id, type, system, size, names.join(' · ')].join('  ').trimEnd()}\n`;
}

interface GetOptions extends StoreOptions {
  readonly chunk?: number;
  readonly neighbors?: number;
  readonly merge?: true;
  readonly text?: true;
}

/** Runs `artifact-store get`; see `--help`. */
export const get = storeCommand(
  {
    name: 'artifact-store get',
    description: 'Prints the metadata of an artifact as JSON, or its text.',
    examples: [
      ['artifact-store get art_9f2ca8b1', 'the artifact and the places of its chunks'],
      ['artifact-store get art_9f2ca8b1 --text', 'its whole text'],
      ['artifact-store get art_9f2ca8b1 --chunk 3 --neighbors 1', 'a chunk with the ones before and after it'],
      ['artifact-store get art_9f2ca8b1 --chunk 3 --neighbors 1 --merge', 'the same, as continuous text'],
    ],
  },
  (program) =>
    program
      .argument('<id>', 'artifact')
      .option('--chunk <index>', 'print this chunk', wholeNumber(0))
      .option('--neighbors <number>', 'with --chunk: also this many on each side', wholeNumber(0))
      .option('--merge', 'with --neighbors: overlapping text once, without [CHUNK BOUNDARY]')
      .option('--text', 'print the whole text'),
  (io) => async (id: string, options: GetOptions) => {
    checkUsage(options);
    io.stdout.write(await withStore(options, 'open', io, (store) => printed(store, id, options)));
  },
);

function checkUsage({ chunk, neighbors, merge, text }: GetOptions): void {
  if (text && chunk !== undefined) throw wrongUsage('--text and --chunk cannot be combined.', 'Give one of them.');
  if (neighbors !== undefined && chunk === undefined) {
    throw wrongUsage('--neighbors works only with --chunk.', 'Give --chunk too.');
  }
  if (merge && (neighbors ?? 0) === 0) {
    throw wrongUsage('--merge needs neighbours to join.', 'Give --chunk and --neighbors too.');
  }
}

async function printed(store: ArtifactStore, id: string, options: GetOptions): Promise<string> {
  const { chunk, neighbors = 0, merge, text } = options;
  const artifact = await store.get(id);
  if (artifact === undefined) {
    throw new TopicmillError('ARTIFACT_UNKNOWN', `There is no artifact ${JSON.stringify(id)}.`, {
      remedy: 'Look it up with artifact-store list.',
    });
  }
  if (chunk !== undefined) {
    return store.getContext(id, chunk, { neighborCount: neighbors, joining: merge ? 'merge' : 'boundary' });
  }
  if (text) return (await store.getText(id)) ?? '';
  const chunks = await store.getChunks(id);
  const places = chunks.map(({ id: chunkId, metadata }) => ({ id: chunkId, ...metadata }));
  return indentedJson({ ...artifact, chunks: places });
}
