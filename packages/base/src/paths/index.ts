export { depthOf, isWithin, lastName } from './path-names.js';
export { decodeIfValid, encodePath } from './percent-encoding.js';
export { resolveInRoot, resolvePath } from './resolve-path.js';
