import { LineKind } from '../line-scan.js';
import { scanLines } from '../scan-lines.js';
import type { Dialect } from './dialect.js';
import type { Inclusion } from './dialect-scan.js';
import { InclusionFinder, mayInclude } from './inclusion.js';

const LINE_END = /(?:\r\n|\n|\r)$/;

/** What any text includes in a form, such as that of an included file, whatever language it is in. */
export function findInclusions(form: NonNullable<Dialect['inclusions']>, text: string): Inclusion[] {
  if (!mayInclude(form, text)) return [];
  const { starts, kinds, lineCount } = scanLines(text);
  const finder = new InclusionFinder(form, text);
  const found: Inclusion[] = [];
  for (let line = 0; line < lineCount; line++) {
    const startOffset = starts[line]!;
    const endOffset = startOffset + text.slice(startOffset, starts[line + 1]).replace(LINE_END, '').length;
    const inclusion = finder.in({ line, startOffset, endOffset, isCode: kinds[line] === LineKind.Fence });
    if (inclusion !== undefined) found.push(inclusion);
  }
  return found;
}
