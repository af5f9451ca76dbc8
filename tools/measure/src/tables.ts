export {
  formatTable,
  type RecordedResult,
  type Row,
  recordedResultSchema,
  type Table,
  tableCommand,
} from './table-command.js';
