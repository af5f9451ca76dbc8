import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { Heading, LineScan } from '@topicmill/text/markdown';

/**
 * Warnings about a document's structure, in line order: headings that skip a level, fences that are never closed.
 *
 * @param bodyLine 1-based line of the file at which line 0 of the scan is
 */
export function structureDiagnostics(scan: LineScan, bodyLine: number, file: string): Diagnostic[] {
  return [...headingJumps(scan.headings, bodyLine, file), ...unclosedFences(scan, bodyLine, file)].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0),
  );
}

function headingJumps(headings: readonly Heading[], bodyLine: number, file: string): Diagnostic[] {
  const jumps: Diagnostic[] = [];
  headings.forEach((heading, i) => {
    const before = headings[i - 1]?.level ?? heading.level;
    if (heading.level <= before + 1) return;
    jumps.push({
      severity: 'warning',
      code: 'HEADING_LEVEL_JUMP',
      message: `An H${heading.level} follows an H${before}.`,
      file,
      line: heading.line + bodyLine,
      remedy: `Make it an H${before + 1}, or add the heading that is missing above it.`,
    });
  });
  return jumps;
}

function unclosedFences(scan: LineScan, bodyLine: number, file: string): Diagnostic[] {
  return scan.fences
    .filter((fence) => !fence.closed && fence.lastLine === scan.lineCount - 1)
    .map((fence) => ({
      severity: 'warning',
      code: 'UNCLOSED_FENCE',
      message: 'This code block is never closed, so it takes in the rest of the document.',
      file,
      line: fence.firstLine + bodyLine,
      remedy: 'Add its closing fence.',
    }));
}
