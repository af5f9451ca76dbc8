import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Folder, type Step, sourcePath } from '../runner/index.js';
import type { OptionalTarget } from './optional-target.js';
import { PAGE_FILES, PAGE_QUERIES_FILE, SCORES_FILE } from './page-files.js';
import { pagesTarget } from './pages-target.js';

const scoreStep: Step = {
  name: 'score',
  scope: 'topic',
  inputs: [
    { kind: 'source', path: PAGE_QUERIES_FILE },
    { kind: 'made', files: PAGE_FILES },
    { kind: 'config', key: 'score' },
    { kind: 'model' },
  ],
  outputs: [SCORES_FILE],
  run: async (inputs, services) => (await import('./run-score.js')).runScore(inputs, services),
};

/** The gate after pages: topics that have questions about them fail when an offline reader misses a threshold. */
export const scoreTarget: OptionalTarget = {
  name: 'score',
  reads: 'pages',
  steps: [scoreStep],
  foldersIn: (docsRoot) => {
    const { root, config } = docsRoot;
    if (!config.score.enabled) return [];
    const hasQuestions = (folder: Folder): boolean => {
      const path = sourcePath(config, folder, PAGE_QUERIES_FILE);
      return path !== undefined && existsSync(join(root, path));
    };
    return pagesTarget.foldersIn(docsRoot).filter(hasQuestions);
  },
  stepsOf: () => [scoreStep],
};
