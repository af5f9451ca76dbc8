import { refuseLaterVersion, TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson, isObject } from '@topicmill/base/json';
import { DIALECT_NAMES } from '@topicmill/text/markdown';
import * as z from 'zod';
import { pageIdSchema } from './continuity-token.js';
import type { Sha256 } from './page-ids.js';
import type { PageSet } from './split-document.js';

export const PAGES_MANIFEST = 'chunks.json';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const fileName = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);

const tokenSchema = z
  .strictObject({
    id: pageIdSchema.describe('Id of the page.'),
    prev: pageIdSchema.nullable().describe('Id of the page before; null on the first one.'),
    next: pageIdSchema.nullable().describe('Id of the page after; null on the last one.'),
  })
  .describe('Continuity token.');

const jsonLdSchema = z
  .strictObject({
    '@context': z.literal('https://schema.org'),
    '@type': z.literal('CreativeWork'),
    '@id': z.string().min(1),
    name: z.string(),
    position: z.int().positive(),
    isBasedOn: z.string().min(1),
    pagination: z.string().regex(/^[1-9]\d*\/[1-9]\d*$/),
    continuityToken: z.strictObject({ '@type': z.literal('PropertyValue'), name: z.literal('CT'), value: z.string() }),
  })
  .describe('The page as schema.org/CreativeWork; continuityToken is an addition to its terms.');

const pageSchema = z.strictObject({
  ct: tokenSchema,
  file: fileName.describe('Markdown file of the page, in the folder of the manifest.'),
  tokens: count.describe('Tokens of the file as written.'),
  sha256: sha256.describe('SHA-256 of the file.'),
  heading_path: z.array(z.string()).describe("Titles of the headings in force at the page's start, outermost first."),
  jsonld: jsonLdSchema,
  oversize: z.literal(true).optional().describe('Present on a page that exceeds n_max because its only block does.'),
  html: z.strictObject({ file: fileName, sha256 }).optional().describe('The same page as HTML, if requested.'),
});

/** Schema of the `chunks.json` of a set of pages. */
export const pagesManifestSchema = z
  .strictObject({
    version: z.literal(1),
    source: z.string().min(1).describe('Name of the document that was split.'),
    source_sha256: sha256.describe('SHA-256 of the document.'),
    set: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .describe('Hash of the pages, source, n_max, tokenizer and address; it is on each page too.'),
    n_max: z.int().positive().describe('Maximum tokens of a page as written.'),
    tokenizer: z.string().min(1).describe('Name of the token counter.'),
    dialect: z
      .enum(DIALECT_NAMES)
      .optional()
      .describe('Present if the document was read by a dialect of a site generator.'),
    chunks: z.array(pageSchema).min(1).describe('In reading order.'),
  })
  .describe('A document split into pages that are linked by continuity tokens.');

const plainSchema = z
  .array(z.looseObject({ ct: z.looseObject(tokenSchema.shape), content: z.string() }))
  .min(1)
  .describe('Pages with their tokens and texts only.');

export type PagesManifest = z.infer<typeof pagesManifestSchema>;
export type ManifestPage = z.infer<typeof pageSchema>;

/** Pages contained in the manifest itself: a plain list of tokens and texts. */
export interface PlainPages {
  readonly chunks: readonly { readonly ct: z.infer<typeof tokenSchema>; readonly content: string }[];
}

/** The content of a `chunks.json`: a set with files, or a plain list of pages. */
export type ReadManifest =
  | { readonly kind: 'set'; readonly manifest: PagesManifest }
  | { readonly kind: 'plain'; readonly pages: PlainPages };

/** HTML of a page, by its id. */
export type HtmlPages = ReadonlyMap<string, string>;

/** What a manifest is made from. */
export interface ManifestContent extends Omit<PageSet, 'baseUrl' | 'diagnostics'> {
  /** Of the bytes of the document. */
  readonly sourceSha256: string;
  readonly html: HtmlPages;
  readonly sha256: Sha256;
}

/** The manifest of a set. Markdown pages are named `{id}.md`, HTML pages `{id}.html`. */
export function pagesManifest(content: ManifestContent): PagesManifest {
  const { html, sha256: hash } = content;
  return {
    version: 1,
    source: content.source,
    source_sha256: content.sourceSha256,
    set: content.set,
    n_max: content.maxTokens,
    tokenizer: content.tokenizer,
    ...(content.dialect === undefined ? {} : { dialect: content.dialect }),
    chunks: content.pages.map(({ token, text, tokenCount, headingPath, jsonLd, isOversize }) => {
      const { id, prev, next } = token;
      const page = html.get(id);
      return {
        ct: { id, prev, next },
        file: `${id}.md`,
        tokens: tokenCount,
        sha256: hash(text),
        heading_path: [...headingPath],
        jsonld: jsonLd,
        ...(isOversize ? { oversize: true as const } : {}),
        ...(page === undefined ? {} : { html: { file: `${id}.html`, sha256: hash(page) } }),
      };
    }),
  };
}

/** The content of the manifest's file. */
export function formatPagesManifest(manifest: PagesManifest): string {
  return indentedJson(manifest);
}

/**
 * Reads a `chunks.json` in either form.
 *
 * @throws TopicmillError `PAGES_MANIFEST_INVALID` with the path of the invalid value
 */
export function readPagesManifest(text: string, file: string): ReadManifest {
  const value = parse(text, file);
  if (Array.isArray(value)) {
    const plain = plainSchema.safeParse(value);
    if (!plain.success) throw invalid(plain.error, file);
    return { kind: 'plain', pages: { chunks: plain.data } };
  }
  const found = isObject(value) && value['version'];
  refuseLaterVersion({ found, known: 1, code: 'PAGES_MANIFEST_INVALID', file });
  const set = pagesManifestSchema.safeParse(value);
  if (!set.success) throw invalid(set.error, file);
  return { kind: 'set', manifest: set.data };
}

/** JSON Schema (draft 2020-12) of `chunks.json`, as published. */
export function pagesManifestJsonSchema(): string {
  return indentedJson(z.toJSONSchema(pagesManifestSchema));
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fault(`The file is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, file);
  }
}

function invalid(error: z.ZodError, file: string): TopicmillError {
  const { path, message } = error.issues[0]!;
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return fault(`${place === '' ? 'The file' : place.replace(/^\./, '')}: ${message}`, file);
}

function fault(message: string, file: string): TopicmillError {
  return new TopicmillError('PAGES_MANIFEST_INVALID', message.replace(/\.?$/, '.'), {
    file,
    remedy: 'Split the document again.',
  });
}
