import { type CommandIo, reportDiagnostics } from '@topicmill/base/cli';
import { type QuestionedTopics, readQuestionedTopics } from '@topicmill/pipeline/questions';
import type { Workspace } from '@topicmill/pipeline/runner';
import { folderNamed } from '../workspace/folder-named.js';
import { openSurroundingWorkspace } from '../workspace/surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

/** A workspace with its topics as models are asked about them. */
export interface OpenedQuestions extends QuestionedTopics {
  readonly workspace: Workspace;
}

/**
 * Opens the docs around the current folder; faults of topics that are left out go to stderr.
 *
 * @param within topics and categories, by id, folder or page; everything where there are none
 * @throws TopicmillError `INVALID_OPTION`, and as `openWorkspace`
 */
export async function openQuestions(within: readonly string[], io: CommandIo): Promise<OpenedQuestions> {
  const workspace = openSurroundingWorkspace(surroundingsOf(io));
  const ids = within.map((argument) => folderNamed(argument, workspace, io.cwd).id);
  const { topics, diagnostics } = await readQuestionedTopics(workspace, ids);
  reportDiagnostics(diagnostics, io);
  return { workspace, topics, diagnostics };
}
