import type { CommandIo } from './command-io.js';
import { type CommandDefinition, createProgram, type ExitCode, runProgram } from './run-command.js';

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
