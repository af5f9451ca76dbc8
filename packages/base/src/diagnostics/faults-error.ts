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
 * Throws what was found, if anything was.
 *
 * @throws FaultsError with all of the diagnostics, and the code of the first
 */
export function throwFaults(diagnostics: readonly Diagnostic[]): void {
  const [first, ...others] = diagnostics;
  if (first !== undefined) throw new FaultsError([first, ...others]);
}

/** The same for those that are errors: warnings stop nothing. */
export function throwErrors(diagnostics: readonly Diagnostic[]): void {
  throwFaults(diagnostics.filter(({ severity }) => severity === 'error'));
}

/**
 * Turns anything thrown into diagnostics: all of a `FaultsError`, else one as `diagnosticOf` makes it.
 *
 * @param file path for a diagnostic that names none
 */
export function diagnosticsOf(thrown: unknown, file?: string): readonly Diagnostic[] {
  return thrown instanceof FaultsError ? thrown.diagnostics : [diagnosticOf(thrown, file)];
}
