import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type CommandIo, counted, joinLines, reportDiagnostics, wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { worktreeSnapshot } from '@topicmill/pipeline/gate';
import { findOrphanedNotes } from '@topicmill/pipeline/orphans';
import {
  type AddedQuestions,
  addAnswers,
  type FilterReport,
  filterQuestions,
  type JudgedQuestion,
  type OpenChunk,
  openChunks,
  type QuestionStatus,
  questionStatus,
  readAnswers,
  todoOf,
} from '@topicmill/pipeline/questions';

import { cutTopicsAndReport, indexDocs } from '../gate/ask-docs.js';
import {
  describePlan,
  describeReport,
  openQuestions,
  type RunOptions,
  refusalDiagnostics,
  runWriting,
  WITHIN_HELP,
  type WritingOutcome,
} from '../questions/run-writing.js';
import { startProgress } from '../report/progress.js';
import { topicmillCommand } from '../report/report-command.js';

const COUNTS = ['chunks', 'missing', 'edited', 'pages', 'byModel', 'byPeople', 'deleted', 'gone'] as const;
type Totals = Readonly<Record<(typeof COUNTS)[number], number>>;

/** Runs `topicmill questions status`; see `--help`. */
export const questionsStatus = topicmillCommand(
  {
    name: 'topicmill questions status',
    description: 'Counts the chunks that have questions written by a model, those without, and what people changed.',
    examples: [
      ['topicmill questions status', 'the whole docs root, and each topic with chunks to ask about'],
      ['topicmill questions status guide --json', 'the topics below guide, for machines'],
    ],
  },
  (program) => program.argument('[topics...]', WITHIN_HELP).option('--json', 'print the counts as JSON'),
  (io) =>
    async (within: string[], { json }: { json?: true }) => {
      const { topics, diagnostics, workspace } = await openQuestions(within, io);
      const states = topics.map((topic) => questionStatus(topic, workspace.config.questions.perChunk));
      const totals = Object.fromEntries(
        COUNTS.map((key) => [key, states.reduce((sum, state) => sum + state[key], 0)]),
      ) as Totals;
      const orphaned = within.length === 0 ? findOrphanedNotes(workspace) : [];
      io.stdout.write(
        json
          ? indentedJson({ totals, topics: states, orphaned })
          : formatStatus(totals, states) + formatOrphaned(orphaned),
      );
      return diagnostics.length > 0 ? 1 : 0;
    },
);

/** Files of questions and notes that count for no page. */
function formatOrphaned(paths: readonly string[]): string {
  return joinLines(paths.map((path) => `${path}: its page is gone or renamed, and what it has does not count`));
}

