import { TopicmillError } from '@topicmill/base/diagnostics';
import { readDocument } from '@topicmill/base/files';
import { type HtmlPage, readHtmlPage } from '@topicmill/text/html-pages';

/** A file of HTML. */
export interface HtmlJob {
  /** In the file system. */
  readonly file: string;
  /** As messages name it. */
  readonly displayPath: string;
  readonly selectors: readonly string[];
}

/** What a file of HTML says, or why it cannot be read; an error of a thread arrives without its class. */
export type HtmlResult = { readonly page: HtmlPage } | { readonly page?: undefined; readonly reason: string };

/**
 * Reads a page of HTML.
 *
 * @public called by its name, on a thread
 */
export function readJob({ file, displayPath, selectors }: HtmlJob): HtmlResult {
  try {
    return { page: readHtmlPage(readDocument(file, displayPath).text, selectors) };
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    return { reason: `${thrown.code}: ${thrown.message}` };
  }
}
