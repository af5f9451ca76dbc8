/** Brings a store without prefaces from format 3 back to format 2. */
export const TO_FORMAT_2 = `
  DROP VIEW passages;
  DROP INDEX chunks_by_text;
  ALTER TABLE artifact_chunks DROP COLUMN preface;
  ALTER TABLE artifact_chunks DROP COLUMN vector_hash;
  CREATE VIEW passages AS
    SELECT key, key AS artifact_key, id, NULL AS chunk_index, content, 0 AS start_char, NULL AS end_char,
           token_count, content_hash, 0 AS is_blank
      FROM artifacts WHERE is_chunked = 0
    UNION ALL
    SELECT key, artifact_key, id, chunk_index, content, start_char, end_char, token_count, content_hash, is_blank
      FROM artifact_chunks;
  DELETE FROM settings WHERE name = 'sizes';
  PRAGMA user_version = 2;
`;
