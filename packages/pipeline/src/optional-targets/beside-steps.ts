import { type BesideSteps, displayPath } from '../runner/index.js';
import type { DocsRoot } from './optional-target.js';
import { OPTIONAL_STEPS, OPTIONAL_TARGETS } from './optional-targets.js';

/** What reconciling a docs root must know of the targets beside `index`. */
export function besideSteps(docsRoot: DocsRoot): BesideSteps {
  const wanted = new Set(
    OPTIONAL_TARGETS.flatMap((target) =>
      target.foldersIn(docsRoot).map(({ id }) => `${target.name}/${displayPath(docsRoot.config, id)}`),
    ),
  );
  return { steps: OPTIONAL_STEPS, isWanted: (kind, folder) => wanted.has(`${kind}/${folder}`) };
}
