import type { ArtifactFilter } from '@topicmill/artifacts/store';
import { type CommandDefinition, defineCommand, repeatedValue } from '@topicmill/base/cli';
import { EMBEDDER_FORMS } from '@topicmill/base/config/embedder-names';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { LOG_LEVELS } from '../stderr-output.js';

/** Version that `--version` and the MCP server report. */
export const VERSION = '0.1.0';

/** Help text of `--source-root`. */
export const SOURCE_ROOT_HELP =
  "folder that file names are relative to (default: that of artifact-store.yaml, else the store's)";

/** A command on a store: it has the options that every command takes, too. See `defineCommand`. */
export function storeCommand(
  definition: Omit<CommandDefinition, 'version'>,
  addOptions: (program: Command) => Command,
  act: Parameters<typeof defineCommand>[2],
): ReturnType<typeof defineCommand> {
  return defineCommand({ ...definition, version: VERSION }, (program) => addStoreOptions(addOptions(program)), act);
}

function addStoreOptions(program: Command): Command {
  return program
    .option(
      '--store <place>',
      'the store: a file, or postgres://… (default: artifacts.sqlite, or what artifact-store.yaml names)',
    )
    .option('--config <file>', 'configuration (default: artifact-store.yaml here or in a folder above)')
    .option('--model <name>', `${EMBEDDER_FORMS} (default: the one of the store, else builtin)`)
    .addOption(
      new Option('--log <level>', 'write events of this level and above to stderr, one JSON object per line').choices(
        LOG_LEVELS,
      ),
    );
}

/** Options that narrow down which artifacts are meant. */
export interface FilterOptions {
  readonly type?: readonly string[];
  readonly sourceSystem?: readonly string[];
  readonly sensitivity?: readonly string[];
  readonly sourcePrefix?: string;
  readonly where?: Readonly<Record<string, readonly string[]>>;
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly since?: string;
  readonly until?: string;
}

/** Adds the options that narrow down which artifacts are meant. */
export function addFilterOptions(program: Command): Command {
  return program
    .option('--type <type>', 'only artifacts of this type; can be repeated, like the next five options', repeatedValue)
    .option('--source-system <name>', 'only from this system', repeatedValue)
    .option('--sensitivity <level>', 'only of this level', repeatedValue)
    .option('--from <person>', 'only emails whose sender has this in the name or address', repeatedValue)
    .option('--to <person>', 'only emails with this in the name or address of a recipient', repeatedValue)
    .option(
      '--where <key=value>',
      'only artifacts with this attribute, set by ingest --set or read from the file',
      repeatedFact,
    )
    .option(
      '--source-prefix <text>',
      'only artifacts whose source id starts with this, for example a folder and a slash',
    )
    .option('--since <time>', 'only from this time on')
    .option('--until <time>', 'only before this time');
}

/** The store's filter for the options. */
export function filterOf(options: FilterOptions): ArtifactFilter {
  const { type, sourceSystem, sensitivity, from, to, where, sourcePrefix, since, until } = options;
  return {
    artifactTypes: type,
    sourceSystems: sourceSystem,
    sensitivities: sensitivity,
    senders: from,
    recipients: to,
    attributes: where,
    sourceIdPrefix: sourcePrefix,
    since,
    until,
  };
}

/** Whether any of the options narrows something down. */
export function hasFilter(options: FilterOptions): boolean {
  return Object.values(filterOf(options)).some((value) => value !== undefined);
}

/** Splits `key=value` for commander. */
export function keyAndValue(fact: string): readonly [key: string, value: string] {
  const at = fact.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write it as key=value.');
  return [fact.slice(0, at), fact.slice(at + 1)];
}

/** The error for options that contradict each other or the arguments. */
export function wrongUsage(message: string, remedy: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy });
}

function repeatedFact(
  fact: string,
  before: Readonly<Record<string, readonly string[]>> = {},
): Readonly<Record<string, readonly string[]>> {
  const [key, value] = keyAndValue(fact);
  return { ...before, [key]: [...(before[key] ?? []), value] };
}
