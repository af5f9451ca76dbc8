import config, { BROWSER_IN_DEPTH } from './vitest.config.js';

/** What `npm test` leaves out of the tests in a browser, because it takes minutes. */
export default { ...config, test: { ...config.test, include: BROWSER_IN_DEPTH, exclude: [] } };
