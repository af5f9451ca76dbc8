import { readDocument } from '@topicmill/base/files';
import type { PagesManifest } from '../pagination/index.js';
import { type MakePagesOptions, makePages } from './make-pages.js';
import { PageStore } from './page-store.js';

/** How a document becomes a published set of pages. */
export interface PublishOptions extends MakePagesOptions {
  /** Path of the document. */
  readonly source: string;
  /** The same path as errors show it. */
  readonly displaySource: string;
  /** Folder that readers open: a link to a set in `{outFolder}.d`. */
  readonly outFolder: string;
  /** The same folder as errors show it. */
  readonly displayOutFolder?: string;
}

export interface PublishedDocument {
  readonly manifest: PagesManifest;
  /** Whether another set, or none, was current before. */
  readonly isNew: boolean;
}

/**
 * Splits one document and publishes its pages.
 *
 * @throws TopicmillError for a source that cannot be read or split, and for invalid options; nothing is published then
 */
export async function publishDocument(options: PublishOptions): Promise<PublishedDocument> {
  const { source, displaySource, outFolder, displayOutFolder } = options;
  const document = readDocument(source, displaySource);
  const { manifest, files } = await makePages({ ...options, document, displayPath: displaySource });
  return { manifest, isNew: new PageStore(outFolder, displayOutFolder).publish(manifest.set, files) };
}
