import { type CommandIo, createProgram, type ExitCode, runProgram, wholeNumber } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { openQuestions, WITHIN_HELP } from '../questions/open-questions.js';
import {
  describePlan,
  describeReport,
  type RunOptions,
  runWriting,
  type WritingOutcome,
} from '../questions/run-writing.js';

/** Runs `topicmill questions write`; see `--help`. Returns the exit code. */
export function questionsWrite(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill questions write',
      version: PIPELINE_VERSION,
      description:
        'Has a model of Ollama or OpenAI write questions for chunks that have none or were edited since, and about pages that have none about the page as a whole. It first shows what that costs and asks for confirmation. Each answer is checked and saved before the next request, so a run that was stopped resumes where it left off.',
      examples: [
        ['topicmill questions write --dry-run', 'chunks, requests, tokens and price'],
        ['topicmill questions write --model ollama:llama3.1', 'by a model on this machine'],
        [
          'topicmill questions write guide --yes --budget 20000',
          'one category, without a question, within 20,000 tokens',
        ],
      ],
    },
    io,
  )
    .argument('[topics...]', WITHIN_HELP)
    .option('--model <name>', 'ollama:<model> or openai:<model>, instead of the configured one')
    .option('--budget <tokens>', 'maximum tokens of requests and answers together', wholeNumber(1))
    .option('--limit <number>', 'maximum number of chunks', wholeNumber(1))
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show what it would cost, and send no request')
    .option('--json', 'print the report as JSON')
    .action(async (within: string[], { json, ...options }: RunOptions & { json?: true }) => {
      const opened = await openQuestions(within, io);
      const outcome = await runWriting(opened, options, io);
      io.stdout.write(json ? indentedJson(withoutError(outcome)) : describe(outcome));
      const isWhole = outcome.report?.failure === undefined && !outcome.isRefused;
      if (!isWhole || opened.diagnostics.length > 0) exitCode = 1;
      if (outcome.report?.stopped === 'interrupt') exitCode = 130;
    });
  return runProgram(program, args, io, () => exitCode);
}

function withoutError({ report, ...outcome }: WritingOutcome): unknown {
  return report === undefined
    ? outcome
    : { ...outcome, report: { ...report, failure: report.failure?.toDiagnostic() } };
}

function describe(outcome: WritingOutcome): string {
  const { chunkCount, leftOut, report, isRefused } = outcome;
  const hidden = leftOut.map((id) => `left for people: ${id}, which has hidden text\n`).join('');
  if (report !== undefined) return hidden + describeReport(report);
  if (chunkCount === 0) return `${hidden}Every chunk has been asked about.\n`;
  return `${hidden}${isRefused ? 'Nobody was asked; give --yes to agree in advance.' : describePlan(outcome)}\n`;
}
