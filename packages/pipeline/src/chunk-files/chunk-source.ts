import { counted, type Diagnostic } from '@topicmill/base/diagnostics';
import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import {
  type Chunk,
  type Chunking,
  chunkFileText,
  type LoadedStrategy,
  loadStrategy,
  type SourceDocument,
  trimBlankLines,
} from '@topicmill/chunking';
import { findHiddenText, HIDDEN_TEXT_KINDS, type HiddenText, type HiddenTextKind } from '@topicmill/text/hidden-text';
import {
  bodyOffsetOf,
  type Dialect,
  lineNumberAt,
  type PageFrontMatter,
  readPageFrontMatter,
} from '@topicmill/text/markdown';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import {
  blankEnds,
  CHUNKS_MANIFEST_FORMAT,
  type ChunksManifest,
  conflictMarkers,
  formatChunksManifest,
  PAGE_MANIFEST_FORMAT,
} from '@topicmill/topics/formats';
import { chunkPackFile, formatChunkPack, packedChunkName } from '@topicmill/topics/formats/chunk-pack';
import { chunkFile, chunksManifestFile } from '@topicmill/topics/formats/file-names';
import { pageDialect } from '../sources/index.js';
import { topicStrategy } from '../workspace/index.js';
import { chunkAddresses, type PublishedPage, withHeadings } from './chunk-addresses.js';
import { type FilledChunk, inclusionsOf } from './insert-inclusions.js';
import { readPublishedBlocks, withPublishedText } from './published-text.js';
import { unresolvedMacros } from './unresolved-macros.js';

/**
 * The strategy that a configuration has for the document of a topic.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown token counter
 */
export function strategyFor(...of: Parameters<typeof topicStrategy>): Promise<LoadedStrategy> {
  const { strategy, options } = topicStrategy(...of);
  return loadStrategy(strategy, options);
}

/** Splits a document, synchronously or not. */
interface DocumentSplitter {
  getCacheKey(): string;
  chunk(document: SourceDocument): Chunking | Promise<Chunking>;
}

/** The chunks of one source. */
interface ChunkedSource {
  /** The chunk files and, after them, their manifest, by file name. */
  readonly files: ReadonlyMap<string, string>;
  /** The text of each chunk, with its parent headings and what it includes. */
  readonly texts: readonly string[];
  readonly manifest: ChunksManifest;
  readonly diagnostics: readonly Diagnostic[];
}

/** The names of a source, and how it is read. */
interface SourceNames {
  /** Its file name; the chunks are named after it. */
  readonly sourceName: string;
  /** As messages name it. */
  readonly displayPath: string;
  /** The page that it is, where a site publishes it. */
  readonly published?: PublishedPage | undefined;
  /** How it is read, where it is not a page of a site. */
  readonly dialect?: Dialect | undefined;
  /** Whether all chunks are in one file. */
  readonly isPacked?: boolean | undefined;
  /** Whether its chunks, joined, are all of the page, which has no copy then. */
  readonly isJoined?: boolean | undefined;
}

/**
 * Splits one source into chunk files with their manifest, by file name.
 *
 * @throws TopicmillError `EMPTY_DOCUMENT`
 */
