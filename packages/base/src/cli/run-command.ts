import { sep } from 'node:path';
import { Command, CommanderError } from 'commander';
import {
  type Diagnostic,
  type DiagnosticCode,
  diagnosticsOf,
  formatDiagnostic,
  tellOnce,
} from '../diagnostics/index.js';
import { relativePath } from '../files/index.js';
import { isWithin } from '../paths.js';
import { type CommandIo, coloursFor } from './command-io.js';

/** 0 done, 1 the work failed, 2 wrong usage or configuration, 130 stopped by Ctrl+C. */
export type ExitCode = 0 | 1 | 2 | 130;

const USAGE_CODES: ReadonlySet<DiagnosticCode> = new Set([
  'CONFIG_INVALID',
  'CONFIG_MISSING',
  'CONFIG_UNREADABLE',
  'DOCS_ROOT_MISSING',
  'EMBEDDER_UNKNOWN',
  'GENERATOR_UNKNOWN',
  'INVALID_OPTION',
]);

/** The parts of a command line. */
export interface CommandDefinition {
  readonly name: string;
  readonly version: string;
  /** One sentence. */
  readonly description: string;
  /** Command lines with what they do, shown by `--help`. */
  readonly examples: readonly (readonly [commandLine: string, effect: string])[];
  /** Options that it does not have, but other commands do, with what they are called here: `--limit` is `-k`. */
  readonly optionsElsewhere?: Readonly<Record<string, string>>;
}

/** A commander program that writes to `io`, throws instead of exiting, and ends its help with examples and exit codes. */
export function createProgram(definition: CommandDefinition, io: CommandIo): Command {
  const width = Math.max(...definition.examples.map(([commandLine]) => commandLine.length));
  const examples = definition.examples.map(([commandLine, effect]) => `  ${commandLine.padEnd(width)}  ${effect}`);
  return new Command(definition.name)
    .description(definition.description)
    .version(definition.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(usageError(text, definition.optionsElsewhere)),
    })
    .addHelpText(
      'after',
      `\nExamples:\n${examples.join('\n')}\n\nExit codes: 0 done, 1 the work failed, 2 wrong usage or configuration.`,
    );
}

/** What commander says of a command line, as one of our findings. */
function usageError(text: string, optionsElsewhere: CommandDefinition['optionsElsewhere'] = {}): string {
  const [said = '', ...suggestion] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const message = `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.?$/, '.')}`;
  const meant = optionsElsewhere[/^unknown option '(.+)'$/.exec(said)?.[1] ?? ''];
  const remedy = [
    ...suggestion.map((line) => line.replace(/^\(|\)$/g, '')),
    ...(meant === undefined ? [] : [`Did you mean ${meant}?`]),
    'Run it with --help for examples.',
  ].join(' ');
  return `${formatDiagnostic({ severity: 'error', code: 'INVALID_OPTION', message, remedy })}\n`;
}

/**
 * Parses the arguments and runs the action that they name. Whatever is thrown becomes a message on stderr and an exit
 * code; nothing ends in a stack trace but a defect of ours.
 *
 * @param exitCode asked after the action, for work that failed without throwing
 */
export async function runProgram(
  program: Command,
  args: readonly string[],
  io: CommandIo,
  exitCode: () => ExitCode,
): Promise<ExitCode> {
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode();
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    const diagnostics = diagnosticsOf(thrown, shownPathOf(thrown, io.cwd));
    reportDiagnostics(diagnostics, io);
    return diagnostics.some(({ code }) => USAGE_CODES.has(code)) ? 2 : 1;
  }
}

/** The path that an error of the system names, if it is below the folder in which the command was called. */
function shownPathOf(thrown: unknown, cwd: string): string | undefined {
  const path = thrown instanceof Error && 'syscall' in thrown && 'path' in thrown ? thrown.path : undefined;
  return typeof path === 'string' && isWithin(path, cwd, sep) ? relativePath(cwd, path) : undefined;
}

/** Writes findings to stderr, a line each, and what several topics share once; errors in red, warnings in yellow, on a terminal. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], io: CommandIo): void {
  const colours = coloursFor(io.stderr, io.env);
  for (const diagnostic of tellOnce(diagnostics)) {
    const paint = diagnostic.severity === 'error' ? colours.red : colours.yellow;
    io.stderr.write(`${paint(formatDiagnostic(diagnostic))}\n`);
  }
}

/** One command of several; its code is loaded when it is called. */
export interface GroupedCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  load(): Promise<(args: readonly string[], io: CommandIo) => Promise<ExitCode>>;
}

/**
 * Runs the command that the first argument names with the arguments after it.
 *
 * @param args the command line after the group's name
 * @returns the exit code; nothing is thrown
 */
export function runCommandGroup(
  definition: CommandDefinition,
  commands: readonly GroupedCommand[],
  args: readonly string[],
  io: CommandIo,
): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(definition, io)
    .usage('<command> [options]')
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .enablePositionalOptions();
  for (const { name, summary, load } of commands) {
    program
      .command(name)
      .description(summary)
      .usage('[options]')
      .helpOption(false)
      .argument('[arguments...]')
      .allowUnknownOption()
      .passThroughOptions()
      .action(async (rest: string[]) => {
        const run = await load();
        exitCode = await run(rest, io);
      });
  }
  return runProgram(program, args, io, () => exitCode);
}
