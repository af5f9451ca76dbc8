import config from './vitest.config.js';

/** Documents of a size that `npm test` has no time for. */
export default {
  ...config,
  test: { ...config.test, include: ['packages/*/test/**/*.large.test.ts'], exclude: [], testTimeout: 300_000 },
};
