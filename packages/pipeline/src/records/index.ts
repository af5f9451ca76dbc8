export { type BookRecordOptions, type BookRecords, bookRecords } from './book-records.js';
export { type RecordStamp, type StructuralRecordOptions, structuralRecords } from './structural-records.js';
