import { sep } from 'node:path';
import { Command, CommanderError } from 'commander';
import { type Diagnostic, type DiagnosticCode, diagnosticsOf } from '../diagnostics/index.js';
import { relativePath } from '../files/index.js';
import { isWithin } from '../paths.js';
import { type CommandIo, coloursFor, withColourOption } from './command-io.js';
import { reportDiagnostics } from './screen.js';

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

/** Where standard output has no width of its own. */
const HELP_WIDTH = 80;

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
  const { bold } = coloursFor(io.stdout, io.env);
  return new Command(definition.name)
    .description(definition.description)
    .version(definition.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text) => reportDiagnostics([usageError(text, definition.optionsElsewhere)], io),
      getOutHelpWidth: () => (io.stdout.isTTY === true ? io.stdout.columns : undefined) || HELP_WIDTH,
      getOutHasColors: () => coloursFor(io.stdout, io.env).isColorSupported,
    })
    .configureHelp({
      styleTitle: (text) => bold(text),
      styleOptionTerm: (text) => bold(text),
      styleSubcommandTerm: (text) => bold(text),
    })
    .addHelpText(
      'after',
      `\n${bold('Examples:')}\n${examples.join('\n')}\n\nExit codes: 0 done, 1 the work failed, 2 wrong usage or configuration.\nColours: on a terminal, or as --color, --no-color, NO_COLOR and FORCE_COLOR say.`,
    );
}

/** What commander says about a command line, as one of our findings. */
function usageError(text: string, optionsElsewhere: CommandDefinition['optionsElsewhere'] = {}): Diagnostic {
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
  return { severity: 'error', code: 'INVALID_OPTION', message, remedy };
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
  const own = withColourOption(args, io);
  try {
    await program.parseAsync([...own.args], { from: 'user' });
    return exitCode();
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    const diagnostics = diagnosticsOf(thrown, shownPathOf(thrown, io.cwd)).map((each) => withShownPath(each, io.cwd));
    reportDiagnostics(diagnostics, own.io);
    return diagnostics.some(({ code }) => USAGE_CODES.has(code)) ? 2 : 1;
  }
}

/** What an action of a command gives: the exit code, 0 without one. */
type Done = Promise<ExitCode | undefined> | Promise<void>;

/**
 * A command with its arguments and options, and what it does with them.
 *
 * @param addOptions adds arguments and options to the program
 * @param act given where it reads and writes: the action, as commander calls it
 * @returns runs the command with the arguments after its name, and gives the exit code; nothing is thrown
 */
export function defineCommand(
  definition: CommandDefinition,
  addOptions: (program: Command, io: CommandIo) => Command,
  act: (io: CommandIo, program: Command) => (...given: never[]) => Done,
): (args: readonly string[], io: CommandIo) => Promise<ExitCode> {
  return (args, io) => {
    let exitCode: ExitCode = 0;
    const program = createProgram(definition, io);
    const action = act(io, program) as (...given: unknown[]) => Done;
    addOptions(program, io).action(async (...given: unknown[]) => {
      exitCode = (await action(...given)) ?? 0;
    });
    return runProgram(program, args, io, () => exitCode);
  };
}

/** The path that an error of the system names, if it is below the folder in which the command was called. */
function shownPathOf(thrown: unknown, cwd: string): string | undefined {
  const path = thrown instanceof Error && 'syscall' in thrown && 'path' in thrown ? thrown.path : undefined;
  return typeof path === 'string' ? fromFolder(path, cwd) : undefined;
}

/** A file below the folder in which the command was called is named from there, whatever code could not read it. */
function withShownPath(diagnostic: Diagnostic, cwd: string): Diagnostic {
  const shown = diagnostic.file === undefined ? undefined : fromFolder(diagnostic.file, cwd);
  return shown === undefined ? diagnostic : { ...diagnostic, file: shown };
}

function fromFolder(path: string, cwd: string): string | undefined {
  return isWithin(path, cwd, sep) ? relativePath(cwd, path) : undefined;
}

/** One command of several; its code is loaded when it is called. */
export interface GroupedCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Heading of the help that it is listed below, for a list that is too long to be read at a glance. */
  readonly heading?: string;
  load(): Promise<(args: readonly string[], io: CommandIo) => Promise<ExitCode>>;
}

/**
 * Runs the command that the first argument names with the arguments after it.
 *
 * @param givenArgs the command line after the group's name
 * @returns the exit code; nothing is thrown
 */
export function runCommandGroup(
  definition: CommandDefinition,
  commands: readonly GroupedCommand[],
  givenArgs: readonly string[],
  givenIo: CommandIo,
): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const { args, io } = withColourOption(givenArgs, givenIo);
  const program = createProgram(definition, io)
    .usage('<command> [options]')
    .helpCommand(false)
    .enablePositionalOptions();
  program.configureHelp({ ...program.configureHelp(), subcommandTerm: (command) => command.name() });
  for (const { name, summary, heading = 'Commands:', load } of commands) {
    program
      .command(name)
      .description(summary)
      .helpGroup(heading)
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
