import { type CommandIo, counted, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { worktreeSnapshot } from '@topicmill/pipeline/gate';
import { type FilterReport, filterQuestions, type JudgedQuestion } from '@topicmill/pipeline/questions';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { cutAndReport, indexDocs } from '../gate/ask-docs.js';
import { openQuestions, WITHIN_HELP } from '../questions/open-questions.js';
import { startProgress } from '../report/progress.js';

/** Runs `topicmill questions filter`; see `--help`. Returns the exit code. */
export function questionsFilter(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill questions filter',
      version: PIPELINE_VERSION,
      description:
        'Drops model-written questions that another page answers better, that repeat the text, that say nothing, or that make answers to other questions worse. To find out, it asks all questions of the docs with and without each one. A dropped question is not written again. Builds never do this.',
      examples: [
        ['topicmill questions filter --dry-run', 'say which questions would be dropped, and why'],
        ['topicmill questions filter', 'drop them, for review in a diff'],
        ['topicmill questions filter guide --json', 'those of one category; for machines'],
      ],
    },
    io,
  )
    .argument('[topics...]', WITHIN_HELP)
    .option('--dry-run', 'write nothing')
    .option('--json', 'print dropped and kept questions as JSON')
    .action(async (within: string[], { dryRun = false, json }: { dryRun?: boolean; json?: true }) => {
      const { topics, diagnostics, workspace } = await openQuestions(within, io);
      const searched = await cutAndReport(worktreeSnapshot(workspace), io);
      const progress = startProgress('Questions', io);
      try {
        const report = await filterQuestions(
          topics,
          { topics: searched.topics, index: await indexDocs(searched.topics, workspace, io) },
          { isDryRun: dryRun, onProgress: (done, total) => progress.update(`asked ${done} of ${total}`) },
        );
        progress.stop();
        io.stdout.write(json ? indentedJson(report) : format(report, dryRun));
        if (diagnostics.length + searched.diagnostics.length > 0) exitCode = 1;
      } finally {
        progress.stop();
      }
    });
  return runProgram(program, args, io, () => exitCode);
}

function format({ dropped, kept, files }: FilterReport, isDryRun: boolean): string {
  return [
    ...dropped.map(
      ({ chunk, question, reason, message, otherTopic, ...gain }) =>
        `${chunk || 'the docs root'}: "${question}"\n  ${reason}: ${message}${otherTopic === undefined ? '' : ` (${otherTopic})`} ${gainOf(gain)}`,
    ),
    ...files.map((file) => `${isDryRun ? 'would write' : 'written'} ${file}`),
    `${counted(dropped.length, 'question')} ${isDryRun ? 'to drop' : 'dropped'}, ${kept.length} kept`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** What a question has brought; places without it, since it is to be dropped. */
function gainOf({ gained, place }: Pick<JudgedQuestion, 'gained' | 'place'>): string {
  const sum = gained > 0 ? `+${gained.toFixed(2)}` : gained.toFixed(2);
  return `Gained ${Math.abs(gained) < 0.005 ? '0.00' : sum}; without it, its page is ${place === 0 ? 'not found' : `in place ${place}`}.`;
}
