import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  reportDiagnostics,
  runProgram,
} from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { type AddedQuestions, addAnswers, readAnswers } from '@topicmill/pipeline/questions';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { openQuestions } from '../questions/open-questions.js';
import { refusalDiagnostics } from '../questions/refusal-diagnostics.js';
import { startProgress } from '../report/progress.js';

const STANDARD_INPUT = '-';

/** Runs `topicmill questions add`; see `--help`. Returns the exit code. */
export function questionsAdd(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill questions add',
      version: PIPELINE_VERSION,
      description:
        'Reads questions that a model or agent wrote for chunks of `questions todo`, and adds the acceptable ones to those that the chunks have. Each rejected question is listed with the reason, and the exit code is 1; chunks with fewer questions than are asked for are listed, too. To replace a question, delete its line in the file that the command names, and add another one: what was deleted is not written again. A question that an edited or deleted chunk of the same page had moves to the chunk that it is given for. A line that is changed there counts as written by a person, and stays.',
      examples: [
        ['topicmill questions add answers.json', 'what an agent wrote into a file'],
        ['agent | topicmill questions add', 'from standard input'],
        ['topicmill questions add answers.json --dry-run', 'check the questions, and write nothing'],
      ],
    },
    io,
  )
    .argument('[file]', 'JSON file with the questions, or - for standard input', STANDARD_INPUT)
    .option('--dry-run', 'write nothing')
    .option('--json', 'print what was added and refused as JSON')
    .action(async (file: string, { dryRun = false, json }: { dryRun?: boolean; json?: true }) => {
      const answers = readAnswers(await readInput(file, io), file === STANDARD_INPUT ? 'standard input' : file);
      const { topics, diagnostics, workspace } = await openQuestions([], io);
      const { perChunk } = workspace.config.questions;
      const progress = startProgress('Questions', io);
      try {
        const onTopic = (done: number, total: number): void => progress.update(`${done} of ${counted(total, 'topic')}`);
        const report = addAnswers(topics, answers, { perChunk, isDryRun: dryRun, onTopic });
        progress.stop();
        if (json) io.stdout.write(indentedJson(report));
        else print(report, { perChunk, isDryRun: dryRun }, io);
        if (report.refused.length > 0 || diagnostics.length > 0) exitCode = 1;
      } finally {
        progress.stop();
      }
    });
  return runProgram(program, args, io, () => exitCode);
}

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
