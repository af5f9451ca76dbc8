export { type CommandIo, coloursFor, type InputStream, type OutputStream, processIo } from './command-io.js';
export { canAsk, confirm } from './confirm.js';
export { existingFolder } from './existing-folder.js';
export { messageStreams } from './message-streams.js';
export { portNumber } from './port-number.js';
export { reportDiagnostics } from './report-diagnostics.js';
export { type CommandDefinition, createProgram, type ExitCode, runProgram } from './run-command.js';
export { type GroupedCommand, runCommandGroup } from './run-command-group.js';
export { stopSignal } from './stop-signal.js';
