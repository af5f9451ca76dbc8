export { type ExplainedDocument, explainPage } from './explain-page.js';
