import type { DiagnosticCode } from './codes.js';
import type { Diagnostic } from './diagnostic.js';

/** Of a provider, not of a document: what one topic meets, others meet as well. */
const SHARED_CODES: ReadonlySet<DiagnosticCode> = new Set([
  'EMBEDDER_KEY_MISSING',
  'EMBEDDER_KEY_REJECTED',
  'EMBEDDER_MODEL_MISSING',
  'EMBEDDER_QUOTA',
  'EMBEDDER_RATE_LIMITED',
  'EMBEDDER_SERVER_ERROR',
  'EMBEDDER_TIMEOUT',
  'EMBEDDER_UNREACHABLE',
]);

/** Whether a finding is one that others are likely to have, too. */
export function isShared({ code }: Diagnostic): boolean {
  return SHARED_CODES.has(code);
}

/**
 * The same findings in the same order, in which each that several share is told in full once, with the number of the
 * others; these refer to the place of the first.
 */
export function tellOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const counts = new Map<string, number>();
  for (const each of diagnostics.filter(isShared)) counts.set(faultOf(each), (counts.get(faultOf(each)) ?? 0) + 1);
  const firstPlaces = new Map<string, string>();
  return diagnostics.map((diagnostic) => {
    const fault = faultOf(diagnostic);
    const count = counts.get(fault);
    if (count === undefined || diagnostic.file === undefined) return diagnostic;
    const place = firstPlaces.get(fault);
    if (place !== undefined) return referTo(diagnostic, place);
    firstPlaces.set(fault, diagnostic.file);
    return withOthers(diagnostic, count - 1);
  });
}

/** The same finding for those who have read it elsewhere. */
export function referTo(diagnostic: Diagnostic, place: string): Diagnostic {
  return { ...diagnostic, message: `The same as for ${place}.`, remedy: 'See the remedy there.' };
}

function withOthers(diagnostic: Diagnostic, count: number): Diagnostic {
  if (count === 0) return diagnostic;
  const others = count === 1 ? '1 more topic fails' : `${count} more topics fail`;
  return { ...diagnostic, message: `${diagnostic.message} ${others} for this reason.` };
}

function faultOf({ code, message, remedy }: Diagnostic): string {
  return [code, message, remedy].join('\n');
}
