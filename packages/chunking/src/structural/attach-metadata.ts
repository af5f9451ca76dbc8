import { type Dialect, joinBreadcrumb, readableMarkdown } from '@topicmill/text/markdown';
import type { TextTokens } from '@topicmill/text/tokens';
import type { ChunkRecord, RecordMetadata } from '../records/record-schema.js';
import { type Breadcrumb, type Breadcrumbs, PREFIX_SEPARATOR } from './breadcrumbs.js';
import { type FlatNode, isAdditiveAtLineStarts, isTable } from './flat-node.js';
import type { NormalizedChunk } from './normalize-chunks.js';
import type { StructuralOptions } from './options.js';
import type { ParsedMarkdown } from './parse-markdown.js';

/** What names a document and its records. */
export interface DocumentIdentity {
  readonly contentType: string;
  readonly docName: string;
  readonly fileTitle: string;
  /** Path that `source` names. */
  readonly filePath: string | undefined;
  readonly metadata: RecordMetadata | undefined;
  /** What the document is written in besides CommonMark. */
  readonly dialect?: Dialect | undefined;
  /** Number of the first chunk, for a text that goes on with another. Default 0. */
  readonly firstChunkNumber?: number;
}

/** A record with what it was made from. */
export interface DraftRecord {
  readonly record: ChunkRecord;
  readonly chunk: NormalizedChunk;
  /** Tokens of `embedText`. */
  readonly embedTokenCount: number;
  readonly breadcrumb: Breadcrumb;
}

const NO_BREADCRUMB: Breadcrumb = { text: '', tokenCount: 0, isCut: false };
const TYPES_WITHOUT_CONTEXT: ReadonlySet<string> = new Set(['code', 'list']);

/** The document that records are made for. */
export interface DraftContext {
  readonly parsed: ParsedMarkdown;
  readonly tokens: TextTokens;
  readonly identity: DocumentIdentity;
  readonly breadcrumbs: Breadcrumbs;
  readonly options: StructuralOptions;
}

/** Seventh stage: makes the record of each chunk, its numbers and links as if all chunks were kept. */
export function attachMetadata(
  chunks: readonly NormalizedChunk[],
  { parsed, tokens: textTokens, identity, breadcrumbs, options }: DraftContext,
): DraftRecord[] {
  const { tokenCounter } = options;
  const addsUp = isAdditiveAtLineStarts(tokenCounter);
  const hasReturns = parsed.text.includes('\r');
  return chunks.map((chunk, i): DraftRecord => {
    const endsLine = chunk.nodes[0]!.opening?.text.endsWith('\n') ?? true;
    const isSum = addsUp && !hasReturns && chunk.closing === '' && endsLine;
    const tokens = isSum ? sumOfParts(chunk, textTokens) : tokenCounter.count(chunk.content);
    const breadcrumb = chunkBreadcrumb(chunk, tokens, breadcrumbs, options);
    const readable = readableContent(chunk, identity);
    const prefix = breadcrumb.text === '' || readable === '' ? '' : `${breadcrumb.text}${PREFIX_SEPARATOR}`;
    const embedText = prefix + readable;
    const isAsWritten = readable === chunk.content;
    const embedTokenCount = addsUp && isAsWritten ? tokens + breadcrumb.tokenCount : tokenCounter.count(embedText);
    const place = placeInList(i, chunks.length, identity);
    return {
      record: makeRecord({ chunk, place, embedText, tokens, parsed, identity }),
      chunk,
      embedTokenCount,
      breadcrumb,
    };
  });
}

/** What readers see of a chunk; empty for one that only a site generator reads. */
function readableContent({ content }: NormalizedChunk, { dialect }: DocumentIdentity): string {
  if (dialect === undefined) return content;
  const readable = readableMarkdown(content, dialect);
  return readable === content ? content : readable.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
}

/** Tokens of a chunk whose text has nothing that the source has not, but for what it repeats in lines before it. */
function sumOfParts(chunk: NormalizedChunk, textTokens: TextTokens): number {
  const opening = chunk.nodes[0]!.opening?.tokenCount ?? 0;
  return chunk.overlap.tokenCount + opening + textTokens.count(chunk.startOffset, chunk.endOffset);
}

/** The same drafts with numbers, ids and links of their place in the list. */
export function linkRecords(drafts: readonly DraftRecord[], identity: DocumentIdentity): DraftRecord[] {
  return drafts.map((draft, i) => ({
    ...draft,
    record: { ...draft.record, ...placeInList(i, drafts.length, identity) },
  }));
}

