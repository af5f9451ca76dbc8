import type { DatabaseFormat } from './export-record.js';
import { pgvector } from './pgvector.js';
import { qdrant } from './qdrant.js';
import { typesense } from './typesense.js';

/** The databases that an export is made for. */
export const DATABASE_FORMATS: Readonly<Record<'typesense' | 'qdrant' | 'pgvector', DatabaseFormat>> = {
  typesense,
  qdrant,
  pgvector,
};
