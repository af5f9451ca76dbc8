export { detectionOf, detectSite } from './detect-site.js';
export { findConfigs } from './find-configs.js';
