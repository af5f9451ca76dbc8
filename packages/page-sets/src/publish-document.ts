import { basename } from 'node:path';
import { type Diagnostic, FaultsError } from '@topicmill/diagnostics';
import { readDocument, sha256Hex } from '@topicmill/files';
import {
  formatPagesManifest,
  PAGES_MANIFEST,
  type PageLimits,
  type PageSet,
  type PagesManifest,
  pageHtml,
  pagesManifest,
  type Summarize,
  splitDocument,
} from '@topicmill/pagination';
import { loadTokenCounter } from '@topicmill/tokens';
import { type IdForm, splitWithIds } from './id-forms.js';
import { PageSetFolder } from './page-set-folder.js';

/** How a document becomes a published set of pages. */
export interface PublishOptions {
  /** Path of the document. */
  readonly source: string;
  /** The same path as errors show it. */
  readonly shownSource: string;
  /** Folder that readers open: a link to a set in `{outFolder}.d`. */
  readonly outFolder: string;
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

export interface PublishedDocument {
  readonly manifest: PagesManifest;
  /** Whether another set, or none, was shown before. */
  readonly isNew: boolean;
}

/**
 * Splits one document and publishes its pages.
 *
 * @throws TopicmillError for a source that cannot be read or split, and for options that do not fit; nothing is
 *   published then
 */
export async function publishDocument(options: PublishOptions): Promise<PublishedDocument> {
  const { source, shownSource, outFolder, baseUrl, limits, htmlLanguage, summarize } = options;
  const { text, bytes } = readDocument(source, shownSource);
  const counter = await loadTokenCounter(options.tokenizer);
  const set = await splitWithIds(options.ids, (ids) =>
    splitDocument({
      text,
      file: shownSource,
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
  const html = new Map(
    htmlLanguage === undefined
      ? []
      : set.pages.map((page) => [page.token.id, pageHtml(page, htmlLanguage, shownSource)]),
  );
  const about = {
    source: basename(source),
    sourceSha256: sha256Hex(bytes),
    maxTokens: limits.maxTokens,
    tokenizer: counter.name,
  };
  const manifest = pagesManifest(set, about, html, sha256Hex);
  return { manifest, isNew: new PageSetFolder(outFolder).publish(set.set, filesOf(set, manifest, html)) };
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
