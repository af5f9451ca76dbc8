import type { OptionalTarget } from './optional-target.js';
import { pageSearchStep, searchStep } from './search-step.js';

/** The search index of the docs root. */
export const searchTarget: OptionalTarget = {
  name: 'search',
  reads: 'index',
  steps: [searchStep],
  foldersIn: ({ config, tree }) => (config.search.enabled ? [{ ...tree.get('')!, childIds: [] }] : []),
  stepsOf: ({ sources }) => [sources === undefined ? searchStep : pageSearchStep],
};
