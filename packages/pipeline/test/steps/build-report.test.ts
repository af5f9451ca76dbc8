import type { Diagnostic } from '@topicmill/base/diagnostics';
import { describe, expect, it } from 'vitest';
import type { FolderReport, StepReport } from '../../src/runner/index.js';
import { formatBuildReport } from '../../src/steps/index.js';

const workspace = { tree: { get: (id: string) => ({ isTopic: id !== '' }) }, config: {} };

function step(report: Partial<StepReport>): StepReport {
  const nothing = { written: [], removed: [], fileCount: 0, embeddedCount: 0, cachedCount: 0, diagnostics: [] };
  return { step: 'topic-spec', outcome: 'ran', ...nothing, ...report };
}

function folder(id: string, ...steps: readonly StepReport[]): FolderReport {
  return { id, outcome: steps.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'built', steps };
}

function warning(file: string, line: number): Diagnostic {
  return { severity: 'warning', code: 'CONFIG_INVALID', message: `On ${line}.`, file, line, remedy: 'Fix it.' };
}

it('groups what was found by file and line, and ends with the figures', () => {
  const reports = [
    folder('b', step({ step: 'chunk', fileCount: 4, diagnostics: [warning('docs/b/x.md', 9)] })),
    folder(
      'a',
      step({ step: 'chunk', outcome: 'current', fileCount: 3 }),
      step({
        outcome: 'failed',
        diagnostics: [{ ...warning('docs/a/x.md', 5), severity: 'error' }, warning('docs/a/x.md', 2)],
      }),
    ),
    folder('c', step({ written: ['topic-spec.md'], embeddedCount: 2, cachedCount: 7 })),
    folder('', step({ step: 'index' })),
  ];
  expect(formatBuildReport({ reports, workspace, elapsedMs: 1234 })).toBe(
    [
      'docs/a/x.md:2 warning CONFIG_INVALID: On 2. Remedy: Fix it.',
      'docs/a/x.md:5 error CONFIG_INVALID: On 5. Remedy: Fix it.',
      'docs/b/x.md:9 warning CONFIG_INVALID: On 9. Remedy: Fix it.',
      '1 error and 2 warnings in 2 files',
      '3 topics (1 changed), 1 folder not built, 5 chunks, 2 texts embedded, 7 from cache, 1.2 s',
      '',
    ].join('\n'),
  );
});

it('of a build that found nothing, it is one line', () => {
  const report = formatBuildReport({ reports: [folder('a', step({}))], workspace, elapsedMs: 40 });
  expect(report).toBe('1 topic (0 changed), 0 chunks, 0 texts embedded, 0 from cache, 0.0 s\n');
});

it('notes once that the estimate of tokens is off, and of how many files, which is no warning', () => {
  const off = (file: string): Diagnostic => ({ ...warning(file, 1), code: 'TOKEN_ESTIMATE_OFF' });
  const chunk = (file: string): StepReport => step({ step: 'chunk', fileCount: 2, diagnostics: [off(file)] });
  const reports = ['c', 'a', 'b'].map((id) => folder(id, chunk(`docs/${id}.md`)));
  expect(formatBuildReport({ reports, workspace, elapsedMs: 0 }).split('\n')).toEqual([
    'Note on docs/a.md: On 1. The same is true of 2 other files. Fix it.',
    '3 topics (0 changed), 3 chunks, 0 texts embedded, 0 from cache, 0.0 s',
    '',
  ]);
  expect(formatBuildReport({ reports: reports.slice(0, 1), workspace, elapsedMs: 0 })).not.toContain('The same');
});

it('tells of the file whose estimate is off most', () => {
  const extents = { a: 1.6, c: 3.1, b: 3.1 };
  const reports = Object.entries(extents).map(([id, extent]) => {
    const off: Diagnostic = { ...warning(`docs/${id}.md`, 1), code: 'TOKEN_ESTIMATE_OFF', extent };
    return folder(id, step({ step: 'chunk', fileCount: 2, diagnostics: [off] }));
  });
  expect(formatBuildReport({ reports, workspace, elapsedMs: 0 })).toMatch(/^Note on docs\/b\.md: /);
});

