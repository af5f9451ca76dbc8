import { type CommandIo, counted, createProgram, type ExitCode, runProgram, wholeNumber } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { type OpenChunk, openChunks, todoOf } from '@topicmill/pipeline/questions';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { openQuestions, WITHIN_HELP } from '../questions/open-questions.js';

interface TodoOptions {
  readonly limit: number;
  readonly json?: true;
}

const DEFAULT_LIMIT = 20;

/** Runs `topicmill questions todo`; see `--help`. Returns the exit code. */
export function questionsTodo(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill questions todo',
      version: PIPELINE_VERSION,
      description:
        'Lists chunks that have no questions or were edited since, and those that open a page without questions about the page as a whole, with instructions for the model or agent that writes them. Pass the answers to `topicmill questions add`. Nothing is written, and no server is called.',
      examples: [
        ['topicmill questions todo --json --limit 5', 'five chunks with their texts and instructions'],
        [
          'topicmill questions todo guide/install',
          'list the chunks of a topic, and of those below it, that are to be asked about',
        ],
        ['topicmill questions todo docs/guide/install.md', 'of one page only'],
      ],
    },
    io,
  )
    .argument('[topics...]', WITHIN_HELP)
    .option('--limit <number>', 'maximum number of chunks', wholeNumber(1), DEFAULT_LIMIT)
    .option('--json', 'print texts and instructions as JSON')
    .action(async (within: string[], { limit, json }: TodoOptions) => {
      const { topics, diagnostics, workspace } = await openQuestions(within, io);
      if (diagnostics.length > 0) exitCode = 1;
      const { perChunk } = workspace.config.questions;
      const open = openChunks(topics, perChunk);
      if (json) {
        const todo = todoOf(open, perChunk, limit);
        io.stdout.write(indentedJson(todo));
        return;
      }
      for (const each of open.slice(0, limit))
        io.stdout.write(`${each.chunk.id}: ${each.chunk.title}${noteOf(each)}\n`);
      const further = Math.max(0, open.length - limit);
      if (further > 0) io.stdout.write(`and ${counted(further, 'chunk')} more\n`);
      else if (open.length === 0) io.stdout.write('Every chunk has been asked about.\n');
    });
  return runProgram(program, args, io, () => exitCode);
}

/** Why a chunk is listed that has questions. */
function noteOf({ earlier, present, pageCount }: OpenChunk): string {
  if (pageCount > 0 && present !== undefined) return ' (the page as a whole)';
  return earlier.length === 0 ? '' : present === undefined ? ' (edited)' : ' (questions of a chunk that is gone)';
}