export async function chunkSource(
  source: DocumentFile,
  strategy: DocumentSplitter,
  { sourceName, displayPath, published, dialect: named, isPacked = false, isJoined = false }: SourceNames,
): Promise<ChunkedSource> {
  const { text } = source;
  const frontMatter = readPageFrontMatter(text, displayPath);
  const dialect = published ? pageDialect(published.page, published.page.path).dialect : named;
  const baseName = sourceName.replace(/\.[^.]*$/, '');
  const fileTitle = published?.page.title ?? titleIn(frontMatter) ?? baseName;
  const document = { text, file: displayPath, fileTitle, dialect };
  const isTextInHtml = text.slice(frontMatter.bodyOffset).trim() === '' && published?.page.published !== undefined;
  const chunking = isTextInHtml ? chunkWithoutText(document, frontMatter.bodyOffset) : await strategy.chunk(document);
  const cl100k = await loadTokenCounter('cl100k_base');
  const page = published && withHeadings(text, frontMatter, published, readPublishedBlocks(published));
  const addresses = page && chunkAddresses(text, frontMatter, chunking.chunks, page);
  const hidden = findHiddenText(text, bodyOffsetOf(text, dialect), dialect);
  const inclusions =
    published && inclusionsOf({ text, bodyOffset: frontMatter.bodyOffset, dialect, displayPath, published });
  const withInclusions = chunking.chunks.map((chunk): FilledChunk => {
    const written = chunkFileText(chunk, text);
    return inclusions?.fill(chunk, written) ?? { text: written, inclusions: [] };
  });
  const filled = page ? withPublishedText({ ...page, text, dialect }, chunking.chunks, withInclusions) : withInclusions;
  const manifest: ChunksManifest = {
    format: published === undefined ? CHUNKS_MANIFEST_FORMAT : PAGE_MANIFEST_FORMAT,
    strategy: strategy.getCacheKey(),
    source: sourceName,
    source_sha256: sha256Hex(source.bytes),
    ...(published && { page: manifestPage(published, isPacked, isJoined ? headOf(chunking, text) : undefined) }),
    chunks: chunking.chunks.map((chunk, at) => ({
      ...manifestEntry(chunk, text, isPacked ? packedChunkName(baseName, at) : chunkFile(baseName, at), cl100k),
      ...addresses?.[at],
      ...hiddenTextOf(chunk, hidden),
      ...(filled[at]!.inclusions.length === 0 ? {} : { inclusions: [...filled[at]!.inclusions] }),
      ...(filled[at]!.published === undefined ? {} : { published_text: filled[at]!.published }),
      ...(isJoined && blankEndsOf(chunk, text)),
    })),
  };
  const texts = filled.map((chunk) => chunk.text);
  const files = isPacked
    ? new Map([[chunkPackFile(baseName), formatChunkPack(texts)]])
    : new Map(manifest.chunks.map(({ file }, at) => [file, texts[at]!]));
  files.set(chunksManifestFile(baseName), formatChunksManifest(manifest));
  const hasMacros = published !== undefined && published.page.published === undefined;
  const macros = { bodyOffset: frontMatter.bodyOffset, dialect, file: displayPath };
  const diagnostics = [
    ...frontMatter.diagnostics,
    ...conflictMarkers(text, displayPath),
    ...chunking.diagnostics,
    ...(inclusions?.diagnostics ?? []),
    ...(hasMacros ? unresolvedMacros(text, macros, inclusions?.filledAt ?? new Set()) : []),
    ...estimateDiagnostics(manifest, displayPath),
    ...hiddenTextDiagnostics(hidden, text, displayPath),
  ];
  return { manifest, files, texts, diagnostics };
}

/** The chunk of a page whose text is in its HTML alone, such as one that a template fills from data. */
function chunkWithoutText({ text, fileTitle }: SourceDocument, bodyOffset: number): Chunking {
  const startByte = Buffer.byteLength(text.slice(0, bodyOffset));
  const chunk: Chunk = {
    ...{ index: 0, startOffset: bodyOffset, endOffset: text.length },
    ...{ startByte, endByte: startByte + Buffer.byteLength(text.slice(bodyOffset)) },
    ...{ startLine: lineNumberAt(text, bodyOffset), endLine: lineNumberAt(text, text.length) },
    ...{ parents: [], title: fileTitle, isCode: false, oversized: false, tokenCount: 0, startReason: 'document-start' },
  };
  return { chunks: [chunk], diagnostics: [] };
}

function manifestPage(
  { page: { id, url } }: PublishedPage,
  isPacked: boolean,
  head: string | undefined,
): NonNullable<ChunksManifest['page']> {
  return { id, url, ...(isPacked ? { packed: true } : {}), ...(head === undefined ? {} : { head }) };
}

function headOf({ chunks }: Chunking, text: string): string {
  return text.slice(0, chunks[0]?.startOffset);
}

