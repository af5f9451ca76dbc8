export { evaluateConfig } from './evaluate-config.js';
