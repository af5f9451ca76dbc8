import { defineConfig } from 'vitest/config';

// Without `import`: workers get these conditions too, and `require` of a package with both forms would take the wrong one.
const sourceConditions = ['@topicmill/source', 'node', 'module', 'default'];

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'tools/*/test/**/*.test.ts'],
    setupFiles: ['fast-check.setup.ts'],
    testTimeout: 30_000,
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
