import { createReadStream } from 'node:fs';
import { chunkStream } from '@topicmill/chunking';

/** Passes the records of a large file to a database, a hundred at a time; only a window of the file is in memory. */
export async function loadLargeFile(
  filePath: string,
  insert: (records: readonly object[]) => Promise<void>,
): Promise<number> {
  let recordCount = 0;
  let batch: object[] = [];
  for await (const record of chunkStream(() => createReadStream(filePath, 'utf8'), { fileTitle: filePath, filePath })) {
    batch.push(record);
    recordCount++;
    if (batch.length === 100) {
      await insert(batch);
      batch = [];
    }
  }
  if (batch.length > 0) await insert(batch);
  return recordCount;
}
