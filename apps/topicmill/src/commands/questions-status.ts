import { type CommandIo, counted, createProgram, type ExitCode, joinLines, runProgram } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { findOrphanedNotes } from '@topicmill/pipeline/orphans';
import { type QuestionStatus, questionStatus } from '@topicmill/pipeline/questions';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { openQuestions, WITHIN_HELP } from '../questions/open-questions.js';

const COUNTS = ['chunks', 'missing', 'edited', 'pages', 'byModel', 'byPeople', 'deleted', 'gone'] as const;
type Totals = Readonly<Record<(typeof COUNTS)[number], number>>;

/** Runs `topicmill questions status`; see `--help`. Returns the exit code. */
export function questionsStatus(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill questions status',
      version: PIPELINE_VERSION,
      description: 'Counts the chunks that have questions written by a model, those without, and what people changed.',
      examples: [
        ['topicmill questions status', 'the whole docs root, and each topic with chunks to ask about'],
        ['topicmill questions status guide --json', 'the topics below guide, for machines'],
      ],
    },
    io,
  )
    .argument('[topics...]', WITHIN_HELP)
    .option('--json', 'print the counts as JSON')
    .action(async (within: string[], { json }: { json?: true }) => {
      const { topics, diagnostics, workspace } = await openQuestions(within, io);
      if (diagnostics.length > 0) exitCode = 1;
      const states = topics.map((topic) => questionStatus(topic, workspace.config.questions.perChunk));
      const totals = Object.fromEntries(
        COUNTS.map((key) => [key, states.reduce((sum, state) => sum + state[key], 0)]),
      ) as Totals;
      const orphaned = within.length === 0 ? findOrphanedNotes(workspace) : [];
      io.stdout.write(
        json ? indentedJson({ totals, topics: states, orphaned }) : format(totals, states) + formatOrphaned(orphaned),
      );
    });
  return runProgram(program, args, io, () => exitCode);
}

/** Files of questions and notes that count for no page. */
function formatOrphaned(paths: readonly string[]): string {
  return joinLines(paths.map((path) => `${path}: its page is gone or renamed, and what it has does not count`));
}

function format(totals: Totals, states: readonly QuestionStatus[]): string {
  const { chunks, missing, edited, pages, byModel, byPeople, deleted, gone } = totals;
  const open = states.filter((state) => state.missing + state.edited + state.pages + state.gone > 0);
  return joinLines([
    `${counted(chunks, 'chunk')}: ${missing} without questions, ${edited} edited since`,
    `${counted(byModel, 'question')} as a model wrote them, ${byPeople} by people, ${deleted} deleted or changed since`,
    ...(pages === 0 ? [] : [`${counted(pages, 'page')} not asked about as a whole`]),
    ...(gone === 0 ? [] : [`${counted(gone, 'question')} about chunks that are gone, which wait for another`]),
    ...open.map(
      (state) =>
        `  ${state.topic}: ${state.missing} without, ${state.edited} edited, of ${state.chunks}${state.pages === 0 ? '' : ', and the page as a whole'}${state.gone === 0 ? '' : `, ${counted(state.gone, 'question')} waiting`}`,
    ),
  ]);
}
