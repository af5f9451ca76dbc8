export { compareCodeUnits } from './compare-code-units.js';
