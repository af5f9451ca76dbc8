import { sum } from '@topicmill/base/sums';
import { ByteCursor } from '../byte-cursor.js';
import type { BoundaryReason, Chunk, Chunking, SourceDocument } from '../chunk.js';
import { emptyDocumentError } from '../document-diagnostics.js';
import { docNameOf } from '../records/record-schema.js';
import type { DocumentIdentity, DraftRecord } from './attach-metadata.js';
import { draftStructurally, type StructuralDrafts } from './chunk-structurally.js';
import type { FlatNode } from './flat-node.js';
import type { NormalizedChunk } from './normalize-chunks.js';
import type { StructuralOptions } from './options.js';

/** @throws TopicmillError `EMPTY_DOCUMENT` when there is nothing but white space after the front matter */
export function chunkFiles(document: SourceDocument, options: StructuralOptions): Chunking {
  const { file, text } = document;
  const made = draftStructurally(text, identityOfSource(document), options);
  if (made.drafts.length === 0) throw emptyDocumentError(file, made.parsed.bodyLine);
  return { chunks: cutChunks(made, document), diagnostics: made.diagnostics };
}

function cutChunks({ parsed, drafts }: StructuralDrafts, { text, fileTitle }: SourceDocument): Chunk[] {
  const bytes = new ByteCursor(text);
  return drafts.map(({ chunk }, index): Chunk => {
    const next = drafts[index + 1]?.chunk;
    const startOffset = index === 0 ? parsed.bodyOffset : chunk.startOffset;
    const endOffset = next?.startOffset ?? text.length;
    const firstLine = index === 0 ? 0 : chunk.nodes[0]!.firstLine;
    const lastLine = next === undefined ? parsed.scan.lineCount - 1 : lineBefore(next, parsed);
    return {
      index,
      startOffset,
      endOffset,
      startByte: bytes.byteAt(startOffset),
      endByte: bytes.byteAt(endOffset),
      startLine: parsed.bodyLine + firstLine,
      endLine: parsed.bodyLine + Math.max(firstLine, lastLine),
      parents: parentHeadings(chunk),
      title: titleOf(chunk) ?? fileTitle,
      isCode: isMostlyCode(chunk.nodes),
      oversized: false,
      tokenCount: chunk.tokenCount,
      startReason: boundaryReason(drafts[index - 1], chunk.nodes[0]!),
    };
  });
}

/** The line that a chunk before ends on, which is that of its first text where that is indented. */
function lineBefore({ startOffset, nodes }: NormalizedChunk, { scan }: StructuralDrafts['parsed']): number {
  const { firstLine } = nodes[0]!;
  return startOffset > scan.starts[firstLine]! ? firstLine : firstLine - 1;
}

/** The headings above the chunk: those of its path that it does not start with. */
function parentHeadings({ nodes, section }: NormalizedChunk): Chunk['parents'] {
  const { level } = nodes[0]!;
  return section.path
    .filter((heading) => level === 0 || heading.level < level)
    .map((heading) => ({ level: heading.level, text: heading.text }));
}

function titleOf({ section }: NormalizedChunk): string | undefined {
  return section.path.at(-1)?.text || undefined;
}

function isMostlyCode(nodes: readonly FlatNode[]): boolean {
  const lines = nodes.map(({ firstLine, lastLine }) => lastLine - firstLine + 1);
  const code = lines.filter((_, i) => nodes[i]!.type === 'code');
  return sum(code) / sum(lines) > 0.5;
}

function boundaryReason(previous: DraftRecord | undefined, first: FlatNode): BoundaryReason {
  if (previous === undefined) return 'document-start';
  return first.level > 0 ? 'heading' : 'block-over-maximum';
}

/** What names a document of which chunk files are made, whose records nobody sees. */
export function identityOfSource({ file, fileTitle, dialect }: SourceDocument): DocumentIdentity {
  return { contentType: 'doc', docName: docNameOf(file), fileTitle, filePath: file, metadata: undefined, dialect };
}
