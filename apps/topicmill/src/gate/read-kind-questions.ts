import { resolve } from 'node:path';
import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import { readDocument } from '@topicmill/base/files';
import { type Asked, type KindQuestion, readQuestionsFile } from '@topicmill/pipeline/gate';
import type { Folder, Workspace } from '@topicmill/pipeline/runner';

/**
 * The questions of some files, with the topics that answer them.
 *
 * @param files paths, relative to `cwd`
 * @throws FaultsError `QUESTIONS_INVALID`, also for a topic or page that does not exist; TopicmillError `FILE_UNREADABLE`
 */
export function readKindQuestions(files: readonly string[], cwd: string, { tree }: Workspace): Asked[] {
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
