import * as z from 'zod';

const BREADCRUMB_SEPARATOR = ' > ';

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

const wholeNumber = z.int().nonnegative();

const sourcePosition = z.strictObject({
  charStart: wholeNumber.describe('UTF-16 offset in the source as read at which the chunk’s own text starts.'),
  charEnd: wholeNumber.describe('UTF-16 offset behind it.'),
  totalChars: wholeNumber.describe('UTF-16 length of the whole source.'),
});

const tokenStats = z.strictObject({
  tokens: wholeNumber.describe('Tokens of originalText, counted.'),
  estimatedTokens: wholeNumber.describe('A quarter of the UTF-16 length of originalText, rounded up.'),
});

const metadata = z.looseObject({
  sourceFile: z.string().optional(),
  processedAt: z.string().regex(ISO_TIME).optional(),
  chunkingOptions: z.looseObject({}).optional(),
  pipeline: z.strictObject({ version: z.string(), processingTimeMs: z.number().nonnegative().optional() }).optional(),
});

/** The schema of a record file. What keys cannot say is checked by `recordFaults`. */
export const chunkRecordSchema = z
  .strictObject({
    id: z.string().regex(/^[^:]+:.+::ch\d+$/),
    parentId: z.string().regex(/^[^:]+:.+$/),
    chunkNumber: wholeNumber,
    contentType: z.string().min(1),
    embedText: z.string().min(1).describe('What to embed and index.'),
    originalText: z.string().min(1).describe('What to show.'),
    fileTitle: z.string(),
    sectionTitle: z.string(),
    headerPath: z.array(z.string()),
    headerBreadcrumb: z.string(),
    headerDepths: z.array(z.int().min(1).max(6)),
    headerSlugs: z.array(z.string()),
    sectionSlug: z.string(),
    sourcePosition,
    tokenStats,
    prevId: z.string().nullable(),
    nextId: z.string().nullable(),
    nodeTypes: z.array(z.string()),
    source: z
      .strictObject({ filePath: z.string(), startLine: z.int().positive(), endLine: z.int().positive() })
      .optional(),
    metadata: metadata.optional(),
  })
  .describe('One chunk of a document, ready to be embedded, shown and found again.');

/** The JSON Schema of a record file (draft 2020-12), as it is published. */
export function chunkRecordJsonSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(chunkRecordSchema), null, 2)}\n`;
}

/** What is wrong with a parsed record: each fault with the path of the field; empty when nothing is. */
export function recordFaults(record: unknown): readonly string[] {
  const result = chunkRecordSchema.safeParse(record);
  if (!result.success)
    return result.error.issues.map(({ path, message }) => `${path.join('.') || 'record'}: ${message}`);
  return Object.entries(derivedFields(result.data))
    .filter(([field, value]) => result.data[field as keyof typeof result.data] !== value)
    .map(([field, value]) => `${field}: must be ${JSON.stringify(value)}`);
}

type ParsedRecord = z.infer<typeof chunkRecordSchema>;

/** The fields that follow from others. */
function derivedFields(record: ParsedRecord): Partial<ParsedRecord> {
  return {
    id: `${record.parentId}::ch${record.chunkNumber}`,
    sectionTitle: record.headerPath.at(-1) ?? '',
    headerBreadcrumb: record.headerPath.join(BREADCRUMB_SEPARATOR),
    sectionSlug: record.headerSlugs.at(-1) ?? '',
  };
}
