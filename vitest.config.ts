import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Without `import`: workers get these conditions too, and `require` of a package with both forms would take the wrong one.
const sourceConditions = ['@topicmill/source', 'node', 'module', 'default'];

/** Long tests say why by their names; commands of their own run them: Nx in depth, a browser, killed processes, much memory. */
const LONG = '**/*.{nx,browser,process,large}.test.ts';

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'tools/*/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', LONG],
    setupFiles: ['fast-check.setup.ts'],
    globalSetup: ['shared-folders.setup.ts'],
    // The modules of one test file stay for the next: loading them takes longer than most tests, and they keep no state.
    isolate: false,
    // Nor is a module compiled again that has not changed since the last run.
    experimental: { fsModuleCache: true },
    // Long enough for a busy machine: a test that hangs still fails, one that is only slow does not.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than cores: some tests wait for browsers, watchers and other processes, a third of the time of all.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default'],
  },
});
