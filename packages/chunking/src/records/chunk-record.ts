/** One chunk of a document, ready to be embedded, shown and found again. A record file holds one of them as JSON. */
export interface ChunkRecord {
  /** `{contentType}:{docName}::ch{chunkNumber}`. */
  readonly id: string;
  /** `{contentType}:{docName}`. */
  readonly parentId: string;
  /** 0-based position in the document. */
  readonly chunkNumber: number;
  /** What kind of document it comes from: `doc`, `post`, … */
  readonly contentType: string;
  /** What to embed and index: `originalText`, with a breadcrumb and a blank line before it where it needs context. */
  readonly embedText: string;
  /** What to show: the chunk's markdown, behind the sentences that it repeats from the chunk before. */
  readonly originalText: string;
  /** Title of the document. */
  readonly fileTitle: string;
  /** The last of `headerPath`; empty before the first heading. */
  readonly sectionTitle: string;
  /** Headings that the chunk stands under, outermost first, without markdown. */
  readonly headerPath: readonly string[];
  /** `headerPath` joined by ` > `. */
  readonly headerBreadcrumb: string;
  /** Levels of the headings in `headerPath`, 1 to 6. */
  readonly headerDepths: readonly number[];
  /** Anchors of the headings in `headerPath`, as GitHub makes them. */
  readonly headerSlugs: readonly string[];
  /** The last of `headerSlugs`; empty before the first heading. */
  readonly sectionSlug: string;
  /** Where the chunk's own text stands in the source. */
  readonly sourcePosition: SourcePosition;
  readonly tokenStats: TokenStats;
  /** `id` of the chunk before; null for the first. */
  readonly prevId: string | null;
  /** `id` of the chunk behind; null for the last. */
  readonly nextId: string | null;
  /** Types of the blocks that the chunk is made of, as mdast names them, each once, in order of appearance. */
  readonly nodeTypes: readonly string[];
  /** Lines of the chunk's own text, when the source has a path. */
  readonly source?: RecordSource;
  readonly metadata?: RecordMetadata;
}

/** UTF-16 offsets in the source as read, front matter and byte order mark included; overlap is not covered. */
export interface SourcePosition {
  readonly charStart: number;
  readonly charEnd: number;
  /** Length of the whole source. */
  readonly totalChars: number;
}

export interface TokenStats {
  /** Tokens of `originalText`, counted. */
  readonly tokens: number;
  /** A quarter of the UTF-16 length of `originalText`, rounded up. */
  readonly estimatedTokens: number;
}

export interface RecordSource {
  readonly filePath: string;
  /** 1-based lines. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Where a record comes from and how it was made. Other fields are the document's own: title, date, tags. */
export interface RecordMetadata {
  /** Name of the source file. */
  readonly sourceFile?: string;
  /** ISO 8601 time at which the record was made; only when asked for. */
  readonly processedAt?: string;
  readonly chunkingOptions?: RecordChunkingOptions;
  readonly pipeline?: { readonly version: string; readonly processingTimeMs?: number };
  readonly [field: string]: unknown;
}

export interface RecordChunkingOptions {
  /** The strategy's key, which holds every setting that can change the chunks. */
  readonly strategy: string;
  readonly minTokens: number;
  readonly targetTokens: number;
  readonly maxTokens: number;
  readonly overlapSentences: number;
  readonly breadcrumbMode: string;
  readonly tokenCounter: string;
}
