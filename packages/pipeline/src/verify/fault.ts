import type { Diagnostic, DiagnosticCode } from '@topicmill/base/diagnostics';
import { lineNumberAt } from '@topicmill/text/markdown';

/** What to do about every output that is wrong: it can be made again. */
export const BUILD_AGAIN = 'Build the topic again: `npx topicmill build`.';

/** A finding that makes the docs root unsound. */
export function fault(
  code: DiagnosticCode,
  message: string,
  file: string,
  { line, remedy = BUILD_AGAIN }: { readonly line?: number | undefined; readonly remedy?: string } = {},
): Diagnostic {
  return { severity: 'error', code, message, file, ...(line === undefined ? {} : { line }), remedy };
}

/** 1-based line of the first difference of two texts. */
export function firstDifferentLine(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return lineNumberAt(a, at);
}
