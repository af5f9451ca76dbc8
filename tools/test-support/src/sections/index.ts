export { LEAST_SECTIONS, pageEdits } from './page-edits.js';
export { pageText, prose, type Section, type SectionedPage } from './sectioned-page.js';
