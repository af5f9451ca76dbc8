import { basename } from 'node:path/posix';
import type { OptionValues } from '@topicmill/base/options';
import {
  type ChunkedDocument,
  type ChunkRecord,
  chunk,
  docNameOf,
  firstTitle,
  type RecordMetadata,
  strategyNamed,
} from '@topicmill/chunking';
import { findHiddenText, type HiddenText } from '@topicmill/text/hidden-text';
import { bodyOffsetOf, type Dialect, dialectOf, readFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { hiddenTextDiagnostics, hiddenTextOf } from '../chunk-files/index.js';
import { PIPELINE_VERSION } from '../workspace/index.js';

/** How records of a document are made; what is left out has the default of the strategy. */
export interface StructuralRecordOptions {
  /** Default: the document's own title. */
  readonly title?: string | undefined;
  /** What ids name the document by. Default: the name of its file, by `docNameOf`. */
  readonly docName?: string | undefined;
  readonly contentType?: string | undefined;
  /** Options of the strategy; the counter by its name. */
  readonly chunking?: OptionValues | undefined;
  /** What the document is written in besides CommonMark. Default: MDX for a file whose name ends in `.mdx`. */
  readonly dialect?: Dialect | undefined;
  /** What happens to invalid chunks. Default `drop`. */
  readonly onInvalid?: 'throw' | 'drop' | undefined;
  /** Asked once the document is chunked. Without it records do not say when they were made. */
  readonly stamp?: (() => RecordStamp) | undefined;
}

/** When records were made and how long it took. */
export interface RecordStamp {
  /** ISO 8601. */
  readonly processedAt?: string;
  readonly processingTimeMs?: number;
}

const STRUCTURAL = strategyNamed('structural');

/** Content type of documents that name none. */
const DEFAULT_CONTENT_TYPE = 'doc';
/** Fields of `metadata` that are not the document's own. */
const RESERVED = new Set(['sourceFile', 'processedAt', 'chunkingOptions', 'pipeline', 'hiddenText']);

/**
 * The records of one document, split along its structure.
 *
 * @param text the document as read, front matter included
 * @param filePath path that the records and errors name it by, with `/`
 * @throws TopicmillError `INVALID_OPTION`; FaultsError with `onInvalid: 'throw'` for invalid chunks
 */
export async function structuralRecords(
  text: string,
  filePath: string,
  options: StructuralRecordOptions,
): Promise<ChunkedDocument> {
  const { values, diagnostics } = readFrontMatter(text, filePath);
  const name = basename(filePath);
  const dialect = options.dialect ?? dialectOf('none', filePath);
  const { tokenCounter = STRUCTURAL.options['tokenCounter']!.default, ...sizes } = options.chunking ?? {};
  const chunked = await chunk(text, {
    fileTitle: options.title ?? titleOf(values) ?? firstTitle(text, dialect) ?? name.replace(/\.[^.]*$/, ''),
    contentType: options.contentType ?? DEFAULT_CONTENT_TYPE,
    filePath,
    docName: options.docName ?? docNameOf(name),
    ...sizes,
    tokenCounter: await loadTokenCounter(String(tokenCounter)),
    dialect,
    onInvalid: options.onInvalid ?? 'drop',
    metadata: ownMetadata(values),
  });
  const hidden = findHiddenText(text, bodyOffsetOf(text, dialect), dialect);
  const stamp = options.stamp?.() ?? {};
  return {
    chunks: chunked.chunks.map((record) => ({
      ...record,
      metadata: { ...stamped(record.metadata, stamp), ...hiddenIn(record, hidden) },
    })),
    dropped: chunked.dropped,
    diagnostics: [...diagnostics, ...chunked.diagnostics, ...hiddenTextDiagnostics(hidden, text, filePath)],
  };
}

function hiddenIn({ sourcePosition }: ChunkRecord, hidden: readonly HiddenText[]): RecordMetadata {
  const { charStart, charEnd } = sourcePosition;
  const { hidden_text: hiddenText } = hiddenTextOf({ startOffset: charStart, endOffset: charEnd }, hidden);
  return hiddenText === undefined ? {} : { hiddenText };
}

function titleOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const { title } = values as { title?: unknown };
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

function ownMetadata(values: Readonly<Record<string, unknown>>): RecordMetadata {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !RESERVED.has(field)));
}

function stamped(metadata: RecordMetadata | undefined, { processedAt, processingTimeMs }: RecordStamp): RecordMetadata {
  return {
    ...metadata,
    ...(processedAt === undefined ? {} : { processedAt }),
    pipeline: { version: PIPELINE_VERSION, ...(processingTimeMs === undefined ? {} : { processingTimeMs }) },
  };
}
