export { type HtmlText, readHtmlText } from './html-text.js';
export { type HtmlPage, markdownOf, readHtmlPage } from './read-html-page.js';
