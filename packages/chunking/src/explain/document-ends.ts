import type { Boundary, LeftOutRange } from './explanation.js';

export const DOCUMENT_START: Boundary = { rule: 'document-start', reason: 'The document starts here.', figures: {} };
export const DOCUMENT_END: Boundary = { rule: 'document-end', reason: 'The document ends here.', figures: {} };

/** Byte order mark and front matter, which no strategy puts into a chunk. */
export function frontMatterRange(bodyOffset: number): LeftOutRange[] {
  return bodyOffset === 0 ? [] : [{ kind: 'front matter', startOffset: 0, endOffset: bodyOffset }];
}
