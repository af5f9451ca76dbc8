import { type BesideSteps, shownPath } from '@topicmill/pipeline';
import type { DocsRoot } from './extra-target.js';
import { EXTRA_STEPS, EXTRA_TARGETS } from './extra-targets.js';

/** What settling a docs root must know of the targets beside `index`. */
export function besideSteps(docsRoot: DocsRoot): BesideSteps {
  const wanted = new Set(
    EXTRA_TARGETS.flatMap((target) =>
      target.foldersIn(docsRoot).map(({ id }) => `${target.name}/${shownPath(docsRoot.config, id)}`),
    ),
  );
  return { steps: EXTRA_STEPS, isWanted: (kind, folder) => wanted.has(`${kind}/${folder}`) };
}
