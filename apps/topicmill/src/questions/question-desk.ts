import type { CommandIo } from '@topicmill/base/cli';
import {
  addAnswers,
  openChunks,
  readQuestionedTopics,
  readTopicsOfChunks,
  todoOf,
} from '@topicmill/pipeline/questions';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import type { QuestionDesk } from '@topicmill/serve/mcp';

/**
 * Lists chunks of the repository around a folder and takes questions for them, as `questions todo` and `questions add` do. Both
 * throw what `openWorkspace` throws where there is none.
 */
export function questionDesk(folder: string, env: CommandIo['env']): QuestionDesk {
  return {
    async todo(below, limit) {
      const workspace = openWorkspace(folder, { env });
      const { topics } = await readQuestionedTopics(workspace, below === '' ? [] : [{ id: below }]);
      const { perChunk } = workspace.config.questions;
      return { ...todoOf(openChunks(topics, perChunk), perChunk, limit) };
    },
    async add(written) {
      const asked = written.chunks.map(({ chunk }) => chunk);
      const workspace = openWorkspace(folder, { env });
      const { topics } = await readTopicsOfChunks(workspace, asked);
      return { ...addAnswers(topics, written, { perChunk: workspace.config.questions.perChunk }) };
    },
  };
}
