import { identifyHeading, LineKind, scanLines } from '@topicmill/text/markdown';
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
  return plainText(withoutId(line.trim().replace(/^#{1,6}\s+|(?<!\s)\s+#+$/g, '')));
}

/** The dialect of the page is not known here: of what may be an id in some, only what can hardly be text is left out. */
function withoutId(heading: string): string {
  for (const form of ['attribute-list', 'braces'] as const) {
    const { text, id } = identifyHeading(form, heading);
    if (id !== undefined && text !== '') return text;
  }
  return heading;
}
