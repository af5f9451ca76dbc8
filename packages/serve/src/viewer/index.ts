export { viewerDirectory } from './viewer-directory.js';
