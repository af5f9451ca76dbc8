import type { Dialect } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import * as z from 'zod';
import {
  checkOptions,
  completeOptions,
  docNameSchema,
  functionSchema,
  tokenCounterSchema,
  uncheckedValue,
} from '../check-options.js';
import { docNameOf, type RecordMetadata } from '../records/record-schema.js';
import { type GivenOptions, strategyKey } from '../strategies/strategy.js';
import type { InvalidMode } from './assert-or-filter-invalid.js';
import type { DocumentIdentity } from './attach-metadata.js';
import { BREADCRUMB_MODES, type BreadcrumbMode, type StructuralOptions } from './options.js';
import { structural } from './structural.js';

/** How a document becomes records. Only `fileTitle` must be given. */
export interface ChunkOptions {
  /** Title of the document: its front matter's, its first heading, its file name, as the caller sees fit. */
  readonly fileTitle: string;
  /** What kind of document it is; first part of every id. Default `doc`. */
  readonly contentType?: string;
  /** Path or name of the file, for `source`, `metadata` and the name in ids. */
  readonly filePath?: string;
  /** Second part of every id. Default: derived from `filePath`, or from `fileTitle` without one; see `docNameOf`. */
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
  /** What to do about an invalid chunk, such as a heading with nothing under it. Default `drop`. */
  readonly onInvalid?: InvalidMode;
  /** What the document is written in besides CommonMark, such as `dialectOf('none', 'page.mdx')`. */
  readonly dialect?: Dialect | undefined;
  /** Fields for every record's `metadata`, in addition to those that are set here. */
  readonly metadata?: RecordMetadata;
}

const optionsSchema = z.strictObject({
  fileTitle: z.string(),
  contentType: z
    .string()
    .regex(/^[^:/\\]+$/, 'expected a name without `:`, `/` and `\\`')
    .optional(),
  filePath: z.string().optional(),
  docName: docNameSchema.optional(),
  minTokens: uncheckedValue,
  targetTokens: uncheckedValue,
  maxTokens: uncheckedValue,
  overlapSentences: uncheckedValue,
  breadcrumbMode: z.enum(BREADCRUMB_MODES).optional(),
  tokenCounter: tokenCounterSchema.optional(),
  onInvalid: z.enum(['drop', 'throw']).optional(),
  dialect: z.custom<Dialect>((value) => typeof value === 'object').optional(),
  metadata: z.looseObject({}).optional(),
});

const streamOptionsSchema = optionsSchema.extend({
  windowLength: uncheckedValue,
  onDropped: functionSchema,
  onDiagnostic: functionSchema,
});

const SCHEMAS = {
  chunk: optionsSchema,
  chunkSync: optionsSchema.extend({ tokenCounter: tokenCounterSchema }),
  chunkStream: streamOptionsSchema,
};

/** What each function accepted last: from document to document only names differ, and a schema takes longer than they do. */
const accepted = new Map<keyof typeof SCHEMAS, Readonly<Record<string, unknown>>>();
/** Options that may be any string. */
const FREE_TEXT_OPTIONS: ReadonlySet<string> = new Set(['fileTitle', 'filePath']);

/** @throws TopicmillError `INVALID_OPTION` for an unknown option, and for one that is missing or of another kind */
export function checkChunkOptions(given: ChunkOptions, receiver: keyof typeof SCHEMAS): void {
  if (isAsAccepted(given as never, accepted.get(receiver))) return;
  checkOptions(SCHEMAS[receiver], given, receiver);
  accepted.set(receiver, { ...given });
}

function isAsAccepted(
  given: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
): boolean {
  if (before === undefined) return false;
  const names = Object.keys(given ?? {});
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => {
      const value = given[name];
      const isAlike = value === before[name] || (FREE_TEXT_OPTIONS.has(name) && typeof value === 'string');
      return isAlike && Object.hasOwn(before, name);
    })
  );
}

/**
 * The options with their defaults; minimum and target follow a maximum that is below the default.
 *
 * @throws TopicmillError `INVALID_OPTION` for sizes that not every document can have
 */
export function structuralOptions(given: GivenOptions<StructuralOptions>): StructuralOptions {
  return completeOptions(structural, given);
}

/** What names the document in its records. */
export function identityOf(options: ChunkOptions, sizesAndCounter: StructuralOptions): DocumentIdentity {
  const { filePath, fileTitle } = options;
  const { tokenCounter, ...sizes } = sizesAndCounter;
  return {
    contentType: options.contentType ?? 'doc',
    docName: options.docName ?? docNameOf(filePath ?? fileTitle),
    fileTitle,
    filePath,
    dialect: options.dialect,
    metadata: {
      ...(filePath === undefined ? {} : { sourceFile: filePath.replace(/^.*[/\\]/, '') }),
      ...options.metadata,
      chunkingOptions: {
        strategy: strategyKey(structural, { ...sizesAndCounter }),
        ...sizes,
        tokenCounter: tokenCounter.name,
      },
    },
  };
}
