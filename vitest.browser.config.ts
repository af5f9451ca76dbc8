import { availableParallelism } from 'node:os';
import config from './vitest.config.js';

/** What `npm test` leaves out of the tests in a browser, because it takes minutes. */
export default {
  ...config,
  test: {
    ...config.test,
    include: ['{apps,packages}/*/test/**/*.browser.test.ts'],
    exclude: [],
    // A browser is several busy processes: on a slow machine twelve of its tabs take minutes for what takes seconds elsewhere.
    testTimeout: 300_000,
    maxWorkers: availableParallelism(),
  },
};
