import { type Diagnostic, TopicmillError } from '@topicmill/diagnostics';
import { loadTokenCounter, type TokenCounter } from '@topicmill/tokens';
import type { ChunkRecord, RecordMetadata } from '../records/chunk-record.js';
import { docNameOf } from '../records/doc-name.js';
import { assertOrFilterInvalid, type DroppedChunk, type InvalidMode } from './assert-or-filter-invalid.js';
import type { DocumentIdentity } from './attach-metadata.js';
import { draftStructurally } from './chunk-structurally.js';
import {
  type BreadcrumbMode,
  checkStructuralOptions,
  DEFAULT_STRUCTURAL_OPTIONS,
  STRUCTURAL_TOKEN_COUNTER,
  type StructuralOptions,
  sizesBelow,
  structuralKey,
} from './options.js';

/** How a document becomes records. Only `fileTitle` must be given. */
export interface ChunkOptions {
  /** Title of the document: its front matter's, its first heading, its file name, as the caller sees fit. */
  readonly fileTitle: string;
  /** What kind of document it is; first part of every id. Default `doc`. */
  readonly contentType?: string;
  /** Path or name of the file, for `source`, `metadata` and the name in ids. */
  readonly filePath?: string;
  /** Second part of every id. Default: made of `filePath`, without one of `fileTitle`; see `docNameOf`. */
  readonly docName?: string;
  /** No chunk has fewer tokens, unless the whole document has. Default 64, an eighth of a maximum under 512. */
  readonly minTokens?: number;
  /** Tokens that chunks aim at. Default 400, in proportion less with a maximum under 512. */
  readonly targetTokens?: number;
  /** No `embedText` has more tokens. Default 512. */
  readonly maxTokens?: number;
  /** Sentences of the chunk before that a chunk repeats. Default 2. */
  readonly overlapSentences?: number;
  /** When `embedText` starts with the headings above the chunk. Default `conditional`. */
  readonly breadcrumbMode?: BreadcrumbMode;
  /** Default `cl100k_base`, loaded when first needed. */
  readonly tokenCounter?: TokenCounter;
  /** What to do about a chunk that is not fit, such as a heading with nothing under it. Default `drop`. */
  readonly onInvalid?: InvalidMode;
  /** Fields for every record's `metadata`, beside those that are set here. */
  readonly metadata?: RecordMetadata;
}

/** The records of a document. */
export interface ChunkedDocument {
  /** In document order, linked by `prevId` and `nextId`. */
  readonly chunks: readonly ChunkRecord[];
  /** Chunks that were left out because they are not fit. */
  readonly dropped: readonly DroppedChunk[];
  /** What was noticed on the way. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Splits markdown into records along its structure.
 *
 * @param text the document as read, front matter included
 * @throws TopicmillError `INVALID_OPTION` for sizes that not every document can have
 * @throws FaultsError with `onInvalid: 'throw'`, naming every chunk that is not fit
 */
export async function chunk(text: string, options: ChunkOptions): Promise<ChunkedDocument> {
  const tokenCounter = options.tokenCounter ?? (await loadTokenCounter(STRUCTURAL_TOKEN_COUNTER));
  return chunkSync(text, { ...options, tokenCounter });
}

/** The same at once, with a counter at hand. */
export function chunkSync(
  text: string,
  options: ChunkOptions & { readonly tokenCounter: TokenCounter },
): ChunkedDocument {
  const structural = structuralOptionsOf(options);
  const identity = identityOf(options, structural);
  const mode = options.onInvalid ?? 'drop';
  const { parsed, drafts, diagnostics } = draftStructurally(text, identity, structural);
  if (drafts.length === 0) return emptyDocument(identity, mode, parsed.bodyLine);
  const checked = assertOrFilterInvalid(drafts, mode, identity, structural, parsed.bodyLine);
  return {
    chunks: checked.drafts.map(({ record }) => record),
    dropped: checked.dropped,
    diagnostics: [...diagnostics, ...checked.diagnostics],
  };
}

function structuralOptionsOf(options: ChunkOptions & { readonly tokenCounter: TokenCounter }): StructuralOptions {
  const { maxTokens: defaultMaximum, overlapSentences, breadcrumbMode } = DEFAULT_STRUCTURAL_OPTIONS;
  const maxTokens = options.maxTokens ?? defaultMaximum;
  const { minTokens, targetTokens } = sizesBelow(maxTokens);
  const structural = {
    minTokens: options.minTokens ?? minTokens,
    targetTokens: options.targetTokens ?? targetTokens,
    maxTokens,
    overlapSentences: options.overlapSentences ?? overlapSentences,
    breadcrumbMode: options.breadcrumbMode ?? breadcrumbMode,
    tokenCounter: options.tokenCounter,
  };
  checkStructuralOptions(structural);
  return structural;
}

function identityOf(options: ChunkOptions, structural: StructuralOptions): DocumentIdentity {
  const { filePath, fileTitle } = options;
  const { tokenCounter, ...sizes } = structural;
  return {
    contentType: options.contentType ?? 'doc',
    docName: options.docName ?? docNameOf(filePath ?? fileTitle),
    fileTitle,
    filePath,
    metadata: {
      ...(filePath === undefined ? {} : { sourceFile: filePath.replace(/^.*[/\\]/, '') }),
      ...options.metadata,
      chunkingOptions: { strategy: structuralKey(structural), ...sizes, tokenCounter: tokenCounter.name },
    },
  };
}

function emptyDocument({ filePath }: DocumentIdentity, mode: InvalidMode, line: number): ChunkedDocument {
  const place = { ...(filePath === undefined ? {} : { file: filePath }), line };
  const fault = new TopicmillError('EMPTY_DOCUMENT', 'The document has no text after its front matter.', {
    ...place,
    remedy: 'Write it, or leave the file out.',
  });
  if (mode === 'throw') throw fault;
  return { chunks: [], dropped: [], diagnostics: [{ ...fault.toDiagnostic(), severity: 'warning' }] };
}