type Place = Pick<ChunkRecord, 'id' | 'chunkNumber' | 'prevId' | 'nextId'>;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What a record has of its place in the list. */
function placeInList(
  i: number,
  count: number,
  { contentType, docName, firstChunkNumber = 0 }: DocumentIdentity,
): Place {
  const idOf = (chunkNumber: number) => `${contentType}:${docName}::ch${chunkNumber}`;
  const chunkNumber = firstChunkNumber + i;
  return {
    id: idOf(chunkNumber),
    chunkNumber,
    prevId: chunkNumber === 0 ? null : idOf(chunkNumber - 1),
    nextId: i === count - 1 ? null : idOf(chunkNumber + 1),
  };
}

interface RecordParts {
  readonly chunk: NormalizedChunk;
  readonly place: Place;
  readonly embedText: string;
  readonly tokens: number;
  readonly parsed: ParsedMarkdown;
  readonly identity: DocumentIdentity;
}

function makeRecord({ chunk, place, embedText, tokens, parsed, identity }: RecordParts): ChunkRecord {
  const { id, chunkNumber, prevId, nextId } = place;
  const { text, bodyLine } = parsed;
  const { contentType, docName, fileTitle, filePath, metadata } = identity;
  const { path } = chunk.section;
  const headerPath = path.map((heading) => heading.text);
  const headerSlugs = path.map(({ slug }) => slug);
  const record: Mutable<ChunkRecord> = {
    id,
    parentId: `${contentType}:${docName}`,
    chunkNumber,
    contentType,
    embedText,
    originalText: chunk.content,
    fileTitle,
    sectionTitle: headerPath.at(-1) ?? '',
    headerPath,
    headerBreadcrumb: joinBreadcrumb(headerPath),
    headerDepths: path.map(({ level }) => level),
    headerSlugs,
    sectionSlug: headerSlugs.at(-1) ?? '',
    sourcePosition: { charStart: chunk.startOffset, charEnd: chunk.endOffset, totalChars: text.length },
    tokenStats: { tokens, estimatedTokens: Math.ceil(chunk.content.length / 4) },
    prevId,
    nextId,
    nodeTypes: distinctTypes(chunk.nodes),
  };
  if (filePath !== undefined) {
    const startLine = bodyLine + chunk.nodes[0]!.firstLine;
    record.source = { filePath, startLine, endLine: bodyLine + chunk.nodes.at(-1)!.lastLine };
  }
  if (metadata !== undefined) record.metadata = metadata;
  return record;
}

/** The types of the nodes, each once, in their order. */
function distinctTypes(nodes: readonly FlatNode[]): FlatNode['type'][] {
  let types = [nodes[0]!.type];
  for (const { type } of nodes) if (!types.includes(type)) types = [...types, type];
  return types;
}

/**
 * What the chunk's `embedText` starts with. `always`: the full breadcrumb. `none`: nothing. `conditional`: nothing when
 * the chunk starts with a heading that says the same; the full breadcrumb when the chunk contains a heading, or is nothing
 * but code, tables and lists, or is smaller than the minimum with its overlap; else the title of the file alone.
 *
 * @param tokens size of the chunk's text
 */
export function chunkBreadcrumb(
  chunk: NormalizedChunk,
  tokens: number,
  breadcrumbs: Breadcrumbs,
  { breadcrumbMode, minTokens, maxTokens }: StructuralOptions,
): Breadcrumb {
  if (breadcrumbMode === 'none') return NO_BREADCRUMB;
  const first = chunk.nodes[0]!;
  const room = isTable(first) ? maxTokens - tokens : maxTokens;
  const full = breadcrumbs.sectionBreadcrumb(chunk.section, room);
  if (breadcrumbMode === 'always') return full;
  const { nodes } = chunk;
  const startsWithHeading = first.level > 0;
  if (startsWithHeading && full.text === firstHeadingText(chunk)) return NO_BREADCRUMB;
  const holdsHeading = nodes.some(({ level }) => level > 0);
  const hasNoContext = nodes.every((node) => isTable(node) || TYPES_WITHOUT_CONTEXT.has(node.type));
  if (holdsHeading || hasNoContext || tokens < minTokens + chunk.overlap.tokenCount) return full;
  return breadcrumbs.titleOnly(chunk.section, room);
}

function firstHeadingText(chunk: NormalizedChunk): string | undefined {
  const { level, section } = chunk.nodes[0]!;
  return section.path.find((heading) => heading.level === level)?.text;
}
