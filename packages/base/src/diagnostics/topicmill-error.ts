import type { DiagnosticCode } from './codes.js';
import { type Diagnostic, formatDiagnostic } from './diagnostic.js';

/** What a thrown error says besides its code and message. */
interface TopicmillErrorDetails {
  /** What to do about it, in one sentence. */
  readonly remedy: string;
  /** Path of the file at fault, with `/` on every system. */
  readonly file?: string | undefined;
  /** 1-based line in `file`. */
  readonly line?: number | undefined;
  readonly cause?: unknown;
}

/** The one error class. `code` is permanent and is what callers branch on; the message is for people. */
export class TopicmillError extends Error {
  override readonly name = 'TopicmillError';
  readonly code: DiagnosticCode;
  readonly remedy: string;
  readonly file: string | undefined;
  readonly line: number | undefined;

  constructor(code: DiagnosticCode, message: string, details: TopicmillErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.remedy = details.remedy;
    this.file = details.file;
    this.line = details.line;
  }

  /** The same finding as a diagnostic of severity `error`. */
  toDiagnostic(): Diagnostic {
    return {
      severity: 'error',
      code: this.code,
      message: this.message,
      remedy: this.remedy,
      ...(this.file === undefined ? {} : { file: this.file }),
      ...(this.line === undefined ? {} : { line: this.line }),
    };
  }

  override toString(): string {
    return formatDiagnostic(this.toDiagnostic());
  }
}

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

/**
 * Turns anything thrown into a diagnostic. A fault of the file system is `FILE_UNREADABLE` or `FILE_UNWRITABLE`; what else
 * is not a `TopicmillError` is a defect of ours and becomes `INTERNAL`.
 *
 * @param file path for a diagnostic that names none
 */
export function diagnosticOf(thrown: unknown, file?: string): Diagnostic {
  if (thrown instanceof TopicmillError) {
    const diagnostic = thrown.toDiagnostic();
    return diagnostic.file === undefined && file !== undefined ? { ...diagnostic, file } : diagnostic;
  }
  const fault = fileFault(thrown);
  if (fault !== undefined) return { severity: 'error', ...fault, ...(file === undefined ? {} : { file }) };
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return {
    severity: 'error',
    code: 'INTERNAL',
    message,
    ...(file === undefined ? {} : { file }),
    remedy: 'Report this with the document that caused it.',
  };
}

const WRITING = new Set(['copyfile', 'link', 'mkdir', 'rename', 'rm', 'rmdir', 'symlink', 'unlink', 'write']);

/** What the system says about a file; `undefined` for any other error. The path is left out: it is one of the machine. */
function fileFault(thrown: unknown): Pick<Diagnostic, 'code' | 'message' | 'remedy'> | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, syscall, path } = thrown as Error & Record<'code' | 'syscall' | 'path', unknown>;
  if (typeof code !== 'string' || typeof syscall !== 'string' || typeof path !== 'string') return undefined;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return {
    code: WRITING.has(syscall) ? 'FILE_UNWRITABLE' : 'FILE_UNREADABLE',
    message: `The system refuses a file or folder named "${name}" (${code}, ${syscall}).`,
    remedy: 'Check that you may read and write it, and that the disk is not full.',
  };
}

/**
 * A mistyped name must not pass for an option that was applied.
 *
 * @param known all names of options
 * @param receiver function that the message names
 * @throws TopicmillError `INVALID_OPTION` for another name, and for options that are not an object
 */
export function refuseUnknownOptions(given: unknown, known: Readonly<Record<string, true>>, receiver: string): void {
  const remedy = `It accepts ${Object.keys(known).join(', ')}.`;
  if (typeof given !== 'object' || given === null) {
    throw new TopicmillError('INVALID_OPTION', `${receiver}: expected an object with options.`, { remedy });
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new TopicmillError('INVALID_OPTION', `${receiver}: there is no option "${unknown}".`, { remedy });
}

/** A file whose version is read, and the version of this release. */
interface ReadVersion {
  readonly found: unknown;
  readonly known: number;
  readonly code: DiagnosticCode;
  readonly file?: string | undefined;
}

/**
 * Refuses a file of a later release, which a schema would only call invalid.
 *
 * @throws TopicmillError `code`
 */
export function refuseLaterVersion({ found, known, code, file }: ReadVersion): void {
  if (typeof found !== 'number' || found <= known) return;
  throw new TopicmillError(
    code,
    `A later release wrote it: it has version ${found}, and this release reads ${known}.`,
    {
      ...(file !== undefined && { file }),
      remedy: 'Use a newer release of Topicmill.',
    },
  );
}
