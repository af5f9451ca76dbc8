import type { Diagnostic } from './diagnostic.js';
import { diagnosticOf, TopicmillError } from './topicmill-error.js';

/** Several faults of one document, thrown together; `code`, `file`, `line` and `remedy` are those of the first. */
export class FaultsError extends TopicmillError {
  readonly diagnostics: readonly Diagnostic[];

  /** @param diagnostics at least one */
  constructor(diagnostics: readonly [Diagnostic, ...Diagnostic[]]) {
    const { code, file, line, remedy } = diagnostics[0];
    super(code, diagnostics.map(({ message }) => message).join(' '), { file, line, remedy });
    this.diagnostics = diagnostics;
  }
}

/**
 * Turns anything thrown into diagnostics: all of a `FaultsError`, else one as `diagnosticOf` makes it.
 *
 * @param file path for a diagnostic that names none
 */
export function diagnosticsOf(thrown: unknown, file?: string): readonly Diagnostic[] {
  return thrown instanceof FaultsError ? thrown.diagnostics : [diagnosticOf(thrown, file)];
}
