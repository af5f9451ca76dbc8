import type { CommandIo, ExitCode } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import type { Command } from 'commander';
import type { MigratedFile, MigrateOptions } from './migrate-folder.js';

interface ReportOptions {
  readonly json?: true;
  readonly quiet?: true;
}

/** Adds `chunking-tool migrate`; its exit code is 1 when a record could not be completed. */
export function addMigrate(program: Command, io: CommandIo, setExitCode: (code: ExitCode) => void): void {
  program
    .command('migrate')
    .description('Converts the record files of a folder from older formats to the current one.')
    .argument('<folder>', 'folder of record files')
    .option('--out <folder>', 'folder for the new records')
    .option('--in-place', 'overwrite the old records')
    .option('--title <text>', 'title of the document, where a record has none')
    .option('--content-type <type>', 'content type, where the id does not name one')
    .option('--dry-run', 'print what would be written; write nothing')
    .option('--json', 'print the result for each file as JSON')
    .option('--quiet', 'print findings only')
    .action(async (folder: string, _own: unknown, command: Command) => {
      const { migrateFolder } = await import('./migrate-folder.js');
      const options = command.optsWithGlobals<MigrateOptions & ReportOptions>();
      const files = migrateFolder(folder, options, io);
      if (options.json) io.stdout.write(indentedJson(files));
      else report(files, options, io);
      setExitCode(files.every(({ written }) => written !== undefined) ? 0 : 1);
    });
}

function report(
  files: readonly MigratedFile[],
  { dryRun, quiet }: MigrateOptions & ReportOptions,
  io: CommandIo,
): void {
  for (const file of files) reportFaults(file, io);
  if (quiet) return;
  const written = files.flatMap(({ written }) => written ?? []);
  if (dryRun) for (const path of written) io.stdout.write(`would write ${path}\n`);
  io.stdout.write(`${written.length} of ${files.length} records\n`);
}

function reportFaults({ file, unfilled, faults }: MigratedFile, io: CommandIo): void {
  for (const { field, how, reason } of unfilled) io.stderr.write(`${file}: ${field} ${how}: ${reason}\n`);
  for (const fault of faults) io.stderr.write(`${file}: not written: ${fault}\n`);
}
