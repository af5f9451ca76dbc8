import type { TokenCounter } from '@topicmill/text/tokens';
import type { RecordMetadata } from '../records/chunk-record.js';
import { docNameOf } from '../records/doc-name.js';
import type { InvalidMode } from './assert-or-filter-invalid.js';
import type { DocumentIdentity } from './attach-metadata.js';
import {
  type BreadcrumbMode,
  checkStructuralOptions,
  DEFAULT_STRUCTURAL_OPTIONS,
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

/** @throws TopicmillError `INVALID_OPTION` for sizes that not every document can have */
export function structuralOptionsOf(
  options: ChunkOptions & { readonly tokenCounter: TokenCounter },
): StructuralOptions {
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

/** What names the document in its records. */
export function identityOf(options: ChunkOptions, structural: StructuralOptions): DocumentIdentity {
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
