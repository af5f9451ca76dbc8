import { basename } from 'node:path/posix';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { ChosenStrategy, OptionValues } from '@topicmill/base/options';
import {
  type ChunkedDocument,
  type ChunkRecord,
  chunk,
  docNameOf,
  firstTitle,
  type RecordMetadata,
  strategyNamed,
} from '@topicmill/chunking';
import type { StrategyName } from '@topicmill/chunking/strategies';
import { findHiddenText, type HiddenText } from '@topicmill/text/hidden-text';
import { bodyOffsetOf, type Dialect, dialectOf, readFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { hiddenTextDiagnostics, hiddenTextOf } from '../chunk-files/index.js';
import { PIPELINE_VERSION } from '../workspace/index.js';
import { bookRecords } from './book-records.js';

/** What names a document in its records. */
interface RecordNaming {
  /** What ids name the document by. Default: the name of its file. */
  readonly docName: string | undefined;
  readonly contentType: string;
  readonly dialect: Dialect | undefined;
}

/** The files of a document's records. */
interface DocumentRecords {
  readonly files: readonly RecordFile[];
  readonly diagnostics: readonly Diagnostic[];
}

interface RecordFile {
  /** What the name of the file ends in. */
  readonly suffix: string;
  readonly form: 'array' | 'lines';
  /** JSON texts, each on a line of its own and without its end. */
  readonly records: readonly string[];
}

/** @param chosen with the options of a strategy that makes records */
type RecordMaker = (
  text: string,
  filePath: string,
  chosen: ChosenStrategy['options'],
  naming: RecordNaming,
) => Promise<DocumentRecords>;

/** The strategies that make records of their own. */
const MAKERS: Readonly<Partial<Record<StrategyName, RecordMaker>>> = {
  async structural(text, filePath, options, naming) {
    const { chunks, diagnostics } = await structuralRecords(text, filePath, { chunking: options, ...naming });
    const records = chunks.map((record) => JSON.stringify(record));
    return { files: [{ suffix: 'records.json', form: 'array', records }], diagnostics };
  },
  async 'two-tier'(text, filePath, options, { docName, dialect }) {
    const book = await bookRecords(text, filePath, { chunking: options, docName, dialect });
    const tiers = ['sections', 'snippets'] as const;
    return {
      files: tiers.map((tier) => ({ suffix: `${tier}.jsonl`, form: 'lines', records: book[tier] })),
      diagnostics: book.diagnostics,
    };
  },
};

/**
 * The records of a document by the strategy that was chosen for it. One that makes chunk files only, such as `semantic`,
 * leaves records to `structural` with its defaults.
 *
 * @param filePath path that the records and errors name it by, with `/`
 * @throws TopicmillError `EMPTY_DOCUMENT` for a book without text, `INVALID_OPTION`
 */
export function documentRecords(
  text: string,
  filePath: string,
  { strategy, options }: ChosenStrategy,
  naming: RecordNaming,
): Promise<DocumentRecords> {
  const own = MAKERS[strategy as StrategyName];
  return own === undefined ? MAKERS.structural!(text, filePath, {}, naming) : own(text, filePath, options, naming);
}

/** The text of a file of records. */
export function recordFileText({ form, records }: RecordFile): string {
  if (form === 'lines') return records.map((record) => `${record}\n`).join('');
  return records.length === 0 ? '[]\n' : `[\n${records.join(',\n')}\n]\n`;
}

/** How records of a document are made; what is left out has the default of the strategy. */
interface StructuralRecordOptions {
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
      metadata: { ...withStamp(record.metadata, stamp), ...hiddenIn(record, hidden) },
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

function withStamp(
  metadata: RecordMetadata | undefined,
  { processedAt, processingTimeMs }: RecordStamp,
): RecordMetadata {
  return {
    ...metadata,
    ...(processedAt === undefined ? {} : { processedAt }),
    pipeline: { version: PIPELINE_VERSION, ...(processingTimeMs === undefined ? {} : { processingTimeMs }) },
  };
}
