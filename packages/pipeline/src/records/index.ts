export { bookRecords } from './book-records.js';
export { documentRecords, type RecordStamp, recordFileText, structuralRecords } from './document-records.js';
export { pathDocName, sourceFiles } from './source-files.js';
