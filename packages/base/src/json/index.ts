export { isObject } from './is-object.js';
export { parseJsonIfValid } from './parse-json-if-valid.js';
