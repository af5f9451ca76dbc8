import { resolve } from 'node:path';
import {
  type CommandIo,
  counted,
  type ExitCode,
  joinLines,
  type Screen,
  screenOf,
  shownLine,
} from '@topicmill/base/cli';
import { type Diagnostic, TopicmillError, throwFaults } from '@topicmill/base/diagnostics';
import { readDocument, readTextIfExists, writeFileIfChanged } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import {
  type Answer,
  type Asked,
  type Comparison,
  compareAnswers,
  formatBaseline,
  type KindQuestion,
  questionsOf,
  readBaseline,
  readQuestionsFile,
  type Scores,
  scoreAnswers,
  scoreKinds,
  scoreTopics,
  worktreeSnapshot,
  worstTopics,
} from '@topicmill/pipeline/gate';
import { type Folder, modelNames, type Workspace } from '@topicmill/pipeline/runner';

import { InvalidArgumentError, Option } from 'commander';
import { askInTurn, cutTopicsAndReport } from '../gate/ask-docs.js';
import { evaluateLog } from '../gate/evaluate-log.js';
import { topicmillCommand } from '../report/report-command.js';
import { openReranker, type Reranker } from '../reranking/open-reranker.js';
import { type RerankChoice, rerankOption } from '../reranking/rerank-option.js';
import { openSurroundingWorkspace } from '../workspace/open-surrounding-workspace.js';
import { type Surroundings, surroundingsOf } from '../workspace/surroundings.js';

interface EvalOptions {
  readonly baseline?: string;
  readonly update?: true;
  readonly dryRun?: true;
  readonly tolerance: number;
  readonly topicTolerance: number;
  readonly model?: string;
  readonly questions?: readonly string[];
  readonly log?: string;
  readonly rerank?: RerankChoice;
  readonly quiet?: true;
  readonly json?: true;
}

/** Topics that are named as answered worst. */
const WORST_COUNT = 5;
/** What a language model costs some questions is shown, and is not a regression of the docs. */
const NO_LIMIT = { overall: 1, topic: 1 };
const DEFAULT_BASELINE = 'retrieval-baseline.json';

/** Runs `topicmill eval`; see `--help`. */
export const evaluate = topicmillCommand(
  {
    name: 'topicmill eval',
    description:
      'Asks the questions of every qa-pairs.md by hybrid search, scores whether their own topic is found, and fails when answers are worse than in a baseline. The docs need not be built; hashes of questions do not count.',
    examples: [
      ['topicmill eval', `scores, compared with ${DEFAULT_BASELINE} if it exists`],
      ['topicmill eval --update', 'keep the answers as the new baseline'],
      ['topicmill eval --update --dry-run', 'say whether it would change, and leave it as it is'],
      [`topicmill eval --baseline ${DEFAULT_BASELINE}`, 'for CI: a missing baseline is an error'],
      ['topicmill eval --questions people.yaml', 'questions from other sources too, each kind scored separately'],
      ['topicmill eval --log searches.jsonl', 'what readers asked and did not find, and whether they would now'],
      ['topicmill eval --rerank ollama:llama3.1', 'what it gains to have a language model order the first pages'],
      ['topicmill eval --tolerance 0 --json', 'no score may fall at all; for machines'],
    ],
  },
  (program) =>
    program
      .option('--baseline <file>', `answers to compare with (default: ${DEFAULT_BASELINE} in the repository)`)
      .option('--update', 'replace the baseline')
      .option('--dry-run', 'say what would be written, and write no baseline')
      .option('--tolerance <share>', 'how much hit@1, hit@3 and MRR may drop', share, 0.01)
      .option('--topic-tolerance <share>', 'how much the MRR of one topic may drop', share, 0.1)
      .option('--questions <file...>', 'YAML files of questions with topic or page, and kind')
      .option('--model <name>', 'embedding model, instead of the configured one')
      .addOption(
        new Option(
          '--log <file>',
          'instead, report on a log of searches: a line of { query, count, chosen, ms } each',
        ).conflicts(['baseline', 'update', 'dryRun', 'questions', 'rerank']),
      )
      .addOption(rerankOption().conflicts(['baseline', 'update', 'dryRun']))
      .option('--quiet', 'print no progress')
      .option('--json', 'print the report as JSON'),
  (io) => async (options: EvalOptions) => {
    const own = { ...io, isQuiet: options.quiet === true };
    return options.log === undefined ? await run(options, own) : await runLog(options.log, options, own);
  },
);

async function runLog(log: string, { model, json }: EvalOptions, io: CommandIo): Promise<ExitCode> {
  const workspace = openSurroundingWorkspace(surroundingsOf(io), model);
  return (await evaluateLog(log, workspace, json, io)) ? 0 : 1;
}

