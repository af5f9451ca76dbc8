import type { Transaction } from '@topicmill/base/postgres';
import { type ArtifactRow, artifactOf, type ChunkRow, chunkOf, vectorHashOf } from '../artifact-rows.js';
import type { StoreProblem, StoreVerification } from '../artifact-store.js';
import { checkArtifact } from '../check-input.js';
import { findArtifacts, findChunks } from './find-rows.js';
import { countRows } from './reindexing.js';
import { type PostgresBinding, readBinding } from './schema.js';
import { isSoundVector, vectorsByKey } from './vector-tables.js';

/** Artifacts that are read at once. */
const PAGE_SIZE = 50;

/** Compares everything with everything, on one state of the store. */
export async function verifyStore(transaction: Transaction): Promise<StoreVerification> {
  const binding = await readBinding(transaction, 'binding');
  const problems: StoreProblem[] = [];
  const counts = { artifacts: 0, intact: 0, chunks: 0 };
  for (let last = ''; ; ) {
    const artifacts = await findArtifacts(transaction, `WHERE id > $1 ORDER BY id LIMIT ${PAGE_SIZE}`, [last]);
    if (artifacts.length === 0) break;
    const chunks = await findChunks(
      transaction,
      artifacts.map(({ key }) => key),
    );
    for (const artifact of artifacts) {
      const own = chunks.filter(({ artifact_key }) => artifact_key === artifact.key);
      const found = await artifactProblems(transaction, binding, artifact, own);
      problems.push(...found.map((message) => ({ artifact_id: artifact.id, message })));
      counts.artifacts++;
      counts.chunks += own.length;
      if (found.length === 0) counts.intact++;
    }
    last = artifacts.at(-1)!.id;
  }
  problems.push(...(await searchProblems(transaction, binding)).map((message) => ({ message })));
  return {
    ok: problems.length === 0,
    problems,
    artifact_count: counts.artifacts,
    intact_artifact_count: counts.intact,
    chunk_count: counts.chunks,
  };
}

async function artifactProblems(
  transaction: Transaction,
  binding: PostgresBinding | undefined,
  artifact: ArtifactRow,
  chunks: readonly ChunkRow[],
): Promise<readonly string[]> {
  const messages = checkArtifact(
    artifactOf(artifact),
    chunks.map((chunk) => chunkOf(chunk, artifact)),
  );
  const passages = artifact.is_chunked === 1 ? chunks.filter(({ is_blank }) => is_blank === 0) : [artifact];
  const keys = passages.map(({ key }) => key);
  const vectors = binding === undefined ? new Map() : await vectorsByKey(transaction, binding, keys);
  for (const passage of passages) {
    const name = 'chunk_index' in passage ? `Chunk ${passage.chunk_index}` : 'It';
    const stored = vectors.get(passage.key);
    if (stored?.vectorSha256 !== vectorHashOf(passage)) messages.push(`${name} has no vector of its text.`);
    else if (!isSoundVector(stored.vector, binding!)) messages.push(`The vector of ${name} is not of length 1.`);
  }
  return messages;
}

/** What is missing for search, or left over from texts that went away. */
async function searchProblems(
  transaction: Transaction,
  binding: PostgresBinding | undefined,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const compare = async (name: string, table: string, condition: string): Promise<void> => {
    const keys = `SELECT key FROM passages WHERE ${condition}`;
    const missing = await countRows(transaction, `(${keys} EXCEPT SELECT key FROM ${table}) AS missing`);
    const extra = await countRows(transaction, `(SELECT key FROM ${table} EXCEPT ${keys}) AS extra`);
    if (missing > 0) problems.push(`${name} are missing for ${missing} texts.`);
    if (extra > 0) problems.push(`${name} are left over from ${extra} texts.`);
  };
  await compare('Terms', 'passage_terms', 'TRUE');
  const [counted] = await transaction.rows<{ fits: boolean }>(
    `SELECT (SELECT (coalesce(sum(passage_count), 0), coalesce(sum(length), 0)) FROM term_counts)
          = (SELECT (count(*)::numeric, coalesce(sum(length), 0)::numeric) FROM passage_terms) AS fits`,
  );
  if (!counted!.fits) problems.push('The counts of terms are not those of the texts.');
  if (binding === undefined) return problems;
  await compare('Vectors', `vectors_${binding.generation}`, 'is_blank = 0');
  if (binding.column === 'bytea') await compare('Bits of vectors', `signs_${binding.generation}`, 'is_blank = 0');
  return problems;
}
