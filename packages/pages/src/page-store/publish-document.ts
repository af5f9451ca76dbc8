import { basename } from 'node:path';
import { readDocument } from '@topicmill/base/files';
import type { PagesManifest } from '../pagination/index.js';
import { type MakePagesOptions, makePages } from './make-pages.js';
import { PageSetFolder } from './page-set-folder.js';

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
  /** Cuts the document and publishes nothing; no counter goes on, and no model is asked. */
  readonly isDryRun?: boolean;
}

export interface PublishedDocument {
  readonly manifest: PagesManifest;
  /** Whether another set, or none, was shown before; false in a dry run. */
  readonly isNew: boolean;
}

/**
 * Splits one document and publishes its pages.
 *
 * @throws TopicmillError for a source that cannot be read or split, and for options that do not fit; nothing is
 *   published then
 */
export async function publishDocument(options: PublishOptions): Promise<PublishedDocument> {
  const { source, displaySource, outFolder, displayOutFolder, isDryRun = false } = options;
  const { manifest, files } = await makePages(
    readDocument(source, displaySource),
    basename(source),
    displaySource,
    isDryRun ? { ...options, ids: { form: 'chunk' }, summarize: undefined } : options,
  );
  if (isDryRun) return { manifest, isNew: false };
  return { manifest, isNew: new PageSetFolder(outFolder, displayOutFolder).publish(manifest.set, files) };
}
