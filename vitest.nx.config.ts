import config from './vitest.config.js';

/** All tests of the Nx plugin, with those that `npm test` leaves out because every call of Nx takes seconds. */
export default { ...config, test: { ...config.test, include: ['apps/nx-plugin/test/**/*.test.ts'], exclude: [] } };
