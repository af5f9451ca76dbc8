import { defineConfig } from 'vitest/config';

const sourceConditions = ['@topicmill/source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'tools/*/test/**/*.test.ts'],
    testTimeout: 30_000,
    reporters: ['default'],
  },
});
