import type { Diagnostic, DiagnosticCode } from '@topicmill/diagnostics';
import type { FolderReport } from '@topicmill/pipeline';

/** Of a provider, not of a document: what one topic meets, all others meet as well. */
const SHARED_FAULTS: ReadonlySet<DiagnosticCode> = new Set([
  'EMBEDDER_KEY_MISSING',
  'EMBEDDER_KEY_REJECTED',
  'EMBEDDER_MODEL_MISSING',
  'EMBEDDER_QUOTA',
  'EMBEDDER_RATE_LIMITED',
  'EMBEDDER_SERVER_ERROR',
  'EMBEDDER_TIMEOUT',
  'EMBEDDER_UNREACHABLE',
]);

/** Whether a folder failed for a reason that others are likely to fail for, too. */
export function hasSharedFault({ steps }: FolderReport): boolean {
  return steps.some(({ diagnostics }) => diagnostics.some(isShared));
}

/**
 * Reports of folders that failed, ordered by id, in which each fault that several share is told in full once, with the
 * number of the others; these refer to the first.
 */
export function sayOnce(reports: readonly FolderReport[]): FolderReport[] {
  const ordered = [...reports].sort((a, b) => (a.id < b.id ? -1 : 1));
  const counts = new Map<string, number>();
  for (const diagnostic of ordered.flatMap(diagnosticsOf).filter(isShared)) {
    counts.set(faultOf(diagnostic), (counts.get(faultOf(diagnostic)) ?? 0) + 1);
  }
  const firstPlaces = new Map<string, string>();
  const say = (diagnostic: Diagnostic): Diagnostic => {
    if (!isShared(diagnostic)) return diagnostic;
    const fault = faultOf(diagnostic);
    const place = firstPlaces.get(fault);
    if (place !== undefined) return referTo(diagnostic, place);
    firstPlaces.set(fault, diagnostic.file ?? 'the first');
    return withOthers(diagnostic, counts.get(fault)! - 1);
  };
  return ordered.map((report) => ({
    ...report,
    steps: report.steps.map((step) => ({ ...step, diagnostics: step.diagnostics.map(say) })),
  }));
}

/** The same finding for those who have read it elsewhere. */
export function referTo(diagnostic: Diagnostic, place: string): Diagnostic {
  return { ...diagnostic, message: `The same as for ${place}.`, remedy: 'See there.' };
}

function withOthers(diagnostic: Diagnostic, count: number): Diagnostic {
  if (count === 0) return diagnostic;
  return {
    ...diagnostic,
    message: `${diagnostic.message} ${count} more topic${count === 1 ? ' fails' : 's fail'} for this reason.`,
  };
}

function diagnosticsOf({ steps }: FolderReport): readonly Diagnostic[] {
  return steps.flatMap(({ diagnostics }) => diagnostics);
}

function isShared({ code }: Diagnostic): boolean {
  return SHARED_FAULTS.has(code);
}

function faultOf({ code, message, remedy }: Diagnostic): string {
  return [code, message, remedy].join('\n');
}
