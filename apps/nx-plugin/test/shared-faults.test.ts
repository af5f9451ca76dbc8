import type { Diagnostic, DiagnosticCode } from '@topicmill/base/diagnostics';
import type { FolderReport } from '@topicmill/pipeline/runner';
import { expect, it } from 'vitest';
import { hasSharedFault, tellReportsOnce } from '../src/task-outcomes.js';

function failed(id: string, ...codes: readonly DiagnosticCode[]): FolderReport {
  const diagnostics = codes.map((code): Diagnostic => {
    return { severity: 'error', code, message: 'It failed.', file: `docs/${id}`, remedy: 'Do something.' };
  });
  const step = {
    step: 'topic-spec',
    outcome: 'failed',
    written: [],
    removed: [],
    fileCount: 0,
    embeddedCount: 0,
    cachedCount: 0,
  } as const;
  return { id, outcome: 'failed', steps: [{ ...step, diagnostics }] };
}

it('knows the folders whose fault is that of others', () => {
  expect(hasSharedFault(failed('a', 'EMPTY_DOCUMENT', 'EMBEDDER_UNREACHABLE'))).toBe(true);
  expect(hasSharedFault(failed('a', 'EMPTY_DOCUMENT'))).toBe(false);
});

it('tells it with the first folder by id; each keeps its own findings', () => {
  const reports = tellReportsOnce([
    failed('c', 'EMBEDDER_UNREACHABLE'),
    failed('a', 'EMPTY_DOCUMENT', 'EMBEDDER_UNREACHABLE'),
    failed('b', 'EMBEDDER_UNREACHABLE', 'EMPTY_DOCUMENT'),
  ]);
  expect(
    reports.map(({ id, steps }) => [id, ...steps.flatMap((step) => step.diagnostics.map((d) => d.message))]),
  ).toEqual([
    ['a', 'It failed.', 'It failed. 2 more topics fail for this reason.'],
    ['b', 'The same as for docs/a.', 'It failed.'],
    ['c', 'The same as for docs/a.'],
  ]);
});