function formatStatus(totals: Totals, states: readonly QuestionStatus[]): string {
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

interface TodoOptions {
  readonly limit: number;
  readonly json?: true;
}

const DEFAULT_LIMIT = 20;

/** Runs `topicmill questions todo`; see `--help`. */
export const questionsTodo = topicmillCommand(
  {
    name: 'topicmill questions todo',
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
  (program) =>
    program
      .argument('[topics...]', WITHIN_HELP)
      .option('--limit <number>', 'maximum number of chunks', wholeNumber(1), DEFAULT_LIMIT)
      .option('--json', 'print texts and instructions as JSON'),
  (io) =>
    async (within: string[], { limit, json }: TodoOptions) => {
      const { topics, diagnostics, workspace } = await openQuestions(within, io);
      const exitCode = diagnostics.length > 0 ? 1 : 0;
      const { perChunk } = workspace.config.questions;
      const open = openChunks(topics, perChunk);
      if (json) {
        const todo = todoOf(open, perChunk, limit);
        io.stdout.write(indentedJson(todo));
        return exitCode;
      }
      for (const each of open.slice(0, limit))
        io.stdout.write(`${each.chunk.id}: ${each.chunk.title}${listingReason(each)}\n`);
      const further = Math.max(0, open.length - limit);
      if (further > 0) io.stdout.write(`and ${counted(further, 'chunk')} more\n`);
      else if (open.length === 0) io.stdout.write('Every chunk has been asked about.\n');
      return exitCode;
    },
);

/** Why a chunk is listed that has questions. */
function listingReason({ earlier, existingQuestions: present, pageCount }: OpenChunk): string {
  if (pageCount > 0 && present !== undefined) return ' (the page as a whole)';
  return earlier.length === 0 ? '' : present === undefined ? ' (edited)' : ' (questions of a chunk that is gone)';
}

const STANDARD_INPUT = '-';

/** Runs `topicmill questions add`; see `--help`. */
export const questionsAdd = topicmillCommand(
  {
    name: 'topicmill questions add',
    description:
      'Reads questions that a model or agent wrote for chunks of `questions todo`, and adds the acceptable ones to those that the chunks have. Each rejected question is listed with the reason, and the exit code is 1; chunks with fewer questions than are asked for are listed, too. To replace a question, delete its line in the file that the command names, and add another one: what was deleted is not written again. A question that an edited or deleted chunk of the same page had moves to the chunk that it is given for. A line that is changed there counts as written by a person, and stays.',
    examples: [
      ['topicmill questions add answers.json', 'what an agent wrote into a file'],
      ['agent | topicmill questions add', 'from standard input'],
      ['topicmill questions add answers.json --dry-run', 'check the questions, and write nothing'],
    ],
  },
  (program) =>
    program
      .argument('[file]', 'JSON file with the questions, or - for standard input', STANDARD_INPUT)
      .option('--dry-run', 'write nothing')
      .option('--quiet', 'print no progress')
      .option('--json', 'print what was added and refused as JSON'),
  (io) =>
    async (file: string, { dryRun = false, quiet, json }: { dryRun?: boolean; quiet?: true; json?: true }) => {
      const answers = readAnswers(await readInput(file, io), file === STANDARD_INPUT ? 'standard input' : file);
      const { topics, diagnostics, workspace } = await openQuestions([], io);
      const { perChunk } = workspace.config.questions;
      const progress = startProgress('Questions', { ...io, isQuiet: quiet === true });
      try {
        const onTopic = (done: number, total: number): void => progress.update(`${done} of ${counted(total, 'topic')}`);
        const report = addAnswers(topics, answers, { perChunk, isDryRun: dryRun, onTopic });
        progress.stop();
        if (json) io.stdout.write(indentedJson(report));
        else print(report, { perChunk, isDryRun: dryRun }, io);
        return report.refused.length > 0 || diagnostics.length > 0 ? 1 : 0;
      } finally {
        progress.stop();
      }
    },
);

async function readInput(file: string, { stdin, cwd }: CommandIo): Promise<string> {
  const found =
    file === STANDARD_INPUT ? stdin && !stdin.isTTY && (await text(stdin)) : readTextIfExists(resolve(cwd, file), file);
  if (typeof found === 'string') return found;
  const missing = file === STANDARD_INPUT ? 'Nothing is piped to standard input.' : `There is no file "${file}".`;
  throw new TopicmillError('INVALID_OPTION', missing, { remedy: 'Name a JSON file, or pipe one to the command.' });
}

function print(
  { added, moved, repeated, few, skipped, refused, files }: AddedQuestions,
  { perChunk, isDryRun }: { readonly perChunk: number; readonly isDryRun: boolean },
  io: CommandIo,
): void {
  reportDiagnostics(refusalDiagnostics(refused), io);
  for (const file of files) io.stdout.write(`${isDryRun ? 'would write' : 'written'} ${file}\n`);
  const chunks = new Set(added.map(({ chunk }) => chunk)).size;
  const moves = moved.length === 0 ? '' : `, ${moved.length} moved`;
  const repeats = repeated.length === 0 ? '' : `, ${repeated.length} repeated`;
  const skips = skipped.length === 0 ? '' : `, ${counted(skipped.length, 'chunk')} skipped`;
  io.stdout.write(
    `${counted(added.length, 'question')} for ${counted(chunks, 'chunk')}${moves}${repeats}${skips}, ${refused.length} refused\n`,
  );
  for (const { question, from, chunk } of moved) {
    io.stdout.write(`  moved from ${from || 'the docs root'} to ${chunk || 'the docs root'}: ${question}\n`);
  }
  if (few.length === 0) return;
  io.stdout.write(
    `${few.length === 1 ? '1 chunk has' : `${few.length} chunks have`} fewer than ${perChunk} questions:\n`,
  );
  for (const { chunk, count } of few) io.stdout.write(`  ${chunk || 'the docs root'}: ${count}\n`);
}

/** Runs `topicmill questions filter`; see `--help`. */
export const questionsFilter = topicmillCommand(
  {
    name: 'topicmill questions filter',
    description:
      'Drops model-written questions that another page answers better, that repeat the text, that say nothing, or that make answers to other questions worse. To find out, it asks all questions of the docs with and without each one. A dropped question is not written again. Builds never do this.',
    examples: [
      ['topicmill questions filter --dry-run', 'say which questions would be dropped, and why'],
      ['topicmill questions filter', 'drop them, for review in a diff'],
      ['topicmill questions filter guide --json', 'those of one category; for machines'],
    ],
  },
  (program) =>
    program
      .argument('[topics...]', WITHIN_HELP)
      .option('--dry-run', 'write nothing')
      .option('--quiet', 'print no progress')
      .option('--json', 'print dropped and kept questions as JSON'),
  (io) =>
    async (within: string[], { dryRun = false, quiet, json }: { dryRun?: boolean; quiet?: true; json?: true }) => {
      const { topics, diagnostics, workspace } = await openQuestions(within, io);
      const searched = await cutTopicsAndReport(worktreeSnapshot(workspace), io);
      const progress = startProgress('Questions', { ...io, isQuiet: quiet === true });
      try {
        const report = await filterQuestions(
          topics,
          { topics: searched.topics, index: await indexDocs(searched.topics, workspace, { ...io, isQuiet: true }) },
          { isDryRun: dryRun, onProgress: (done, total) => progress.update(`asked ${done} of ${total}`) },
        );
        progress.stop();
        io.stdout.write(json ? indentedJson(report) : formatFilterReport(report, dryRun));
        return diagnostics.length + searched.diagnostics.length > 0 ? 1 : 0;
      } finally {
        progress.stop();
      }
    },
);

function formatFilterReport({ dropped, kept, files }: FilterReport, isDryRun: boolean): string {
  return [
    ...dropped.map(
      ({ chunk, question, reason, message, otherTopic, ...gain }) =>
        `${chunk || 'the docs root'}: "${question}"\n  ${reason}: ${message}${otherTopic === undefined ? '' : ` (${otherTopic})`} ${formatGain(gain)}`,
    ),
    ...files.map((file) => `${isDryRun ? 'would write' : 'written'} ${file}`),
    `${counted(dropped.length, 'question')} ${isDryRun ? 'to drop' : 'dropped'}, ${kept.length} kept`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** What a question has brought; places without it, since it is to be dropped. */
function formatGain({ gained, place }: Pick<JudgedQuestion, 'gained' | 'place'>): string {
  const sum = gained > 0 ? `+${gained.toFixed(2)}` : gained.toFixed(2);
  return `Gained ${Math.abs(gained) < 0.005 ? '0.00' : sum}; without it, its page is ${place === 0 ? 'not found' : `in place ${place}`}.`;
}

/** Runs `topicmill questions write`; see `--help`. */
export const questionsWrite = topicmillCommand(
  {
    name: 'topicmill questions write',
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
  (program) =>
    program
      .argument('[topics...]', WITHIN_HELP)
      .option('--model <name>', 'ollama:<model> or openai:<model>, instead of the configured one')
      .option('--budget <tokens>', 'maximum tokens of requests and answers together', wholeNumber(1))
      .option('--limit <number>', 'maximum number of chunks', wholeNumber(1))
      .option('--yes', 'do not ask')
      .option('--dry-run', 'show what it would cost, and send no request')
      .option('--quiet', 'print no progress')
      .option('--json', 'print the report as JSON'),
  (io) =>
    async (within: string[], { quiet, json, ...options }: RunOptions & { quiet?: true; json?: true }) => {
      const opened = await openQuestions(within, io);
      const outcome = await runWriting(opened, options, { ...io, isQuiet: quiet === true });
      io.stdout.write(json ? indentedJson(withoutError(outcome)) : describe(outcome));
      const isWhole = outcome.report?.failure === undefined && !outcome.isRefused;
      if (outcome.report?.stopped === 'interrupt') return 130;
      return isWhole && opened.diagnostics.length === 0 ? 0 : 1;
    },
);

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
