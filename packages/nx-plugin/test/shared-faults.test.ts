import type { Diagnostic, DiagnosticCode } from '@topicmill/diagnostics';
import type { FolderReport } from '@topicmill/pipeline';
import { expect, it } from 'vitest';
import { hasSharedFault, sayOnce } from '../src/shared-faults.js';

function failed(id: string, ...faults: readonly (readonly [DiagnosticCode, string])[]): FolderReport {
  const diagnostics = faults.map(([code, message]): Diagnostic => {
    return { severity: 'error', code, message, file: `docs/${id}`, remedy: 'Do something.' };
  });
  const step = { step: 'topic-spec', outcome: 'failed', written: [], removed: [], embeddedCount: 0 } as const;
  return { id, outcome: 'failed', steps: [{ ...step, diagnostics }] };
}

function messages(reports: readonly FolderReport[]): string[] {
  return reports.flatMap(({ steps }) => steps.flatMap((step) => step.diagnostics.map(({ message }) => message)));
}

it('a fault of a provider is shared, one of a document is not', () => {
  expect(hasSharedFault(failed('a', ['EMBEDDER_UNREACHABLE', 'No server.']))).toBe(true);
  expect(hasSharedFault(failed('a', ['EMPTY_DOCUMENT', 'No text.']))).toBe(false);
  expect(hasSharedFault(failed('a', ['EMBEDDER_EMPTY_TEXT', 'No text.']))).toBe(false);
});

it('is told in full with the first folder by id; the others refer to it', () => {
  const fault = ['EMBEDDER_UNREACHABLE', 'No server.'] as const;
  const reports = sayOnce([failed('c', fault), failed('a', fault), failed('b', fault)]);
  expect(reports.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(messages(reports)).toEqual([
    'No server. 2 more topics fail for this reason.',
    'The same as for docs/a.',
    'The same as for docs/a.',
  ]);
});

it('leaves alone what only one folder meets, and other faults', () => {
  const reports = sayOnce([
    failed('a', ['EMBEDDER_UNREACHABLE', 'No server.'], ['EMPTY_DOCUMENT', 'No text.']),
    failed('b', ['EMBEDDER_TIMEOUT', 'No answer.'], ['EMPTY_DOCUMENT', 'No text.']),
  ]);
  expect(messages(reports)).toEqual(['No server.', 'No text.', 'No answer.', 'No text.']);
});
