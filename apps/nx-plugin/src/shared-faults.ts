import { isShared, tellOnce } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import type { FolderReport } from '@topicmill/pipeline/runner';

/** Whether a folder failed for a reason that others are likely to fail for, too. */
export function hasSharedFault({ steps }: FolderReport): boolean {
  return steps.some(({ diagnostics }) => diagnostics.some(isShared));
}

/** Reports of folders that failed, ordered by id. A fault that several of them have is reported in full in the first one only. */
export function tellReportsOnce(reports: readonly FolderReport[]): FolderReport[] {
  const ordered = [...reports].sort((a, b) => compareCodeUnits(a.id, b.id));
  const told = tellOnce(ordered.flatMap(({ steps }) => steps.flatMap(({ diagnostics }) => diagnostics))).values();
  return ordered.map((report) => ({
    ...report,
    steps: report.steps.map((step) => ({ ...step, diagnostics: step.diagnostics.map(() => told.next().value!) })),
  }));
}