async function run(
  { baseline, update, dryRun, tolerance, topicTolerance, model: chosen, questions = [], rerank, json }: EvalOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const surroundings = surroundingsOf(io);
  const { onWarning } = surroundings;
  const workspace = openSurroundingWorkspace(surroundings, chosen);
  const file = baseline ?? DEFAULT_BASELINE;
  const path = baseline === undefined ? resolve(workspace.root, file) : resolve(io.cwd, file);
  const text = readTextIfExists(path, file);
  if (text === undefined && baseline !== undefined && !update) {
    throw new TopicmillError('INVALID_OPTION', 'There is no such baseline.', {
      file,
      remedy: 'Write it with `topicmill eval --update`, and commit it.',
    });
  }
  const kept = text === undefined || update || rerank !== undefined ? undefined : readBaseline(text, file);
  const measured = rerank === undefined ? undefined : measuredReranker(rerank, surroundings);
  const { topics, diagnostics } = await cutTopicsAndReport(worktreeSnapshot(workspace), io);
  const asked = [...questionsOf(topics), ...readKindQuestions(questions, io.cwd, workspace)];
  const ranks = measured === undefined ? [undefined] : [undefined, measured.rank];
  const [plain = [], answers = plain] = await askInTurn(asked, topics, workspace, io, ranks);
  measured?.warnOfUnread();
  const model = modelNames(workspace.services);
  const before = measured === undefined ? kept : { model, answers: plain };
  if (before !== undefined && before.model !== model) {
    onWarning(
      `The baseline was made with ${before.model}, this is ${model}. Once you agree with the answers, renew it: npx topicmill eval --update`,
    );
  }
  if (answers.length === 0) onWarning('There is nothing to ask: no qa-pairs.md contains a question.');
  const tolerances = measured === undefined ? { overall: tolerance, topic: topicTolerance } : NO_LIMIT;
  const comparison = before && compareAnswers(before.answers, answers, tolerances);
  const made = formatBaseline({ model, answers });
  if (update && !dryRun) writeFileIfChanged(path, made, file);
  const report = reportOf(answers, measured?.model);
  const written = update && keptLine(file, made === text, dryRun);
  io.stdout.write(json ? reportJson(report, comparison) : formatScores(report, comparison, written, screenOf(io)));
  const isWorse = comparison !== undefined && (comparison.isAllGone || comparison.regressions.length > 0);
  return diagnostics.length > 0 || isWorse ? 1 : 0;
}

/** What is printed of the scores. */
interface ScoreReport {
  readonly scores: Scores;
  readonly byTopic: Readonly<Record<string, Scores>>;
  readonly kinds: Readonly<Record<string, Scores>>;
  readonly worst: readonly string[];
  /** The language model that ordered the first pages; then it is compared with the order of the search. */
  readonly rerankedBy: string | undefined;
}

function reportOf(answers: readonly Answer[], rerankedBy: string | undefined): ScoreReport {
  return {
    scores: scoreAnswers(answers),
    byTopic: Object.fromEntries(scoreTopics(answers)),
    kinds: Object.fromEntries(scoreKinds(answers)),
    worst: worstTopics(answers, WORST_COUNT).map(([topic]) => topic),
    rerankedBy,
  };
}

function reportJson(
  { scores, byTopic, kinds, worst, rerankedBy }: ScoreReport,
  comparison: Comparison | undefined,
): string {
  const reranked = rerankedBy === undefined ? {} : { reranked_by: rerankedBy };
  return indentedJson({ ...reranked, scores, kinds, topics: byTopic, worst, comparison: comparison ?? null });
}

function formatScores(
  { scores, byTopic, kinds, worst, rerankedBy }: ScoreReport,
  comparison: Comparison | undefined,
  kept: string | undefined,
  screen: Screen,
): string {
  const { questionCount } = scores;
  const lines =
    questionCount === 0 ? [] : [`hit@1 / hit@3 / MRR, ${counted(questionCount, 'question')}: ${cells(scores)}`];
  const asked = Object.entries(kinds);
  if (asked.length > 1)
    for (const [kind, some] of asked) lines.push(`  ${kind} (${some.questionCount}): ${cells(some)}`);
  for (const [id, some] of Object.entries(byTopic)) lines.push(`  ${id} (${some.questionCount}): ${cells(some)}`);
  if (worst.length > 0) lines.push(`Answered worst; look at these first: ${worst.join(', ')}`);
  if (kept !== undefined) lines.push(kept);
  else if (comparison === undefined && questionCount > 0)
    lines.push('No baseline to compare with; keep one with --update.');
  else if (comparison !== undefined)
    lines.push(
      ...comparisonLines(
        comparison,
        rerankedBy === undefined ? 'Baseline' : `Not reranked by ${rerankedBy}`,
        screen.colours,
      ),
    );
  return joinLines(lines.map((line) => shownLine(line, screen)));
}

function keptLine(file: string, isSame: boolean, dryRun: true | undefined): string {
  if (!dryRun) return `Kept as ${file}.`;
  return isSame ? `${file}: same output` : `would write ${file}`;
}

