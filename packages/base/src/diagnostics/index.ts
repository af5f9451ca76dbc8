export { DIAGNOSTIC_CODES, type DiagnosticCode } from './codes.js';
export {
  counted,
  type Diagnostic,
  formatDiagnostic,
  isDoubtful,
  isNote,
  isShared,
  joinLines,
  referTo,
  tellOnce,
  withEscapedControls,
} from './diagnostic.js';
export {
  diagnosticsOf,
  FaultsError,
  refuseLaterVersion,
  refuseUnknownOptions,
  TopicmillError,
  throwErrors,
  throwFaults,
} from './topicmill-error.js';
