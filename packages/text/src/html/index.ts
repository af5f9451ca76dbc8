export { escapeHtml, unescapeHtml } from './escape-html.js';
export { htmlPage } from './html-page.js';
