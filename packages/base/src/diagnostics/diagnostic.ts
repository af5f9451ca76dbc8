import type { DiagnosticCode } from './codes.js';

/** Of a provider, not of a document: what one topic meets, others meet as well. */
const PROVIDER_CODES: ReadonlySet<DiagnosticCode> = new Set([
  'EMBEDDER_KEY_MISSING',
  'EMBEDDER_KEY_REJECTED',
  'EMBEDDER_MODEL_CHANGED',
  'EMBEDDER_MODEL_MISSING',
  'EMBEDDER_QUOTA',
  'EMBEDDER_RATE_LIMITED',
  'EMBEDDER_SERVER_ERROR',
  'EMBEDDER_TIMEOUT',
  'EMBEDDER_UNREACHABLE',
]);

/** Whether a finding is one that others are likely to have, too. */
export function isShared({ code }: Diagnostic): boolean {
  return PROVIDER_CODES.has(code);
}

/**
 * The same findings in the same order, in which each that several share is told in full once, with the number of the
 * others; these refer to the place of the first.
 */
export function tellOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const counts = new Map<string, number>();
  for (const each of diagnostics.filter(isShared)) counts.set(faultKey(each), (counts.get(faultKey(each)) ?? 0) + 1);
  const firstPlaces = new Map<string, string>();
  return diagnostics.map((diagnostic) => {
    const fault = faultKey(diagnostic);
    const count = counts.get(fault);
    if (count === undefined || diagnostic.file === undefined) return diagnostic;
    const place = firstPlaces.get(fault);
    if (place !== undefined) return referTo(diagnostic, place);
    firstPlaces.set(fault, diagnostic.file);
    return withOccurrenceCount(diagnostic, count - 1);
  });
}

/** The same finding for those who have read it elsewhere. */
export function referTo(diagnostic: Diagnostic, place: string): Diagnostic {
  return { ...diagnostic, message: `The same as for ${place}.`, remedy: 'See the remedy there.' };
}

function withOccurrenceCount(diagnostic: Diagnostic, count: number): Diagnostic {
  if (count === 0) return diagnostic;
  const others = count === 1 ? '1 more topic fails' : `${count} more topics fail`;
  return { ...diagnostic, message: `${diagnostic.message} ${others} for this reason.` };
}

function faultKey({ code, message, remedy }: Diagnostic): string {
  return [code, message, remedy].join('\n');
}

/** `error`: the document cannot be built. `warning`: it is built, and somebody should look. */
type Severity = 'error' | 'warning';

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
  const { file, line, severity, code, message, remedy } = withEscapedControls(diagnostic);
  const place = file === undefined ? '' : `${file}${lineSuffix(line)} `;
  return `${place}${severity} ${code}: ${message} Remedy: ${remedy}`;
}

/** The finding with control characters as JSON writes them: names of files may have some, and a terminal obeys them. */
export function withEscapedControls(diagnostic: Diagnostic): Diagnostic {
  const { file, message } = diagnostic;
  const shown = { ...diagnostic, message: escaped(message) };
  return file === undefined ? shown : { ...shown, file: escaped(file) };
}

function escaped(text: string): string {
  return text.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function lineSuffix(line: number | undefined): string {
  return line === undefined ? '' : `:${line}`;
}

/** `1 file`, `2 files`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** Whether nothing is wrong with the document: such a finding is there nearly everywhere, and is noted instead of warned of. */
export function isNote({ code }: Diagnostic): boolean {
  return code === 'TOKEN_ESTIMATE_OFF';
}

/**
 * Whether more than one in ten findings of this code is not a fault, on the sites of ten projects: they are counted, and each
 * is told only where all are asked for.
 */
export function isDoubtful({ code }: Diagnostic): boolean {
  return code === 'HEADING_LEVEL_JUMP' || code === 'MACRO_UNRESOLVED';
}

/** Lines as one text, each with a line end. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
