export { DIAGNOSTIC_CODES, type DiagnosticCode } from './codes.js';
export { counted } from './counted.js';
export { type Diagnostic, formatDiagnostic } from './diagnostic.js';
export { diagnosticsOf, FaultsError, throwErrors, throwFaults } from './faults-error.js';
export { isNote } from './is-note.js';
export { joinLines } from './join-lines.js';
export { refuseUnknownOptions } from './refuse-unknown-options.js';
export { isShared, referTo, tellOnce } from './tell-once.js';
export { TopicmillError } from './topicmill-error.js';