function comparisonLines(
  { before, now, kinds, worse, better, addedCount, removedCount, isAllGone, regressions }: Comparison,
  what: string,
  { red, green, bold }: Screen['colours'],
): string[] {
  return [
    `${what}, the same ${counted(before.questionCount, 'question')}: ${cells(before)}, now ${cells(now)}; ${addedCount} new, ${removedCount} gone`,
    ...kinds.map((each) => `  ${each.kind}: ${cells(each.before)}, now ${cells(each.now)}`),
    ...worse.map(
      (each) =>
        `  ${red('worse')}  ${each.topic}: ${each.question} (place ${each.before || 'none'} → ${each.now || 'none'})`,
    ),
    ...better.map(
      (each) =>
        `  ${green('better')} ${each.topic}: ${each.question} (place ${each.before || 'none'} → ${each.now || 'none'})`,
    ),
    ...(isAllGone
      ? [
          `${bold(red('ALL GONE'))}: none of the ${counted(removedCount, 'question')} of the baseline is asked any more; keep a new one with --update.`,
        ]
      : []),
    ...regressions.map(
      (each) =>
        `${bold(red('FELL TOO FAR'))}: ${each.score} of ${each.topic ?? each.kind ?? 'all questions'}, ${each.before.toFixed(3)} → ${each.now.toFixed(3)}`,
    ),
  ];
}

function cells({ hitAt1, hitAt3, meanReciprocalRank }: Scores): string {
  return `${(100 * hitAt1).toFixed(1)} / ${(100 * hitAt3).toFixed(1)} / ${meanReciprocalRank.toFixed(3)}`;
}

function share(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= 1)) throw new InvalidArgumentError('It must be from 0 to 1.');
  return number;
}

/**
 * The questions of some files, with the topics that answer them.
 *
 * @param files paths, relative to `cwd`
 * @throws FaultsError `QUESTIONS_INVALID`, also for a topic or page that does not exist; TopicmillError `FILE_UNREADABLE`
 */
function readKindQuestions(files: readonly string[], cwd: string, { tree }: Workspace): Asked[] {
  const folders = [...tree.values()].filter(({ isTopic }) => isTopic);
  const faults: Diagnostic[] = [];
  const asked = files.flatMap((file) =>
    readQuestionsFile(readDocument(resolve(cwd, file), file).text, file).flatMap((question): Asked[] => {
      const [topic, ...otherTopics] = topicsOf(question, folders, (missing) =>
        faults.push(fault(missing, file, question)),
      );
      const { question: text, kind } = question;
      return topic === undefined ? [] : [{ topic, otherTopics, text, answer: '', kind }];
    }),
  );
  throwFaults(faults);
  return asked;
}

function topicsOf(
  { topics, pages }: KindQuestion,
  folders: readonly Folder[],
  onMissing: (name: string) => void,
): string[] {
  const byId = topics.map((id): [string, Folder | undefined] => [id, folders.find((each) => each.id === id)]);
  const byPage = pages.map((path): [string, Folder | undefined] => [
    path,
    folders.find(({ page }) => page !== undefined && (page.path === path || page.path.endsWith(`/${path}`))),
  ]);
  return [...byId, ...byPage].flatMap(([name, folder]) => {
    if (folder === undefined) onMissing(name);
    return folder === undefined ? [] : [folder.id];
  });
}

function fault(name: string, file: string, { line }: KindQuestion): Diagnostic {
  return {
    severity: 'error',
    code: 'QUESTIONS_INVALID',
    message: `There is no topic or page "${name}".`,
    file,
    line,
    remedy: 'Give the id of a topic, or the path of a page relative to its docs root.',
  };
}

/** A reranker whose answers are scored. */
interface MeasuredReranker extends Reranker {
  /** Says for how many questions the order of the search counted, because the model named no page. */
  warnOfUnread(): void;
}

/**
 * Opens a model to measure what it gains. An answer without an order counts as that of the search, as it would in a query; any
 * other failure ends the measurement, since part of the questions would say nothing.
 *
 * @throws TopicmillError as `openReranker`; its `rank` with one of the other `GENERATOR_…` codes
 */
function measuredReranker(
  choice: RerankChoice,
  surroundings: Pick<Surroundings, 'cwd' | 'env' | 'onWarning'>,
): MeasuredReranker {
  const { model, rank } = openReranker(choice, surroundings);
  let unreadCount = 0;
  return {
    model,
    rank: async (prompt, candidateCount) => {
      try {
        return await rank(prompt, candidateCount);
      } catch (thrown) {
        if (!(thrown instanceof TopicmillError) || thrown.code !== 'GENERATOR_BAD_RESPONSE') throw thrown;
        unreadCount++;
        return Array.from({ length: candidateCount }, (_, at) => at);
      }
    },
    warnOfUnread: () => {
      if (unreadCount === 0) return;
      surroundings.onWarning({
        severity: 'warning',
        code: 'GENERATOR_BAD_RESPONSE',
        message: `${model} did not order the pages for ${counted(unreadCount, 'question')}; their results stay in the order of the search.`,
        remedy: 'Use a larger model.',
      });
    },
  };
}
