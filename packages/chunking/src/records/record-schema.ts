import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { shortHashHex } from '@topicmill/text/hashes';
import { HIDDEN_TEXT_KINDS } from '@topicmill/text/hidden-text';
import { joinBreadcrumb } from '@topicmill/text/markdown';
import * as z from 'zod';
import { staysInFolder } from '../check-options.js';

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

const wholeNumber = z.int().nonnegative();

const sourcePosition = z.strictObject({
  charStart: wholeNumber.describe(
    'UTF-16 offset in the source as read at which the chunk’s own text starts, overlap not included.',
  ),
  charEnd: wholeNumber.describe('UTF-16 offset at which it ends.'),
  totalChars: wholeNumber.describe('UTF-16 length of the whole source.'),
});

const tokenStats = z.strictObject({
  tokens: wholeNumber.describe('Tokens of originalText, counted.'),
  estimatedTokens: wholeNumber.describe('A quarter of the UTF-16 length of originalText, rounded up.'),
});

const metadata = z.looseObject({
  sourceFile: z.string().optional().describe('Name of the source file.'),
  processedAt: z.string().regex(ISO_TIME).optional().describe('Time at which the record was made; only on request.'),
  chunkingOptions: z
    .looseObject({})
    .optional()
    .describe("The strategy's key, every setting that can change the chunks, and the name of the token counter."),
  hiddenText: z
    .array(z.enum(HIDDEN_TEXT_KINDS))
    .optional()
    .describe('Kinds of text in the chunk that readers do not see or that addresses a model.'),
  pipeline: z.strictObject({ version: z.string(), processingTimeMs: z.number().nonnegative().optional() }).optional(),
});

/** The schema of a record file. What keys cannot say is checked by `recordFaults`. */
export const chunkRecordSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[^:]+:.+::ch\d+$/)
      .describe('`{contentType}:{docName}::ch{chunkNumber}`.'),
    parentId: z
      .string()
      .regex(/^[^:]+:.+$/)
      .describe('`{contentType}:{docName}`.'),
    chunkNumber: wholeNumber.describe('0-based position in the document.'),
    contentType: z.string().min(1).describe('What kind of document it comes from: `doc`, `post`, …'),
    embedText: z
      .string()
      .min(1)
      .describe('What to embed and index: `originalText`, after a breadcrumb and a blank line where it needs context.'),
    originalText: z
      .string()
      .min(1)
      .describe("What to show: the chunk's markdown, after the sentences that it repeats from the previous chunk."),
    fileTitle: z.string().describe('Title of the document.'),
    sectionTitle: z.string().describe('The last of `headerPath`; empty before the first heading.'),
    headerPath: z.array(z.string()).describe('Headings above the chunk, outermost first, without markdown.'),
    headerBreadcrumb: z.string().describe('`headerPath` joined by ` > `.'),
    headerDepths: z.array(z.int().min(1).max(6)).describe('Levels of the headings in `headerPath`.'),
    headerSlugs: z.array(z.string()).describe('Anchors of the headings in `headerPath`, as GitHub makes them.'),
    sectionSlug: z.string().describe('The last of `headerSlugs`; empty before the first heading.'),
    sourcePosition,
    tokenStats,
    prevId: z.string().nullable().describe('`id` of the previous chunk; null for the first.'),
    nextId: z.string().nullable().describe('`id` of the next chunk; null for the last.'),
    nodeTypes: z
      .array(z.string())
      .describe('Types of the blocks in the chunk, as mdast names them, each once, in order of appearance.'),
    source: z
      .strictObject({ filePath: z.string(), startLine: z.int().positive(), endLine: z.int().positive() })
      .describe("1-based lines of the chunk's own text, when the source has a path.")
      .exactOptional(),
    metadata: metadata
      .describe('Where the record comes from and how it was made, and fields of the document.')
      .exactOptional(),
  })
  .describe('One chunk of a document, ready to be embedded, shown and found again.');

/** One chunk of a document, ready to be embedded, shown and found again. A record file contains one of them as JSON. */
export type ChunkRecord = ReadonlyRecord<z.infer<typeof chunkRecordSchema>>;

/** Where a record comes from and how it was made. Other fields are the document's own: title, date, tags. */
export type RecordMetadata = NonNullable<ChunkRecord['metadata']>;

/** The JSON Schema of a record file (draft 2020-12), as it is published. */
export function chunkRecordJsonSchema(): string {
  return indentedJson(z.toJSONSchema(chunkRecordSchema));
}

/** What is wrong with a parsed record: each fault with the path of the field; empty when nothing is. */
export function recordFaults(record: unknown): readonly string[] {
  const result = chunkRecordSchema.safeParse(record);
  if (!result.success)
    return result.error.issues.map(({ path, message }) => `${path.join('.') || 'record'}: ${message}`);
  const faults = Object.entries(derivedFields(result.data))
    .filter(([field, value]) => result.data[field as keyof typeof result.data] !== value)
    .map(([field, value]) => `${field}: must be ${JSON.stringify(value)}`);
  return staysInFolder(result.data.parentId.replace(/^[^:]+:/, ''))
    ? faults
    : [...faults, 'parentId: must not contain the parts `.` and `..`'];
}

type ParsedRecord = z.infer<typeof chunkRecordSchema>;

/** The fields that follow from others. */
function derivedFields(record: ParsedRecord): Partial<ParsedRecord> {
  return {
    id: `${record.parentId}::ch${record.chunkNumber}`,
    sectionTitle: record.headerPath.at(-1) ?? '',
    headerBreadcrumb: joinBreadcrumb(record.headerPath),
    sectionSlug: record.headerSlugs.at(-1) ?? '',
  };
}

/** A record's fields and lists, which nobody changes after it was made. */
export type ReadonlyRecord<T> = {
  readonly [Key in keyof T]: T[Key] extends (infer Item)[] ? readonly Item[] : T[Key];
};

/** The same fields with the keys in the order of a schema; fields without a value are left out. */
export function inSchemaOrder<T extends object>({ shape }: z.ZodObject, fields: T): T {
  const values = fields as Readonly<Record<string, unknown>>;
  const names = Object.keys(shape).filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as T;
}

/** Names that are used in file names and ids as they are: parts of ASCII letters and digits, joined by single signs. */
const SAFE = /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/;

/**
 * The name under which a document's records are filed: its file name without extension. A name that is not safe there
 * (spaces, `__`, signs, other scripts) keeps its letters and digits and gets eight hexadecimal digits of its own, so
 * that no two names of a folder become one.
 */
export function docNameOf(fileName: string): string {
  const baseName = fileName.replace(/^.*[/\\]/, '').replace(/(?<=.)\.[^.]*$/, '');
  if (SAFE.test(baseName)) return baseName;
  const readable = baseName
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  return `${readable === '' ? 'document' : readable}-${shortHashHex(baseName)}`;
}

/**
 * `{contentType}_{docName}__ch{chunkNumber}.json`.
 *
 * @throws TopicmillError `RECORD_INVALID` for a `parentId` that leads out of the folder, such as `doc:../guide`
 */
export function recordFileName(record: { readonly parentId: string; readonly chunkNumber: number }): string {
  if (!staysInFolder(record.parentId.replace(/^[^:]+:/, ''))) {
    throw new TopicmillError('RECORD_INVALID', `The parentId ${record.parentId} leads out of the folder.`, {
      remedy: 'Use a parentId without the parts `.` and `..`.',
    });
  }
  return `${record.parentId.replace(':', '_')}__ch${record.chunkNumber}.json`;
}
