import { type CommandIo, reportDiagnostics } from '@topicmill/base/cli';
import { type QuestionedTopics, readQuestionedTopics } from '@topicmill/pipeline/questions';
import type { Workspace } from '@topicmill/pipeline/runner';
import { folderNamed, pageNamed } from '../workspace/folder-named.js';
import { openSurroundingWorkspace } from '../workspace/surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

/** What help says of the argument that restricts a command. */
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
