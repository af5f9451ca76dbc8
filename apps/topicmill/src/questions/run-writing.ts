import {
  type CommandIo,
  canAsk,
  confirm,
  counted,
  joinLines,
  reportDiagnostics,
  untilInterrupted,
} from '@topicmill/base/cli';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { createTextGenerator, type TextGenerator } from '@topicmill/embedding/llm-infrastructure';
import {
  openChunks,
  planWriting,
  type QuestionedTopics,
  type Refusal,
  readQuestionedTopics,
  type WritingPlan,
  type WritingReport,
  writeQuestions,
} from '@topicmill/pipeline/questions';
import type { Workspace } from '@topicmill/pipeline/runner';
import { startProgress } from '../report/progress.js';
import { folderNamed, pageNamed } from '../workspace/folder-named.js';
import { openSurroundingWorkspace } from '../workspace/open-surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

/** How a model is asked by a command. */
export interface RunOptions {
  readonly model?: string | undefined;
  readonly budget?: number | undefined;
  /** Maximum number of chunks. */
  readonly limit?: number | undefined;
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/** What asking would take, and what was done. */
export interface WritingOutcome {
  readonly model: string;
  readonly chunkCount: number;
  readonly requestCount: number;
  readonly tokenCount: number;
  /** In US dollars; `null` when the price is not configured. */
  readonly costUsd: number | null;
  /** Chunks with hidden text, which are for people or an agent. */
  readonly leftOut: readonly string[];
  /** `undefined` where nobody was asked. */
  readonly report?: WritingReport | undefined;
  /** Whether the person at the terminal said no, or there was nobody to ask. */
  readonly isRefused: boolean;
}

/**
 * Asks the configured model about chunks without questions, once somebody has agreed to what it takes.
 *
 * @throws TopicmillError `INVALID_OPTION` where no model is configured; `GENERATOR_UNKNOWN`
 */
export async function runWriting(
  { topics, workspace }: OpenedQuestions,
  { model = workspace.config.questions.model, budget, limit, yes = false, dryRun = false }: RunOptions,
  io: CommandIo,
): Promise<WritingOutcome> {
  if (model === undefined) {
    throw new TopicmillError('INVALID_OPTION', 'No model for writing questions is given.', {
      remedy: 'Give --model ollama:<model> or openai:<model>, or set questions.model in topicmill.yaml.',
    });
  }
  const generator = createTextGenerator(model, { env: io.env });
  const { perChunk, budgetTokens, ...configured } = workspace.config.questions;
  const price =
    generator.usdPerMillionTokens ?? (model === configured.model ? configured.usdPerMillionTokens : undefined);
  const plan = await planWriting(openChunks(topics, perChunk).slice(0, limit), perChunk);
  const outcome = outcomeOf(plan, generator.model, price);
  if (outcome.chunkCount === 0 || dryRun) return { ...outcome, isRefused: false };
  io.stderr.write(`${describePlan(outcome)}\n`);
  if (!yes && !(canAsk(io) && (await confirm(`Ask ${generator.model}?`, io)))) return { ...outcome, isRefused: true };
  const progress = startProgress('Questions', io);
  const report = await untilInterrupted((stop) => {
    stop.addEventListener('abort', () => {
      progress.stop();
      io.stderr.write('Waiting for the answers under way, which are paid for; Ctrl+C once more stops at once.\n');
    });
    return writeQuestions(plan, {
      generator,
      budgetTokens: budget ?? budgetTokens,
      stop,
      onProgress: (done, total) => progress.update(`${done} of ${counted(total, 'chunk')}`),
    });
  }).finally(() => progress.stop());
  reportDiagnostics(refusalDiagnostics(report.refused), io);
  if (report.failure !== undefined) reportDiagnostics([report.failure.toDiagnostic()], io);
  return { ...outcome, report, isRefused: false };
}

function outcomeOf(
  plan: WritingPlan,
  model: string,
  price: TextGenerator['usdPerMillionTokens'],
): Omit<WritingOutcome, 'isRefused'> {
  const { batches, leftOut, promptTokens, answerTokens } = plan;
  return {
    model,
    chunkCount: batches.reduce((sum, { chunks }) => sum + chunks.length, 0),
    requestCount: batches.length,
    tokenCount: promptTokens + answerTokens,
    costUsd: price === undefined ? null : (promptTokens * price.prompt + answerTokens * price.answer) / 1_000_000,
    leftOut: leftOut.map(({ chunk }) => chunk.id),
  };
}

/** What asking takes, on a line. */
export function describePlan({
  model,
  chunkCount,
  requestCount,
  tokenCount,
  costUsd,
}: Omit<WritingOutcome, 'isRefused'>): string {
  const cost = costUsd === null ? 'price not configured' : costUsd === 0 ? 'free' : `about $${costUsd.toFixed(4)}`;
  return `${model}: ${counted(chunkCount, 'chunk')} in ${counted(requestCount, 'request')}, about ${tokenCount} tokens, ${cost}`;
}

/** What was done, a line each. */
export function describeReport({
  added,
  skipped,
  refused,
  unanswered,
  files,
  leftCount,
  stopped,
}: WritingReport): string {
  return joinLines([
    ...files.map((file) => `written ${file}`),
    `${counted(added.length, 'question')}, ${counted(skipped.length, 'chunk')} skipped, ${refused.length} refused`,
    ...(unanswered.length === 0
      ? []
      : [`${counted(unanswered.length, 'chunk')} without a question that could be kept; another run asks again`]),
    ...(stopped === 'budget' ? [`The budget is spent: ${counted(leftCount, 'chunk')} left for another run`] : []),
    ...(stopped === 'failure' || stopped === 'interrupt'
      ? [`Stopped: ${counted(leftCount, 'chunk')} left for another run; what came is kept`]
      : []),
  ]);
}

/** What help says about the argument that restricts a command. */
export const WITHIN_HELP = 'topics and categories with all below them, or single pages by path (default: everything)';

/** A workspace with its topics as models are asked about them. */
export interface OpenedQuestions extends QuestionedTopics {
  readonly workspace: Workspace;
}

/**
 * Opens the docs around the current folder; faults of topics that are left out go to stderr.
 *
 * @param within topics and categories, by id or folder with all that is below them, or a page by its path, alone; everything where
 *   there are none
 * @throws TopicmillError `INVALID_OPTION`, and as `openWorkspace`
 */
export async function openQuestions(within: readonly string[], io: CommandIo): Promise<OpenedQuestions> {
  const workspace = openSurroundingWorkspace(surroundingsOf(io));
  const choices = within.map((argument) => ({
    id: folderNamed(argument, workspace, io.cwd).id,
    isAlone: pageNamed(argument, workspace, io.cwd) !== undefined,
  }));
  const { topics, diagnostics } = await readQuestionedTopics(workspace, choices);
  reportDiagnostics(diagnostics, io);
  return { workspace, topics, diagnostics };
}

/** A warning for each question that is not kept. */
export function refusalDiagnostics(refused: readonly Refusal[]): Diagnostic[] {
  return refused.map(({ chunk, question, reason, message }) => ({
    severity: 'warning',
    code: 'QUESTION_REFUSED',
    message: `${reason}: ${question === undefined ? '' : `"${question}" for `}${chunk || 'the docs root'}: ${message}`,
    remedy: REMEDIES[reason as keyof typeof REMEDIES] ?? 'Write another question, and add it.',
  }));
}

const REMEDIES = {
  'unknown-chunk': 'Use the ids that `topicmill questions todo --json` lists.',
  'stale-text': 'Run `topicmill questions todo --json` again, and give the text_hash of the present text.',
  'chunk-twice': 'Give all questions for a chunk together.',
  'not-opening': 'Give it under `questions` of a chunk that answers it.',
};
