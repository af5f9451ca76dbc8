export { type CommandIo, coloursFor, type OutputStream, processIo } from './command-io.js';
export { reportDiagnostics } from './report-diagnostics.js';
export { type CommandDefinition, createProgram, type ExitCode, runProgram } from './run-command.js';
