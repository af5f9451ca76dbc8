import { type Diagnostic, type DiagnosticCode, isShared, tellOnce } from '@topicmill/base/diagnostics';
import { expect, it } from 'vitest';

function fault(code: DiagnosticCode, message: string, file?: string): Diagnostic {
  return { severity: 'error', code, message, remedy: 'Do something.', ...(file === undefined ? {} : { file }) };
}

it('a fault of a provider is shared, one of a document is not', () => {
  expect(isShared(fault('EMBEDDER_UNREACHABLE', 'No server.'))).toBe(true);
  expect(isShared(fault('EMPTY_DOCUMENT', 'No text.'))).toBe(false);
  expect(isShared(fault('EMBEDDER_EMPTY_TEXT', 'No text.'))).toBe(false);
});

it('is told in full at its first place, with the number of the others, which refer to it', () => {
  const told = tellOnce(['a', 'b', 'c'].map((file) => fault('EMBEDDER_UNREACHABLE', 'No server.', file)));
  expect(told).toEqual([
    fault('EMBEDDER_UNREACHABLE', 'No server. 2 more topics fail for this reason.', 'a'),
    { ...fault('EMBEDDER_UNREACHABLE', 'The same as for a.', 'b'), remedy: 'See the remedy there.' },
    { ...fault('EMBEDDER_UNREACHABLE', 'The same as for a.', 'c'), remedy: 'See the remedy there.' },
  ]);
});

it('leaves alone what one place has, what has no place, and what is of a document', () => {
  const diagnostics = [
    fault('EMBEDDER_UNREACHABLE', 'No server.', 'a'),
    fault('EMPTY_DOCUMENT', 'No text.', 'a'),
    fault('EMBEDDER_TIMEOUT', 'No answer.', 'b'),
    fault('EMPTY_DOCUMENT', 'No text.', 'b'),
    fault('EMBEDDER_QUOTA', 'Used up.'),
    fault('EMBEDDER_QUOTA', 'Used up.'),
  ];
  expect(tellOnce(diagnostics)).toEqual(diagnostics);
});
