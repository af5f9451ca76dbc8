import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Without `import`: workers get these conditions too, and `require` of a package with both forms would take the wrong one.
const sourceConditions = ['@topicmill/source', 'node', 'module', 'default'];

/** Calls of Nx for all that it can be asked for; `builds.test.ts` stays, and `npm run test:nx` runs them all. */
const NX_IN_DEPTH = [
  'builds-in-depth',
  'ci-workflow',
  'commands',
  'damaged-caches',
  'faults',
  'late-edits',
  'links-and-orphans',
  'many-machines',
  'page-affected',
  'page-ci',
  'page-edits',
  'page-inclusions',
  'page-languages',
  'page-merge',
  'pages',
  'pages-in-depth',
  'score-target',
  'search-target',
  'step-tasks',
  'task-output',
  'topic-targets',
  'workers',
].map((name) => `apps/nx-plugin/test/${name}.test.ts`);

/** Long work for a browser: every view, window and colour scheme, many edits, many tabs, slow lines. `npm run test:browser` runs it. */
export const BROWSER_IN_DEPTH = [
  'apps/topicmill/test/browser/accessible',
  'apps/topicmill/test/browser/live',
  'apps/topicmill/test/browser/one-order',
  'apps/topicmill/test/browser/reading',
  'apps/topicmill/test/browser/search-box',
  'apps/topicmill/test/browser/viewer',
  'packages/chunking/test/browser/library-in-browser',
  'packages/chunking/test/explain-page/page-in-browser',
].map((name) => `${name}.test.ts`);

/** Processes that are killed, wait or work on the same files; damaged caches, failing file calls. `npm run test:processes` runs them. */
export const PROCESSES_IN_DEPTH = [
  'apps/paginate/test/closed-pipe',
  'apps/topicmill/test/pipes-and-devices',
  'apps/topicmill/test/questions-interrupt',
  'apps/topicmill/test/read-only',
  'apps/topicmill/test/restore-in-depth',
  'apps/topicmill/test/shard-processes',
  'packages/artifacts/test/store/pgvector-search',
  'packages/artifacts/test/store/several-processes',
  'packages/embedding/test/embedding-cache/several-writers',
  'packages/pages/test/page-store/publish-kills',
  'packages/pipeline/test/steps/damaged-caches-in-depth',
  'packages/pipeline/test/steps/file-faults-in-depth',
  'packages/artifacts/test/store/kills/kill-operations',
].map((name) => `${name}.test.ts`);

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'tools/*/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...NX_IN_DEPTH, ...BROWSER_IN_DEPTH, ...PROCESSES_IN_DEPTH],
    setupFiles: ['fast-check.setup.ts'],
    globalSetup: ['shared-folders.setup.ts'],
    // The modules of one test file stay for the next: loading them takes longer than most tests, and they keep no state.
    isolate: false,
    // Long enough for a busy machine: a test that hangs still fails, one that is only slow does not.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than cores: some tests wait for browsers, watchers and other processes, a third of the time of all.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default'],
  },
});
