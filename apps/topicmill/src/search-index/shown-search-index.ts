import type { Workspace } from '@topicmill/pipeline/runner';
import type { Progress } from '../report/progress.js';
import type { Surroundings } from '../workspace/surroundings.js';
import type { SearchIndexFolder } from './find-search-index.js';
import { freshSearchIndex } from './search-index-files.js';

/**
 * The search index as `freshSearchIndex` gives it; how far the making of one is, is shown on a terminal.
 *
 * @throws TopicmillError as `freshSearchIndex`
 */
export async function shownSearchIndex(
  workspace: Workspace,
  { onWarning, stderr }: Pick<Surroundings, 'onWarning' | 'stderr'>,
): Promise<SearchIndexFolder> {
  if ((stderr as NodeJS.WriteStream).isTTY !== true) return freshSearchIndex(workspace, onWarning);
  // Loaded only here: most searches find their index.
  const { startProgress } = await import('../report/progress.js');
  let progress: Progress | undefined;
  try {
    return await freshSearchIndex(workspace, onWarning, (state) => {
      progress ??= startProgress('Making the search index', { stderr });
      progress.update(state);
    });
  } finally {
    progress?.stop();
  }
}
