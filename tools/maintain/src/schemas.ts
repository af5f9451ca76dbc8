import { join } from 'node:path';
import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { writeFileIfChanged } from '@topicmill/base/files';
import { bookRecordJsonSchema, chunkRecordJsonSchema } from '@topicmill/chunking';
import { questionsJsonSchema } from '@topicmill/pages/page-scoring';
import { pagesManifestJsonSchema } from '@topicmill/pages/pagination';
import { configJsonSchema } from '@topicmill/pipeline/config';
import { resultJsonSchema } from '@topicmill/search/retrieval';
import { topicJsonSchemas } from '@topicmill/topics/formats';

/** Runs `schemas`; see `--help`. Returns the exit code. */
export function schemas(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'npm run schemas',
      version: '0.1.0',
      description: 'Writes the published JSON Schemas from the schemas in code.',
      examples: [['npm run schemas', 'write those of schemas/ that changed']],
    },
    io,
  ).action(() => {
    for (const [name, text] of [
      ...topicJsonSchemas(),
      ['book-record.schema.json', bookRecordJsonSchema()],
      ['chunk-record.schema.json', chunkRecordJsonSchema()],
      ['page-queries.schema.json', questionsJsonSchema()],
      ['pages-manifest.schema.json', pagesManifestJsonSchema()],
      ['result.schema.json', resultJsonSchema()],
      ['topicmill.schema.json', configJsonSchema()],
    ] as const) {
      const isWritten = writeFileIfChanged(join(io.cwd, 'schemas', name), text);
      io.stdout.write(`${isWritten ? 'written' : 'unchanged'} schemas/${name}\n`);
    }
  });
  return runProgram(program, args, io, () => 0);
}
