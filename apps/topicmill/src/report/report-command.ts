import {
  type CommandDefinition,
  type CommandIo,
  defineCommand,
  type ExitCode,
  reportDiagnostics,
} from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import type { Workspace } from '@topicmill/pipeline/runner';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import type { Command } from 'commander';

/** A command of `topicmill`. See `defineCommand`. */
export function topicmillCommand(
  definition: Omit<CommandDefinition, 'version'>,
  addOptions: Parameters<typeof defineCommand>[1],
  act: Parameters<typeof defineCommand>[2],
): ReturnType<typeof defineCommand> {
  return defineCommand({ ...definition, version: PIPELINE_VERSION }, addOptions, act);
}

/** What a command found out or did. */
interface Report {
  /** For machines: what `--json` prints. */
  readonly data: object;
  /** For people, without line ends. */
  readonly lines: readonly string[];
  /** Without `--json`, printed to stderr. One that is an error makes the exit code 1. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** What a report is made from. */
interface ReportContext<Options> {
  readonly workspace: Workspace;
  readonly options: Options;
  readonly args: readonly string[];
  /** Absolute path of the folder in which the command was called. */
  readonly cwd: string;
  readonly env: CommandIo['env'];
}

/**
 * A command that reports on the workspace it is called in, to people or, with `--json`, to machines.
 *
 * @param addOptions adds arguments and options other than `--json`
 */
export function reportCommand<Options>(
  definition: Omit<CommandDefinition, 'version'>,
  addOptions: (program: Command) => Command,
  report: (context: ReportContext<Options>) => Report | Promise<Report>,
): (args: readonly string[], io: CommandIo) => Promise<ExitCode> {
  return topicmillCommand(
    definition,
    (program) => addOptions(program).option('--json', 'print the report as JSON'),
    (io, program) => async () => {
      const { json, ...options } = program.opts();
      // Queries, whose command is declared here too, need none of it.
      const { openWorkspace } = await import('@topicmill/pipeline/workspace');
      const {
        data,
        lines,
        diagnostics = [],
      } = await report({
        workspace: openWorkspace(io.cwd, { env: io.env }),
        options: options as Options,
        args: program.processedArgs.flat() as string[],
        cwd: io.cwd,
        env: io.env,
      });
      if (json) io.stdout.write(indentedJson(data));
      else {
        reportDiagnostics(diagnostics, io);
        for (const line of lines) io.stdout.write(`${line}\n`);
      }
      return diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
    },
  );
}

/** A size for people: `512 B`, `1.4 kB`, `12.0 MB`. */
export function formatBytes(byteLength: number): string {
  if (byteLength < 1000) return `${byteLength} B`;
  return byteLength < 1_000_000 ? `${(byteLength / 1000).toFixed(1)} kB` : `${(byteLength / 1_000_000).toFixed(1)} MB`;
}
