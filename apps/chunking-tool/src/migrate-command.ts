import type { CommandIo, ExitCode } from '@topicmill/cli';
import type { Command } from 'commander';
import { type MigratedFile, type MigrateOptions, migrateFolder } from './migrate-folder.js';

/** Adds `chunking-tool migrate`; its exit code is 1 when a record could not be made whole. */
export function addMigrate(program: Command, io: CommandIo, setExitCode: (code: ExitCode) => void): void {
  program
    .command('migrate')
    .description('Turns the record files of a folder, of older formats, into the present format.')
    .argument('<folder>', 'folder of record files')
    .option('--out <folder>', 'folder for the new records')
    .option('--in-place', 'overwrite the old records')
    .option('--title <text>', 'title of the document, where a record has none')
    .option('--content-type <type>', 'content type, where the id does not say it')
    .option('--json', 'print what became of each file as JSON')
    .action((folder: string, _own: unknown, command: Command) => {
      const options = command.optsWithGlobals<MigrateOptions & { readonly json?: true }>();
      const files = migrateFolder(folder, options, io);
      if (options.json) io.stdout.write(`${JSON.stringify(files, null, 2)}\n`);
      else {
        for (const file of files) reportFile(file, io);
        io.stdout.write(`${files.filter(({ written }) => written !== undefined).length} of ${files.length} records\n`);
      }
      setExitCode(files.every(({ written }) => written !== undefined) ? 0 : 1);
    });
}

function reportFile({ file, unfilled, faults }: MigratedFile, io: CommandIo): void {
  for (const { field, how, reason } of unfilled) io.stderr.write(`${file}: ${field} ${how}: ${reason}\n`);
  for (const fault of faults) io.stderr.write(`${file}: not written: ${fault}\n`);
}
