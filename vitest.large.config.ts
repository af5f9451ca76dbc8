import { defineConfig } from 'vitest/config';

const sourceConditions = ['@topicmill/source', 'node', 'import', 'module', 'default'];

/** Documents of a size that the suite has no time for. */
export default defineConfig({
  resolve: { conditions: sourceConditions },
  ssr: { resolve: { conditions: sourceConditions } },
  test: { include: ['packages/*/large/**/*.test.ts'], testTimeout: 300_000 },
});
