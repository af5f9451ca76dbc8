import { join } from 'node:path';
import { writeFileIfChanged } from '@topicmill/base/files';
import { bookRecordJsonSchema, chunkRecordJsonSchema } from '@topicmill/chunking';
import { questionsJsonSchema } from '@topicmill/pages/page-scoring';
import { pagesManifestJsonSchema } from '@topicmill/pages/pagination';
import { configJsonSchema } from '@topicmill/pipeline/config';
import { resultJsonSchema } from '@topicmill/search/retrieval';
import { topicJsonSchemas } from '@topicmill/topics/formats';

// `npm run schemas`: writes the published JSON Schemas from the schemas in code.
for (const [name, text] of [
  ...topicJsonSchemas(),
  ['book-record.schema.json', bookRecordJsonSchema()],
  ['chunk-record.schema.json', chunkRecordJsonSchema()],
  ['page-queries.schema.json', questionsJsonSchema()],
  ['pages-manifest.schema.json', pagesManifestJsonSchema()],
  ['result.schema.json', resultJsonSchema()],
  ['topicmill.schema.json', configJsonSchema()],
] as const) {
  const isWritten = writeFileIfChanged(join('schemas', name), text);
  process.stdout.write(`${isWritten ? 'written' : 'unchanged'} schemas/${name}\n`);
}
