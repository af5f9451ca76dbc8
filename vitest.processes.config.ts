import config from './vitest.config.js';

/** What `npm test` leaves out because it starts many processes, or does the same work again for each fault. */
export default {
  ...config,
  test: { ...config.test, include: ['{apps,packages,tools}/*/test/**/*.process.test.ts'], exclude: [] },
};
