import type { ArtifactSearchMode, ArtifactStore } from '@topicmill/artifacts/store';
import type { EvalQuestion } from './corpora.js';

/** Results in which an answer is looked for. */
const RESULT_COUNT = 50;

/** How well a mode finds answers. */
export interface ModeMeasure {
  readonly mode: ArtifactSearchMode;
  /** Share of questions whose first result is an answer. */
  readonly hitAt1: number;
  readonly hitAt3: number;
  /** Mean of 1 / place of the first answer, 0 where none is among the first 50. */
  readonly meanReciprocalRank: number;
}

export async function measureMode(
  store: ArtifactStore,
  questions: readonly EvalQuestion[],
  mode: ArtifactSearchMode,
): Promise<ModeMeasure> {
  let [first, firstThree, reciprocal] = [0, 0, 0];
  for (const { text, isAnswer } of questions) {
    const { hits } = await store.search(text, { mode, limit: RESULT_COUNT });
    const at = hits.findIndex(isAnswer);
    if (at === -1) continue;
    if (at === 0) first++;
    if (at < 3) firstThree++;
    reciprocal += 1 / (at + 1);
  }
  const count = questions.length;
  return { mode, hitAt1: first / count, hitAt3: firstThree / count, meanReciprocalRank: reciprocal / count };
}
