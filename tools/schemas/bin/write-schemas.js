#!/usr/bin/env node
import { join } from 'node:path';
import { createProgram, processIo, runProgram } from '@topicmill/base/cli';
import { configJsonSchema } from '@topicmill/base/config';
import { writeFileIfChanged } from '@topicmill/base/files';
import { bookRecordJsonSchema, chunkRecordJsonSchema } from '@topicmill/chunking';
import { questionsJsonSchema } from '@topicmill/pages/page-scoring';
import { pagesManifestJsonSchema } from '@topicmill/pages/pagination';
import { topicJsonSchemas } from '@topicmill/topics/formats';

const folder = join(import.meta.dirname, '..', '..', '..', 'schemas');

const io = processIo();
const program = createProgram(
  {
    name: 'npm run schemas',
    version: '0.1.0',
    description: 'Writes the published JSON Schemas from the schemas in code.',
    examples: [['npm run schemas', 'write those of schemas/ that changed']],
  },
  io,
).action(writeSchemas);
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

function writeSchemas() {
  for (const [name, text] of [
    ...topicJsonSchemas(),
    ['book-record.schema.json', bookRecordJsonSchema()],
    ['chunk-record.schema.json', chunkRecordJsonSchema()],
    ['page-queries.schema.json', questionsJsonSchema()],
    ['pages-manifest.schema.json', pagesManifestJsonSchema()],
    ['topicmill.schema.json', configJsonSchema()],
  ]) {
    const isWritten = writeFileIfChanged(join(folder, name), text);
    io.stdout.write(`${isWritten ? 'written' : 'unchanged'} schemas/${name}\n`);
  }
}
