export { counted, joinLines } from '../diagnostics/index.js';
export { type CommandIo, canAsk, coloursFor, confirm, processIo, stopSignal, untilInterrupted } from './command-io.js';
export { addTransportOptions, serveMessages, type TransportOptions } from './message-transport.js';
export { corsOrigin, existingFolder, portNumber, repeatedValue, wholeNumber } from './option-values.js';
export {
  type CommandDefinition,
  createProgram,
  defineCommand,
  type ExitCode,
  type GroupedCommand,
  runCommandGroup,
  runProgram,
} from './run-command.js';
export { reportDiagnostics, reportWarning, type Screen, screenOf, shownDiagnostic, shownLine } from './screen.js';
export { addStrategyOptions, givenOptions, refuseForeignOptions } from './strategy-options.js';
