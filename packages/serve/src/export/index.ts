export { DATABASE_FORMATS } from './database-formats.js';
export { exportJsonl } from './export-jsonl.js';
export { exportLlms } from './export-llms.js';
export {
  type DatabaseFormat,
  type ExportChanges,
  type ExportedChunk,
  type ExportedDocs,
  type ExportedTopic,
  type ExportFile,
  findChanges,
  type HrefOf,
  type StoredRecord,
} from './export-record.js';