it('says once which language to name in the settings, for each such language', () => {
  const other = (file: string, language: string): Diagnostic => ({
    ...warning(file, 1),
    code: 'LANGUAGE_UNEXPECTED',
    remedy: `Name ${language}.`,
  });
  const reports = ['zh/b', 'fr/c', 'zh/a'].map((id) =>
    folder(id, step({ step: 'terms', diagnostics: [other(`docs/${id}.md`, id.slice(0, 2))] })),
  );
  expect(formatBuildReport({ reports, workspace, elapsedMs: 0 }).split('\n').slice(0, 3)).toEqual([
    'docs/fr/c.md:1 warning LANGUAGE_UNEXPECTED: On 1. Remedy: Name fr.',
    'docs/zh/a.md:1 warning LANGUAGE_UNEXPECTED: On 1. The same is true of 1 other file. Remedy: Name zh.',
    '0 errors and 2 warnings in 2 files',
  ]);
});

it('counts what may be no fault, and names it where all is asked for', () => {
  const jump: Diagnostic = { ...warning('docs/a.md', 3), code: 'HEADING_LEVEL_JUMP' };
  const macro: Diagnostic = {
    ...warning('docs/b.md', 4),
    code: 'MACRO_UNRESOLVED',
    remedy: 'Set site.built for data.',
  };
  const diagnostics = [jump, { ...jump, line: 9, message: 'On 9.' }, macro, { ...macro, file: 'docs/c.md' }];
  const reportOf = (isVerbose: boolean): string[] =>
    formatBuildReport({ reports: [folder('a', step({ diagnostics }))], workspace, elapsedMs: 0, isVerbose }).split(
      '\n',
    );
  expect(reportOf(false).slice(0, -2)).toEqual([
    'Perhaps faults, which topicmill build --verbose names: 2 HEADING_LEVEL_JUMP, 1 MACRO_UNRESOLVED',
  ]);
  expect(reportOf(true).slice(0, -2)).toEqual([
    'docs/a.md:3 warning HEADING_LEVEL_JUMP: On 3. Remedy: Fix it.',
    'docs/a.md:9 warning HEADING_LEVEL_JUMP: On 9. Remedy: Fix it.',
    'docs/b.md:4 warning MACRO_UNRESOLVED: On 4. The same is true of 1 other file. Remedy: Set site.built for data.',
    '0 errors and 3 warnings in 2 files',
  ]);
});

describe('many warnings of one code', () => {
  const jump = (file: string, line: number): Diagnostic => ({ ...warning(file, line), code: 'UNCLOSED_FENCE' });
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => `docs/${name}.md`);
  const reportOf = (diagnostics: readonly Diagnostic[], isVerbose?: boolean): string[] =>
    formatBuildReport({ reports: [folder('a', step({ diagnostics }))], workspace, elapsedMs: 0, isVerbose }).split(
      '\n',
    );

  const jumps = files.flatMap((file) => [jump(file, 9), jump(file, 3), jump(file, 6)]);
  const others = [warning('docs/e.md', 4), { ...jump('docs/d.md', 12), severity: 'error' as const }];

  it('are told by one of each of three files, next to all errors and other warnings', () => {
    expect(reportOf([...jumps, ...others])).toEqual([
      'docs/a.md:3 warning UNCLOSED_FENCE: On 3. Remedy: Fix it.',
      'docs/b.md:3 warning UNCLOSED_FENCE: On 3. Remedy: Fix it.',
      'docs/c.md:3 warning UNCLOSED_FENCE: On 3. Remedy: Fix it.',
      'docs/d.md:12 error UNCLOSED_FENCE: On 12. Remedy: Fix it.',
      'docs/e.md:4 warning CONFIG_INVALID: On 4. Remedy: Fix it.',
      '… and 12 more UNCLOSED_FENCE in 5 files; topicmill build --verbose names them all',
      '1 error and 16 warnings in 5 files',
      expect.any(String),
      '',
    ]);
  });

  it('are all told with --verbose, and where they are not many', () => {
    expect(reportOf([...jumps, ...others], true)).toHaveLength(20);
    expect(reportOf(jumps.slice(0, 10))).toHaveLength(13);
    expect(reportOf(jumps.slice(0, 11))).toHaveLength(7);
  });
});

it('counts a folder once whose steps are reported apart', () => {
  const reports = [
    folder('a', step({ step: 'chunk', fileCount: 3 })),
    folder('a', step({ written: ['x'] })),
    folder('b', step({})),
  ];
  expect(formatBuildReport({ reports, workspace, elapsedMs: 0 })).toMatch(/^2 topics \(1 changed\), 2 chunks, /);
});
