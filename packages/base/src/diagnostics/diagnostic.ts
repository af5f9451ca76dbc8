import type { DiagnosticCode } from './codes.js';

/** `error`: the document cannot be built. `warning`: it is built, and somebody should look. */
export type Severity = 'error' | 'warning';

/** One finding about one document. It is returned with the result, so that one bad document does not stop the others. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  /** What is wrong, in one sentence, without the place. */
  readonly message: string;
  /** Path of the document, with `/` on every system. */
  readonly file?: string;
  /** 1-based line in `file`. */
  readonly line?: number;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
  /** How large the fault is, where findings of one code can be compared: of those with one remedy, the largest is told. */
  readonly extent?: number;
}

/**
 * `docs/a/golden-reference.md:12 error EMPTY_DOCUMENT: … Remedy: …` on one line.
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const place = diagnostic.file === undefined ? '' : `${diagnostic.file}${lineSuffix(diagnostic.line)} `;
  return `${place}${diagnostic.severity} ${diagnostic.code}: ${diagnostic.message} Remedy: ${diagnostic.remedy}`;
}

function lineSuffix(line: number | undefined): string {
  return line === undefined ? '' : `:${line}`;
}
