export { type HtmlText, readHtmlText } from './html-text.js';
export type { HtmlPageFacts } from './page-facts.js';
export type { TextlessKind } from './page-of-links.js';
export { type HtmlPage, markdownOf, readHtmlPage } from './read-html-page.js';
