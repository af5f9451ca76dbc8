import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { Dialect } from '@topicmill/text/markdown';
import { loadCl100kBase, type TokenCounter } from '@topicmill/text/tokens';
import { checkText } from '../check-options.js';
import { emptyDocumentError } from '../document-diagnostics.js';
import type { ChunkRecord } from '../records/record-schema.js';
import { assertOrFilterInvalid, type DroppedChunk, type InvalidMode } from './assert-or-filter-invalid.js';
import type { DocumentIdentity } from './attach-metadata.js';
import { type ChunkOptions, checkChunkOptions, identityOf, structuralOptions } from './chunk-options.js';
import { draftStructurally } from './chunk-structurally.js';
import { HeadingTexts, titleOfContent } from './heading-text.js';
import { parseMarkdown } from './parse-markdown.js';

/** The records of a document. */
export interface ChunkedDocument {
  /** In document order, linked by `prevId` and `nextId`. */
  readonly chunks: readonly ChunkRecord[];
  /** Chunks that were left out because they are invalid. */
  readonly dropped: readonly DroppedChunk[];
  /** Warnings and errors. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Splits markdown into records along its structure.
 *
 * @param text the document as read, front matter included
 * @throws TopicmillError `INVALID_OPTION` for an unknown or missing option and for sizes that not every document can have
 * @throws FaultsError with `onInvalid: 'throw'`, naming every chunk that is invalid
 */
export async function chunk(text: string, options: ChunkOptions): Promise<ChunkedDocument> {
  checkChunkOptions(options, 'chunk');
  const tokenCounter = options.tokenCounter ?? (await loadCl100kBase());
  return chunkSync(text, { ...options, tokenCounter });
}

/** The same at once, with a counter at hand. */
export function chunkSync(
  text: string,
  options: ChunkOptions & { readonly tokenCounter: TokenCounter },
): ChunkedDocument {
  checkText(text, 'chunk');
  checkChunkOptions(options, 'chunkSync');
  const structural = structuralOptions(options);
  const identity = identityOf(options, structural);
  const mode = options.onInvalid ?? 'drop';
  const { parsed, drafts, diagnostics } = draftStructurally(text, identity, structural);
  if (drafts.length === 0) return emptyDocument(identity, mode, parsed.bodyLine);
  const checked = assertOrFilterInvalid(drafts, { mode, identity, options: structural, bodyLine: parsed.bodyLine });
  return {
    chunks: checked.drafts.map(({ record }) => record),
    dropped: checked.dropped,
    diagnostics: [...diagnostics, ...checked.diagnostics],
  };
}

/** What `onInvalid: 'throw'` throws for a document without text, and `drop` reports. */
export function emptyDocument({ filePath }: DocumentIdentity, mode: InvalidMode, line: number): ChunkedDocument {
  const fault = emptyDocumentError(filePath, line, 'Add text, or leave the file out.');
  if (mode === 'throw') throw fault;
  return { chunks: [], dropped: [], diagnostics: [{ ...fault.toDiagnostic(), severity: 'warning' }] };
}

/** The text of a document's first H1, without markdown; `undefined` when it has none or an empty one. */
export function firstTitle(text: string, dialect?: Dialect): string | undefined {
  const heading = parseMarkdown(text, dialect).scan.headings.find(({ level }) => level === 1);
  const title = heading === undefined ? '' : titleOfContent(new HeadingTexts([]).headingContent(heading.text));
  return title === '' ? undefined : title;
}
