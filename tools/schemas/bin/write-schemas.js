#!/usr/bin/env node
import { join } from 'node:path';
import { bookRecordJsonSchema, chunkRecordJsonSchema } from '@topicmill/chunking';
import { configJsonSchema } from '@topicmill/config';
import { writeFileIfChanged } from '@topicmill/files';
import { questionsJsonSchema } from '@topicmill/page-scoring';
import { pagesManifestJsonSchema } from '@topicmill/pagination';
import { topicJsonSchemas } from '@topicmill/topics';

const folder = join(import.meta.dirname, '..', '..', '..', 'schemas');
for (const [name, text] of [
  ...topicJsonSchemas(),
  ['book-record.schema.json', bookRecordJsonSchema()],
  ['chunk-record.schema.json', chunkRecordJsonSchema()],
  ['page-queries.schema.json', questionsJsonSchema()],
  ['pages-manifest.schema.json', pagesManifestJsonSchema()],
  ['topicmill.schema.json', configJsonSchema()],
]) {
  const isWritten = writeFileIfChanged(join(folder, name), text);
  process.stdout.write(`${isWritten ? 'written' : 'unchanged'} schemas/${name}\n`);
}
