import { defineConfig } from 'vitest/config';

const sourceConditions = ['@topicmill/source', 'node', 'module', 'default'];

export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    fileParallelism: false,
  },
});
