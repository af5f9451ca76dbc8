import {
  exportPgvector,
  PGVECTOR_FILES,
  pgvectorChanges,
  pgvectorRecords,
  readPgvectorRow,
} from './export-pgvector.js';
import { exportQdrant, QDRANT_FILES, qdrantChanges, qdrantRecords, readQdrantLine } from './export-qdrant.js';
import type { ExportChanges, ExportedDocs, ExportFile, HrefOf, StoredRecord } from './export-record.js';
import {
  exportTypesense,
  readTypesenseLine,
  TYPESENSE_FILES,
  typesenseChanges,
  typesenseRecords,
} from './export-typesense.js';

/** An export that a database loads in full, or brings up to date. */
export interface DatabaseFormat {
  /** Names of two files of the full export: what the collection or table is like, and all chunks. */
  readonly files: { readonly shape: string; readonly records: string };
  exportAll(docs: ExportedDocs, hrefOf: HrefOf, name: string): ExportFile[];
  exportChanges(docs: ExportedDocs, hrefOf: HrefOf, name: string, changes: ExportChanges): ExportFile[];
  recordsOf(docs: ExportedDocs, hrefOf: HrefOf): Iterable<StoredRecord>;
  /**
   * The chunks in lines of the file of all chunks, joined by line feeds; `undefined` when the next line belongs to them. It
   * throws any error for lines that it cannot have written.
   */
  readRecords(lines: string): StoredRecord[] | undefined;
}

export const DATABASE_FORMATS: Readonly<Record<'typesense' | 'qdrant' | 'pgvector', DatabaseFormat>> = {
  typesense: {
    files: TYPESENSE_FILES,
    exportAll: exportTypesense,
    exportChanges: (docs, hrefOf, _name, changes) => typesenseChanges(docs, hrefOf, changes),
    recordsOf: typesenseRecords,
    readRecords: readTypesenseLine,
  },
  qdrant: {
    files: QDRANT_FILES,
    exportAll: exportQdrant,
    exportChanges: (docs, hrefOf, _name, changes) => qdrantChanges(docs, hrefOf, changes),
    recordsOf: qdrantRecords,
    readRecords: readQdrantLine,
  },
  pgvector: {
    files: PGVECTOR_FILES,
    exportAll: exportPgvector,
    exportChanges: pgvectorChanges,
    recordsOf: pgvectorRecords,
    readRecords: readPgvectorRow,
  },
};