function blankEndsOf({ startOffset, endOffset }: Chunk, text: string): ReturnType<typeof blankEnds> {
  const own = text.slice(startOffset, endOffset);
  return blankEnds(own, trimBlankLines(own));
}

function titleIn({ values: { title } }: PageFrontMatter): string | undefined {
  return typeof title === 'string' ? title : undefined;
}

/** One warning when the sizes that the strategy estimated are far from the counts of a tokenizer. */
function estimateDiagnostics({ chunks }: ChunksManifest, file: string): Diagnostic[] {
  const estimated = chunks.reduce((sum, { tokens }) => sum + tokens, 0);
  const counted = chunks.reduce((sum, { tokens_cl100k }) => sum + tokens_cl100k, 0);
  if (!isEstimateOff(estimated, counted)) return [];
  return [
    {
      severity: 'warning',
      code: 'TOKEN_ESTIMATE_OFF',
      message: `Its chunks are sized by an estimate of ${estimated} tokens; cl100k_base counts ${counted}.`,
      file,
      remedy: 'Set `chunking.tokenCounter: cl100k_base` if chunks must keep to their sizes in tokens.',
      extent: Math.max(counted / Math.max(1, estimated), estimated / counted),
    },
  ];
}

function manifestEntry(
  chunk: Chunk,
  text: string,
  file: string,
  cl100k: TokenCounter,
): ChunksManifest['chunks'][number] {
  const ownText = text.slice(chunk.startOffset, chunk.endOffset);
  return {
    index: chunk.index,
    file,
    title: chunk.title,
    is_code: chunk.isCode,
    oversized: chunk.oversized,
    start: chunk.startOffset,
    end: chunk.endOffset,
    start_byte: chunk.startByte,
    end_byte: chunk.endByte,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    tokens: chunk.tokenCount,
    tokens_cl100k: cl100k.count(ownText),
    sha256: sha256Hex(ownText),
  };
}

/** Comments are flagged on the chunk alone: people write them to be hidden. */
const MESSAGES: Readonly<Partial<Record<HiddenTextKind, string>>> = {
  'invisible-characters': 'There are invisible characters here',
  'hidden-html': 'Browsers do not show the text of this element',
};

/** The flags of a chunk, for its manifest; nothing where there are none. */
export function hiddenTextOf(
  { startOffset, endOffset }: { readonly startOffset: number; readonly endOffset: number },
  hidden: readonly HiddenText[],
): { hidden_text?: HiddenTextKind[] } {
  const own = new Set(
    hidden.filter(({ start, end }) => start < endOffset && end > startOffset).map(({ kind }) => kind),
  );
  return own.size === 0 ? {} : { hidden_text: HIDDEN_TEXT_KINDS.filter((kind) => own.has(kind)) };
}

/** A warning at the first piece of hidden text of each kind that is not a comment, with how many there are. */
export function hiddenTextDiagnostics(hidden: readonly HiddenText[], text: string, file: string): Diagnostic[] {
  return HIDDEN_TEXT_KINDS.flatMap((kind): Diagnostic[] => {
    const places = hidden.filter((each) => each.kind === kind);
    const what = MESSAGES[kind];
    if (what === undefined || places.length === 0) return [];
    const others = places.length === 1 ? '' : `; ${counted(places.length - 1, 'more such place')}`;
    const line = lineNumberAt(text, places[0]!.start);
    const remedy = `Remove it, or leave it: agents see the flag ${kind} on the chunk.`;
    return [{ severity: 'warning', code: 'TEXT_HIDDEN', message: `${what}${others}.`, file, line, remedy }];
  });
}

/** In shorter texts, a few punctuation marks are enough to make an estimate wrong. */
const MIN_COMPARED_TOKENS = 200;

/**
 * Whether estimated tokens differ from real ones by more than half.
 *
 * @param counted tokens by `cl100k_base`; of fewer than 200 no estimate is off
 */
export function isEstimateOff(estimated: number, counted: number): boolean {
  return counted >= MIN_COMPARED_TOKENS && Math.abs(estimated - counted) > counted / 2;
}
