import type { DialectScan } from './dialect-scan.js';
import { languageOf, optionsEnd } from './fence-directive.js';

/** Placeholder for the tags around code; longer than what code is likely to contain. */
export const CODE_FENCE = '~~~~';
const FENCE = /(?<![`~:])(`{3,}|~{3,}|:{3,})[ \t]*(?:\{[^\r\n]*)?(?=[\r\n]|$)/;

/** How the lines of directives of MyST that contain code are read: as a fence with a language, without their options. */
export function codeDirectiveLines(text: string, { fences, starts }: DialectScan): Map<number, string> {
  const shown = new Map<number, string>();
  for (const { firstLine, lastLine, closed, info } of fences) {
    const language = languageOf(info);
    if (language === undefined) continue;
    const opening = text.slice(starts[firstLine], starts[firstLine + 1]);
    const end = optionsEnd(text, starts[firstLine]! + opening.trimEnd().length);
    let first = firstLine + 1;
    for (; first <= lastLine && starts[first]! < end; first++) shown.set(first, '');
    const isBlank = text.slice(starts[first], starts[first + 1]).trim() === '';
    if (first > firstLine + 1 && first < lastLine && isBlank) shown.set(first++, '');
    const isEmpty = closed && first >= lastLine;
    shown.set(firstLine, isEmpty ? '' : rewritten(opening, language));
    const closing = text.slice(starts[lastLine], starts[lastLine + 1]);
    if (isEmpty || closing.trimStart().startsWith(':')) shown.set(lastLine, isEmpty ? '' : rewritten(closing, ''));
  }
  return shown;
}

function rewritten(line: string, language: string): string {
  return line.replace(FENCE, (_, fence: string) => (fence.startsWith(':') ? CODE_FENCE : fence) + language);
}
