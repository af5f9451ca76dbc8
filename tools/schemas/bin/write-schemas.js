#!/usr/bin/env node
import { join } from 'node:path';
import { bookRecordJsonSchema, chunkRecordJsonSchema } from '@topicmill/chunking';
import { createProgram, processIo, runProgram } from '@topicmill/cli';
import { configJsonSchema } from '@topicmill/config';
import { writeFileIfChanged } from '@topicmill/files';
import { questionsJsonSchema } from '@topicmill/page-scoring';
import { pagesManifestJsonSchema } from '@topicmill/pagination';
import { topicJsonSchemas } from '@topicmill/topics';

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
