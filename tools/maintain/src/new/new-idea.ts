import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { writeFileIfChanged } from '@topicmill/base/files';
import { planIdea, type RoomFiles } from './plan-idea.js';

/** Runs `new`; see `--help`. Returns the exit code. */
export function newIdea(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'npm run new --',
      version: '0.1.0',
      description:
        'Starts an idea in a room: its folder with index.ts, a test, the export of the package, and its section in the README.',
      examples: [
        ['npm run new -- text/sentences', 'packages/text/src/sentences, imported as @topicmill/text/sentences'],
        ['npm run new -- text/sentences --dry-run', 'list the files that would be written'],
      ],
    },
    io,
  )
    .argument('<room/idea>', 'a room of packages/ and the new folder in it')
    .option('--dry-run', 'list the files, and write nothing')
    .action((path: string, { dryRun }: { dryRun?: true }) => {
      const [room = '', idea = ''] = path.split('/');
      for (const [file, text] of planIdea(room, idea, readRoom(io.cwd, room, idea))) {
        if (!dryRun) writeFileIfChanged(join(io.cwd, file), text, file);
        io.stdout.write(`${dryRun ? 'would write' : 'written'} ${file}\n`);
      }
    });
  return runProgram(program, args, io, () => 0);
}

function readRoom(cwd: string, room: string, idea: string): RoomFiles {
  const folder = join(cwd, 'packages', room);
  if (!/^[a-z]+$/.test(room) || !existsSync(join(folder, 'package.json'))) {
    throw new TopicmillError('INVALID_OPTION', `packages/ has no room "${room}".`, {
      remedy: 'Name a room and an idea, such as text/sentences.',
    });
  }
  if (existsSync(join(folder, 'src', idea))) {
    throw new TopicmillError('INVALID_OPTION', `packages/${room}/src/${idea} exists.`, {
      remedy: 'Choose another name.',
    });
  }
  return {
    manifest: readFileSync(join(folder, 'package.json'), 'utf8'),
    readme: readFileSync(join(folder, 'README.md'), 'utf8'),
  };
}
