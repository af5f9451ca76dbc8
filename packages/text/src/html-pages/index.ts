export type { AlternatePage, HtmlPageFacts } from './page-facts.js';
export { type HtmlBlock, type HtmlPage, markdownOf, readHtmlPage } from './read-html-page.js';
