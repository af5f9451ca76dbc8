import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import type { Step } from '../runner/index.js';
import { chosenTopics } from './chosen-topics.js';
import type { OptionalTarget } from './optional-target.js';
import { PAGE_FILES } from './page-files.js';

const pagesStep: Step = {
  name: 'pages',
  scope: 'topic',
  inputs: [
    { kind: 'source', path: REFERENCE_FILE },
    { kind: 'page' },
    { kind: 'config', key: 'pages', of: ({ pages }) => ({ ...pages, topics: [] }) },
    { kind: 'config', key: 'baseHref' },
  ],
  outputs: [PAGE_FILES],
  run: async (inputs) => (await import('./run-pages.js')).runPages(inputs),
};

/** Pages of the references, each with a token that names the page before and the page after it. */
export const pagesTarget: OptionalTarget = {
  name: 'pages',
  reads: undefined,
  steps: [pagesStep],
  foldersIn: (docsRoot) => (docsRoot.config.pages.enabled ? chosenTopics(docsRoot, docsRoot.config.pages.topics) : []),
  stepsOf: () => [pagesStep],
};
