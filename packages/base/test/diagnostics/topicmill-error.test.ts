import { expect, test } from 'vitest';
import { formatDiagnostic, TopicmillError } from '../../src/diagnostics/index.js';
import { diagnosticOf } from '../../src/diagnostics/topicmill-error.js';

const error = new TopicmillError('NOT_UTF8', 'The file is not valid UTF-8.', {
  file: 'docs/a.md',
  line: 3,
  remedy: 'Save it as UTF-8.',
});

test('an error shows place, code, message and remedy on one line', () => {
  expect(String(error)).toBe('docs/a.md:3 error NOT_UTF8: The file is not valid UTF-8. Remedy: Save it as UTF-8.');
});

test('an error without place or line shows none', () => {
  const details = { remedy: 'Do b.' };
  expect(String(new TopicmillError('INVALID_OPTION', 'A.', details))).toBe('error INVALID_OPTION: A. Remedy: Do b.');
  expect(String(new TopicmillError('INVALID_OPTION', 'A.', { ...details, file: 'a.md' }))).toBe(
    'a.md error INVALID_OPTION: A. Remedy: Do b.',
  );
});

test('an error keeps its cause', () => {
  const cause = new Error('why');
  expect(new TopicmillError('INTERNAL', 'A.', { remedy: 'B.', cause }).cause).toBe(cause);
  expect('cause' in error).toBe(false);
});

test('an error becomes a diagnostic without keys that it does not have', () => {
  expect(error.toDiagnostic()).toEqual({
    severity: 'error',
    code: 'NOT_UTF8',
    message: 'The file is not valid UTF-8.',
    file: 'docs/a.md',
    line: 3,
    remedy: 'Save it as UTF-8.',
  });
  expect(Object.keys(new TopicmillError('INTERNAL', 'A.', { remedy: 'B.' }).toDiagnostic())).toEqual([
    'severity',
    'code',
    'message',
    'remedy',
  ]);
});

test('a warning says so', () => {
  const warning = { severity: 'warning', code: 'UNCLOSED_FENCE', message: 'A.', remedy: 'B.' } as const;
  expect(formatDiagnostic(warning)).toBe('warning UNCLOSED_FENCE: A. Remedy: B.');
});

test('what is thrown takes the file of the document, unless it names one', () => {
  expect(diagnosticOf(error, 'docs/b.md').file).toBe('docs/a.md');
  expect(diagnosticOf(new TopicmillError('INTERNAL', 'A.', { remedy: 'B.' }), 'docs/b.md').file).toBe('docs/b.md');
});

test.each([[new TypeError('x is not a function')], ['text'], [undefined], [null], [{ code: 'ENOENT' }]])(
  'anything else thrown is a defect of ours: %s',
  (thrown) => {
    const diagnostic = diagnosticOf(thrown, 'docs/a.md');
    expect(diagnostic).toMatchObject({ severity: 'error', code: 'INTERNAL', file: 'docs/a.md' });
    expect(diagnostic.message).not.toBe('');
  },
);
