import { type Diagnostic, formatDiagnostic, tellOnce } from '../diagnostics/index.js';
import { type CommandIo, coloursFor } from './command-io.js';

/** Writes findings to stderr, a line each, and what several topics share once; errors in red, warnings in yellow, on a terminal. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], io: CommandIo): void {
  const colours = coloursFor(io.stderr, io.env);
  for (const diagnostic of tellOnce(diagnostics)) {
    const paint = diagnostic.severity === 'error' ? colours.red : colours.yellow;
    io.stderr.write(`${paint(formatDiagnostic(diagnostic))}\n`);
  }
}
