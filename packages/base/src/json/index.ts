export { indentedJson } from './indented-json.js';
export { isObject } from './is-object.js';
export { parseJsonIfValid } from './parse-json-if-valid.js';
