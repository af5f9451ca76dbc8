export { type RecordedResult, recordedResultSchema } from './recorded-result.js';
export { formatTable, type Row, type Table } from './table.js';
export { tableCommand } from './table-command.js';
