import config, { PROCESSES_IN_DEPTH } from './vitest.config.js';

/** What `npm test` leaves out because it starts many processes, or does the same work again for each fault. */
export default { ...config, test: { ...config.test, include: PROCESSES_IN_DEPTH, exclude: [] } };
