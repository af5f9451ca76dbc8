export { type BookRecordOptions, type BookRecords, bookRecords } from './book-records.js';
export { pathDocName } from './path-doc-name.js';
export { sourceFiles } from './source-files.js';
export { type RecordStamp, type StructuralRecordOptions, structuralRecords } from './structural-records.js';
