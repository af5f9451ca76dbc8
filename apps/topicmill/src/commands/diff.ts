import {
  type CommandIo,
  counted,
  type ExitCode,
  joinLines,
  reportDiagnostics,
  type Screen,
  screenOf,
} from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import {
  type AnswerChange,
  type AnswerChunk,
  brokenLinks,
  commitSnapshot,
  diffAnswers,
  diffChunks,
  type TopicChange,
  withoutHtml,
  worktreeSnapshot,
} from '@topicmill/pipeline/gate';

import { askTopics, cutTopicsAndReport } from '../gate/ask-docs.js';
import { CHANGE_SIGNS, formatChunkChanges } from '../gate/format-chunk-changes.js';
import { topicmillCommand } from '../report/report-command.js';
import { openSurroundingWorkspace } from '../workspace/open-surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

interface DiffOptions {
  readonly answers: boolean;
  readonly model?: string;
  readonly quiet?: true;
  readonly json?: true;
}

/** Runs `topicmill diff`; see `--help`. */
export const diff = topicmillCommand(
  {
    name: 'topicmill diff',
    description:
      'Shows which chunks changed since a commit, which links a rename broke, and which of the current questions are answered by other chunks than at that commit. Both sides are chunked from their sources; nothing is checked out or built.',
    examples: [
      ['topicmill diff main', 'what this branch does to chunks and answers'],
      ['topicmill diff HEAD --no-answers', 'chunks alone, against the last commit'],
      ['topicmill diff origin/main --json', 'for machines'],
    ],
  },
  (program) =>
    program
      .argument('<rev>', 'a commit: branch, tag or hash')
      .option('--no-answers', 'leave out the answers')
      .option('--model <name>', 'embedding model of both sides, instead of the configured one')
      .option('--quiet', 'print no progress')
      .option('--json', 'print the report as JSON'),
  (io) => async (revision: string, options: DiffOptions) => {
    return run(revision, options, { ...io, isQuiet: options.quiet === true });
  },
);

async function run(revision: string, { answers, model, json }: DiffOptions, io: CommandIo): Promise<ExitCode> {
  const workspace = openSurroundingWorkspace(surroundingsOf(io), model);
  const then = await commitSnapshot(workspace.root, revision, workspace.services.model);
  const before = await cutTopicsAndReport(then, io);
  const current = withoutHtml(worktreeSnapshot(workspace));
  const now = await cutTopicsAndReport(current, io);
  const links = await brokenLinks(then, current);
  const topics = diffChunks(before.topics, now.topics);
  const changes = answers
    ? diffAnswers(
        await askTopics(now.topics, before.topics, workspace, io),
        await askTopics(now.topics, now.topics, workspace, io),
      )
    : [];
  if (json) io.stdout.write(indentedJson({ commit: then.commit, topics, answers: changes, links }));
  else {
    reportDiagnostics(links, io);
    io.stdout.write(formatDiff(topics, changes, screenOf(io)));
  }
  return before.diagnostics.length + now.diagnostics.length > 0 ? 1 : 0;
}

function formatDiff(topics: readonly TopicChange[], answers: readonly AnswerChange[], screen: Screen): string {
  const lines = topics.flatMap((topic) => [
    `${CHANGE_SIGNS[topic.kind]} ${topic.id} (${counted(topic.keptCount, 'chunk')} as before)`,
    ...formatChunkChanges(topic),
  ]);
  for (const change of answers) lines.push(...answerLines(change));
  lines.push(
    `${counted(topics.length, 'topic')} with other chunks, ${counted(answers.length, 'question')} answered differently`,
  );
  return joinLines(lines.map((line) => shownChange(line, screen)));
}

/** The sign of a change, and what carries it, in colour; topics and questions in bold, above what changed of them. */
function shownChange(line: string, { colours, wrap }: Screen): string {
  const [, margin, sign] = /^( *)([+~?-]) /.exec(line) ?? [];
  const paint = { '+': colours.green, '-': colours.red, '~': colours.yellow }[sign ?? ''];
  const painted = paint?.(line) ?? line;
  return wrap(margin === '' ? colours.bold(painted) : painted, '    ');
}

/** The place of the question's topic, the first result if it is another one, and what came and went after it. */
function answerLines({
  topic,
  question,
  placeBefore,
  placeNow,
  firstBefore,
  firstNow,
  ...rest
}: AnswerChange): string[] {
  const [then, now] = [named(firstBefore), named(firstNow)];
  const others = (sign: string, chunks: readonly AnswerChunk[], first: string): string[] =>
    chunks.map(named).flatMap((name) => (name === first && then !== now ? [] : [`  ${sign} ${name}`]));
  return [
    `? ${topic}: ${question} (place ${placeBefore || 'none'}${placeBefore === placeNow ? '' : ` → ${placeNow || 'none'}`})`,
    ...(then === now ? [] : [`  first: ${then} → ${now}`]),
    ...others('-', rest.gone, then),
    ...others('+', rest.new, now),
  ];
}

function named(chunk: AnswerChunk | undefined): string {
  return chunk === undefined ? 'nothing' : `${chunk.topic}, ${chunk.title}`;
}
