import { type HtmlPage, markdownOf, readHtmlPage } from '@topicmill/text/html-pages';
import { type ReadableText, readableTitle, unreadableDocument } from '../readable-text.js';

/** Elements in which the text of a page is, in the order in which they are tried. */
const CONTENT = ['main', '[role="main"]', 'body'];

/**
 * A page of HTML: its text as markdown, without navigation, scripts and what else frames it.
 *
 * @throws TopicmillError `DOCUMENT_UNREADABLE` where it has no text, `HTML_TOO_LARGE`
 */
export function readHtml(html: string): ReadableText {
  const page = readHtmlPage(html, CONTENT);
  const content = markdownOfPage(page);
  if (content === '') {
    throw unreadableDocument(
      'The page has no text; a script may make it in a browser.',
      'Save the page in a browser once its text is shown, and ingest the saved file.',
    );
  }
  const title = readableTitle(page.title);
  return {
    content,
    ...(title !== undefined && { title }),
    attributes: { ...(page.canonical !== undefined && { address: page.canonical }) },
  };
}

/** The whole body of HTML that a document contains or a program made, as markdown. */
export function markdownOfBody(html: string): string {
  return markdownOfPage(readHtmlPage(html, ['body']));
}

/** Ids of headings lead to nothing in a text. */
function markdownOfPage({ blocks }: HtmlPage): string {
  const written = blocks.map(({ markdown, id }) => ({
    markdown: id === undefined ? markdown : markdown.slice(0, -` {#${id}}`.length),
  }));
  return markdownOf(written);
}
