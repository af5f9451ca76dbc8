import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { DraftRecord } from './attach-metadata.js';
import type { FlatNode } from './flat-node.js';

/**
 * Warnings about what had to give way so that chunks stay within the maximum, in the order in which it gives way:
 * overlap, breadcrumb, a table's header.
 */
export function contextDiagnostics(
  drafts: readonly DraftRecord[],
  headersLeftOut: readonly FlatNode[],
  bodyLine: number,
  filePath: string | undefined,
): Diagnostic[] {
  const place = (line: number) => ({ ...(filePath === undefined ? {} : { file: filePath }), line: bodyLine + line });
  const diagnostics: Diagnostic[] = [];
  for (const { chunk, breadcrumb, record } of drafts) {
    const line = chunk.nodes[0]!.firstLine;
    if (chunk.overlap.isCut) {
      diagnostics.push({
        severity: 'warning',
        code: 'OVERLAP_CUT',
        message: `Chunk ${record.chunkNumber} has no room for all sentences of its overlap.`,
        ...place(line),
        remedy: 'Raise the maximum or lower the target if the overlap matters.',
      });
    }
    if (breadcrumb.isCut) {
      diagnostics.push({
        severity: 'warning',
        code: 'BREADCRUMB_CUT',
        message: `The breadcrumb of chunk ${record.chunkNumber} is shortened: it would take more than half of the maximum, or the space that the header of a table needs.`,
        ...place(line),
        remedy: 'Shorten the title or the headings.',
      });
    }
  }
  const headers = headersLeftOut.map(
    ({ firstLine }): Diagnostic => ({
      severity: 'warning',
      code: 'TABLE_HEADER_LEFT_OUT',
      message: 'The header of this table leaves no room for some of its rows, so these are written without it.',
      ...place(firstLine),
      remedy: 'Shorten the header or the rows, or split the table.',
    }),
  );
  return [...diagnostics, ...headers];
}
