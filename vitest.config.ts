import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Without `import`: workers get these conditions too, and `require` of a package with both forms would take the wrong one.
const sourceConditions = ['@topicmill/source', 'node', 'module', 'default'];

/** Calls of Nx for all that it can be asked for; `builds.test.ts` and `pages.test.ts` stay, and `npm run test:nx` runs them all. */
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
  'page-merge',
  'pages-in-depth',
  'score-target',
  'search-target',
  'step-tasks',
  'task-output',
  'topic-targets',
  'workers',
].map((name) => `apps/nx-plugin/test/${name}.test.ts`);

/** Long work for a browser: every window and colour scheme, many edits, many tabs, slow lines. `npm run test:browser` runs it. */
export const BROWSER_IN_DEPTH = ['accessible', 'live'].map((name) => `apps/topicmill/test/browser/${name}.test.ts`);

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'tools/*/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...NX_IN_DEPTH, ...BROWSER_IN_DEPTH],
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
