import { throwFaults } from '@topicmill/base/diagnostics';
import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import { type DialectName, dialectOf } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import {
  formatPagesManifest,
  PAGES_MANIFEST,
  type PageLimits,
  type PageSet,
  type PagesManifest,
  pagesHtml,
  pagesManifest,
  type Summarize,
  splitDocument,
} from '../pagination/index.js';
import { formatChecksum, PAGES_CHECKSUM } from './checksum.js';
import { type IdForm, splitWithIds } from './id-forms.js';

/** How a document is split into pages. */
export interface MakePagesOptions {
  /** Address of the document. */
  readonly baseUrl: string;
  readonly limits: PageLimits;
  /** Name of the token counter. */
  readonly tokenizer: string;
  readonly ids: IdForm;
  /** Language of the HTML pages; without it no HTML is written. */
  readonly htmlLanguage?: string | undefined;
  /** What the document is written in; a file `.mdx` is MDX without it too. Default: none. */
  readonly dialect?: DialectName | undefined;
  /** Default: extractive, without a model. */
  readonly summarize?: Summarize | undefined;
}

/** A document, and how it is split. */
export interface MakePagesInput extends MakePagesOptions {
  readonly document: DocumentFile;
  /** Path that errors name; its last part is the source in the manifest. */
  readonly displayPath: string;
}

/** A set of pages that is not yet on disk. */
export interface MadePages {
  readonly manifest: PagesManifest;
  /** By name; the manifest and its checksum last. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Splits one document into pages.
 *
 * @throws TopicmillError for a document that cannot be split, and for invalid options
 */
export async function makePages(input: MakePagesInput): Promise<MadePages> {
  const { document, displayPath, htmlLanguage, summarize } = input;
  const dialect = dialectOf(input.dialect ?? 'none', displayPath);
  const counter = await loadTokenCounter(input.tokenizer);
  const set = await splitWithIds(input.ids, (ids) =>
    splitDocument({
      text: document.text,
      file: displayPath,
      baseUrl: input.baseUrl,
      limits: input.limits,
      counter,
      sha256: sha256Hex,
      dialect,
      ids,
      ...(summarize === undefined ? {} : { summarize }),
    }),
  );
  throwFaults(set.diagnostics);
  const html =
    htmlLanguage === undefined
      ? new Map()
      : pagesHtml(set.pages, { language: htmlLanguage, file: displayPath, dialect });
  const manifest = pagesManifest({ ...set, sourceSha256: sha256Hex(document.bytes), html, sha256: sha256Hex });
  return { manifest, files: filesOf(set, manifest, html) };
}

function filesOf(set: PageSet, manifest: PagesManifest, html: ReadonlyMap<string, string>): Map<string, string> {
  const text = formatPagesManifest(manifest);
  return new Map([
    ...set.pages.map((page): [string, string] => [`${page.token.id}.md`, page.text]),
    ...[...html].map(([id, page]): [string, string] => [`${id}.html`, page]),
    [PAGES_MANIFEST, text],
    [PAGES_CHECKSUM, formatChecksum(text)],
  ]);
}
