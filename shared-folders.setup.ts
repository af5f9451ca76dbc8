export { makeSharedFolders as setup } from './tools/test-support/src/shared-folder.js';
