export { bookRecords } from './book-records.js';
export { documentRecords, recordFileText } from './document-records.js';
export { pathDocName } from './path-doc-name.js';
export { sourceFiles } from './source-files.js';
export { type RecordStamp, structuralRecords } from './structural-records.js';
