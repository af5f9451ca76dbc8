import { installingTests } from '../installing-tests.js';

export default installingTests(import.meta.dirname);
