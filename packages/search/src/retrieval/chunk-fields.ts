import { LineKind, scanLines } from '@topicmill/text/markdown';

/** A chunk's text by where it is. */
export interface ChunkFields {
  /** The chunk's own headings and those above it, a line each. */
  readonly headings: string;
  /** Everything else, code included. */
  readonly body: string;
}

/** Parts the text of a chunk file. */
export function chunkFields(text: string): ChunkFields {
  const { kinds, starts, lineCount } = scanLines(text, 0);
  let headings = '';
  let body = '';
  for (let line = 0; line < lineCount; line++) {
    const part = text.slice(starts[line], starts[line + 1]);
    if (kinds[line] === LineKind.Heading) headings += part;
    else body += part;
  }
  return { headings, body };
}
