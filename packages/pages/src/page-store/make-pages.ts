import { type Diagnostic, FaultsError } from '@topicmill/base/diagnostics';
import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
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
import { type IdForm, splitWithIds } from './id-forms.js';

/** How a document is cut into pages. */
export interface MakePagesOptions {
  /** Address of the document. */
  readonly baseUrl: string;
  readonly limits: PageLimits;
  /** Name of the counter that counts the tokens. */
  readonly tokenizer: string;
  readonly ids: IdForm;
  /** Language of the HTML pages, which are written only when it is there. */
  readonly htmlLanguage?: string | undefined;
  /** Default: extractive, without any model. */
  readonly summarize?: Summarize | undefined;
}

/** A set of pages that is not yet on disk. */
export interface MadePages {
  readonly manifest: PagesManifest;
  /** By name, the manifest and its checksum last. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Cuts one document into pages.
 *
 * @param name file name of the document, for the manifest
 * @param displayPath path that errors name it by
 * @throws TopicmillError for a document that cannot be split, and for options that do not fit
 */
export async function makePages(
  { text, bytes }: DocumentFile,
  name: string,
  displayPath: string,
  { baseUrl, limits, tokenizer, ids: idForm, htmlLanguage, summarize }: MakePagesOptions,
): Promise<MadePages> {
  const counter = await loadTokenCounter(tokenizer);
  const set = await splitWithIds(idForm, (ids) =>
    splitDocument({
      text,
      file: displayPath,
      baseUrl,
      limits,
      counter,
      sha256: sha256Hex,
      ids,
      ...(summarize === undefined ? {} : { summarize }),
    }),
  );
  const [first, ...others] = set.diagnostics;
  if (first !== undefined) throw new FaultsError([first, ...others] as [Diagnostic, ...Diagnostic[]]);
  const html = htmlLanguage === undefined ? new Map() : pagesHtml(set.pages, htmlLanguage, displayPath);
  const about = {
    source: name,
    sourceSha256: sha256Hex(bytes),
    maxTokens: limits.maxTokens,
    tokenizer: counter.name,
  };
  const manifest = pagesManifest(set, about, html, sha256Hex);
  return { manifest, files: filesOf(set, manifest, html) };
}

function filesOf(set: PageSet, manifest: PagesManifest, html: ReadonlyMap<string, string>): Map<string, string> {
  const text = formatPagesManifest(manifest);
  return new Map([
    ...set.pages.map((page): [string, string] => [`${page.token.id}.md`, page.text]),
    ...[...html].map(([id, page]): [string, string] => [`${id}.html`, page]),
    [PAGES_MANIFEST, text],
    [`${PAGES_MANIFEST}.sha256`, `${sha256Hex(text)}  ${PAGES_MANIFEST}\n`],
  ]);
}
