export { escapeHtml, unescapeHtml } from './escape-html.js';
