import type { ExtraTarget } from './extra-target.js';
import { searchStep } from './search-step.js';

/** The search index of the docs root. */
export const searchTarget: ExtraTarget = {
  name: 'search',
  reads: 'index',
  steps: [searchStep],
  foldersIn: ({ config, tree }) => (config.search.enabled ? [tree.get('')!] : []),
  stepsOf: () => [searchStep],
};
