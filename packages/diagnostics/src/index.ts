export { DIAGNOSTIC_CODES, type DiagnosticCode } from './codes.js';
export { type Diagnostic, formatDiagnostic, type Severity } from './diagnostic.js';
export { diagnosticOf, TopicmillError, type TopicmillErrorDetails } from './topicmill-error.js';
