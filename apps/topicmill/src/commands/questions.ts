import { type CommandIo, type ExitCode, runCommandGroup } from '@topicmill/base/cli';
import { VERSION } from '../version.js';

/** Runs `topicmill questions`; see `--help`. Returns the exit code. */
export function questions(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  return runCommandGroup(
    {
      name: 'topicmill questions',
      version: VERSION,
      description:
        'Manages the questions that models write for chunks, in the words of people who do not know the docs. They are kept in model-questions.md next to each reference (for pages, in topicmill/), and searches take them into account.',
      examples: [
        ['topicmill questions status', 'how many chunks have none'],
        ['topicmill questions todo --json --limit 5', 'five chunks with instructions, for an agent'],
        ['topicmill questions add answers.json', 'take what it wrote'],
      ],
    },
    [
      {
        name: 'status',
        summary: 'count chunks with and without questions',
        load: async () => (await import('./question-commands.js')).questionsStatus,
      },
      {
        name: 'todo',
        summary: 'list chunks without questions, with instructions',
        load: async () => (await import('./question-commands.js')).questionsTodo,
      },
      {
        name: 'write',
        summary: 'let a model write the questions of chunks without any',
        load: async () => (await import('./question-commands.js')).questionsWrite,
      },
      {
        name: 'add',
        summary: 'check questions that a model or agent wrote, and keep them',
        load: async () => (await import('./question-commands.js')).questionsAdd,
      },
      {
        name: 'filter',
        summary: 'drop questions that cost more than they gain',
        load: async () => (await import('./question-commands.js')).questionsFilter,
      },
    ],
    args,
    io,
  );
}
