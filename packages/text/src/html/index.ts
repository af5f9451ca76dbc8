export { escapeHtml, unescapeHtml } from './escape-html.js';
export { type HtmlPage, htmlPage } from './html-page.js';
