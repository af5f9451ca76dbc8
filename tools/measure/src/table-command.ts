import {
  type CommandDefinition,
  type CommandIo,
  createProgram,
  type ExitCode,
  existingFolder,
  runProgram,
} from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import type { Command } from 'commander';
import { RunOrigin } from './recorded-result.js';
import { formatTable, type Table } from './table.js';

/** What every measurement has at hand. */
export interface MeasureContext {
  readonly io: CommandIo;
  /** Says what is going on, to stderr. */
  log(message: string): void;
}

/**
 * A command that measures something: it prints each table as soon as it is there, or all of them as JSON. A measurement
 * that throws fails, and the tables before are printed and recorded anyway.
 *
 * @param addOptions adds what the measurement can be told
 * @param measure given the options and the command's arguments
 */
export function tableCommand<Options>(
  definition: Omit<CommandDefinition, 'version'>,
  addOptions: (program: Command) => Command,
  measure: (options: Options, context: MeasureContext, args: readonly string[]) => AsyncIterable<Table>,
): (args: readonly string[], io: CommandIo) => Promise<ExitCode> {
  return (args, io) => {
    const program = addOptions(createProgram({ ...definition, version: '0.1.0' }, io))
      .option('--json', 'print JSON')
      .option('--record <file>', 'write the result where `npm run report:proof` reads it')
      .action(async () => {
        const options = program.opts<Options & { readonly json?: true; readonly record?: string }>();
        const tables: Table[] = [];
        const log = (message: string): void => {
          io.stderr.write(message);
        };
        const origin = options.record && new RunOrigin(calledAs(definition.name, args), io.cwd);
        try {
          for await (const table of measure(options, { io, log }, program.processedArgs.flat() as string[])) {
            tables.push(table);
            if (!options.json) io.stdout.write(`${formatTable(table)}\n`);
          }
        } finally {
          if (options.json) io.stdout.write(indentedJson({ node: process.version, tables }));
          if (origin) origin.record(options.record!, tables);
        }
      });
    return runProgram(program, args, io, () => 0);
  };
}

/** Where the result is written says nothing of how it was measured. */
function calledAs(name: string, args: readonly string[]): string {
  const at = args.indexOf('--record');
  return [name, ...args.filter((_, i) => at === -1 || i < at || i > at + 1)].join(' ');
}

/** Adds `--topics`: without it, `topics` in the folder that the environment variable TOPICMILL_CORPORA names. */
export function addTopicsOption(program: Command): Command {
  return addCorpusOption(program, '--topics <folder>', 'topics', 'folder of topics at any depth');
}

/** Adds `--corpora`: without it, what the environment variable TOPICMILL_CORPORA names. */
export function addCorporaOption(program: Command): Command {
  return addCorpusOption(program, '--corpora <folder>', '.', 'folder with `topics`, `passages` or both');
}

function addCorpusOption(program: Command, flags: string, below: string, description: string): Command {
  const corpora = process.env['TOPICMILL_CORPORA'];
  const note = `${description} (default: ${below === '.' ? 'the folder' : `\`${below}\` in the folder`} that TOPICMILL_CORPORA names)`;
  if (corpora === undefined) return program.requiredOption(flags, note, existingFolder);
  return program.option(flags, note, existingFolder, `${corpora}/${below}`);
}
