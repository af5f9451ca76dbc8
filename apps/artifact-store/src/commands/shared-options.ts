import type { ArtifactFilter } from '@topicmill/artifacts/store';
import type { Command } from 'commander';

/** Version that `--version` and the MCP server tell. */
export const VERSION = '0.1.0';

/** What `--source-root` is for. */
export const SOURCE_ROOT_HELP =
  "folder that names of files are relative to (default: that of artifact-store.yaml, else the store's)";

/** Adds the options that every command takes. */
export function addStoreOptions(program: Command): Command {
  return program
    .option('--store <file>', 'the store (default: artifacts.sqlite, or what artifact-store.yaml names)')
    .option('--config <file>', 'configuration (default: artifact-store.yaml here or in a folder above)')
    .option(
      '--model <name>',
      'builtin, ollama:<model> or openai:<model> (default: the one of the store, else builtin)',
    );
}

/** Options that narrow down which artifacts are meant. */
export interface FilterOptions {
  readonly type?: readonly string[];
  readonly sourceSystem?: readonly string[];
  readonly sensitivity?: readonly string[];
  readonly since?: string;
  readonly until?: string;
}

/** Adds the options that narrow down which artifacts are meant. */
export function addFilterOptions(program: Command): Command {
  return program
    .option('--type <type>', 'only artifacts of this type; may be given again, as the next two', oneMore)
    .option('--source-system <name>', 'only from this system', oneMore)
    .option('--sensitivity <level>', 'only of this level', oneMore)
    .option('--since <time>', 'only from this time on')
    .option('--until <time>', 'only from before this time');
}

/** The store's filter for the options. */
export function filterOf({ type, sourceSystem, sensitivity, since, until }: FilterOptions): ArtifactFilter {
  return { artifactTypes: type, sourceSystems: sourceSystem, sensitivities: sensitivity, since, until };
}

/** Collects the values of an option that may be given again. */
export function oneMore(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
