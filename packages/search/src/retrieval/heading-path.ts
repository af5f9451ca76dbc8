import { LineKind, scanLines } from '@topicmill/text/markdown';
import { plainText } from '@topicmill/topics/formats';

/** The headings that the text of a chunk file begins with, outermost first: its parents and its own first one. */
export function headingPath(text: string): string[] {
  const { kinds, starts, lineCount } = scanLines(text, 0);
  const headings: string[] = [];
  for (let line = 0; line < lineCount; line++) {
    const written = text.slice(starts[line], starts[line + 1]);
    if (kinds[line] === LineKind.Heading) headings.push(titleOf(written));
    else if (written.trim() !== '') break;
  }
  return headings;
}

function titleOf(line: string): string {
  return plainText(line.trim().replace(/^#{1,6}\s+|\s+#+$/g, ''));
}
