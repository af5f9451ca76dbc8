export { makeSharedFolders as default } from './tools/test-support/src/shared-folder.js';
