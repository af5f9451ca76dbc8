import type { ArtifactFilter, ArtifactStore } from '@topicmill/artifacts/store';
import { indentedJson } from '@topicmill/base/json';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import {
  addFilterOptions,
  type FilterOptions,
  filterOf,
  hasFilter,
  storeCommand,
  wrongUsage,
} from './shared-options.js';

interface DeleteOptions extends StoreOptions, FilterOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

/** What a call deleted, or would delete. */
interface Deletion {
  readonly deleted: readonly string[];
  /** Ids that the store does not have. */
  readonly missing: readonly string[];
}

/** Runs `artifact-store delete`; see `--help`. */
export const deleteArtifacts = storeCommand(
  {
    name: 'artifact-store delete',
    description:
      'Deletes artifacts with their chunks, vectors and search terms, and overwrites them in the file; PostgreSQL frees their space when it vacuums. Copies, backups and exports are not touched.',
    examples: [
      ['artifact-store delete art_9f2ca8b1', 'one artifact'],
      ['artifact-store delete --type email --until 2024-01-01 --dry-run', 'list the emails that would be deleted'],
      ['artifact-store delete --source-prefix docs/old/', 'everything that was ingested from a folder'],
    ],
  },
  (program) =>
    addFilterOptions(
      program
        .argument('[ids...]', 'artifacts; without ids, filter options select them')
        .option('--dry-run', 'print what would be deleted, and delete nothing')
        .option('--json', 'print what was deleted as JSON'),
    ),
  (io) => async (ids: string[], options: DeleteOptions) => {
    checkUsage(ids, options);
    const { deleted, missing } = await withStore(options, 'open', io, (store) =>
      ids.length > 0 ? deleteIds(store, ids, options) : deleteFiltered(store, filterOf(options), options),
    );
    const isDryRun = options.dryRun === true;
    if (options.json) io.stdout.write(indentedJson({ dry_run: isDryRun, deleted, missing }));
    else io.stdout.write(deleted.map((id) => `${isDryRun ? 'would delete' : 'deleted'} ${id}\n`).join(''));
    for (const id of missing) io.stderr.write(`There is no artifact ${id}.\n`);
    return missing.length > 0 ? 1 : 0;
  },
);

function checkUsage(ids: readonly string[], options: DeleteOptions): void {
  if (ids.length > 0 && hasFilter(options)) {
    throw wrongUsage('Ids and filter options cannot be combined.', 'Leave one of them out.');
  }
  if (ids.length === 0 && !hasFilter(options)) {
    throw wrongUsage('Nothing selects what to delete.', 'Give ids or filter options; see --help.');
  }
}

async function deleteIds(store: ArtifactStore, ids: readonly string[], { dryRun }: DeleteOptions): Promise<Deletion> {
  const found: Record<keyof Deletion, string[]> = { deleted: [], missing: [] };
  for (const id of new Set(ids)) {
    const isThere = dryRun ? (await store.get(id)) !== undefined : await store.delete(id);
    found[isThere ? 'deleted' : 'missing'].push(id);
  }
  return found;
}

async function deleteFiltered(
  store: ArtifactStore,
  filter: ArtifactFilter,
  { dryRun }: DeleteOptions,
): Promise<Deletion> {
  if (!dryRun) return { deleted: await store.deleteMatching(filter), missing: [] };
  const ids: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await store.list({ filter, limit: 10_000, after });
    ids.push(...page.artifacts.map(({ id }) => id));
    after = page.next;
  }
  return { deleted: ids, missing: [] };
}
