import { type CommandIo, createProgram, type ExitCode, runProgram, wholeNumber } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { Option } from 'commander';
import { docsVersionOption, localeOption } from '../docs-source/edition-options.js';
import { formatQueryResults } from '../query/format-query-results.js';
import type { QueryAnswer } from '../query/query-answer.js';
import type { QueryOptions } from '../query/query-options.js';
import { runQuery } from '../query/run-query.js';
import { rerankOption } from '../reranking/rerank-option.js';
import { surroundingsOf } from '../workspace/surroundings.js';

/** Where it is searched, and how the answer is written. */
interface QuerySource {
  readonly from?: string;
  readonly json?: true;
}

/** Runs `topicmill query`; see `--help`. Returns the exit code. */
export function query(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'topicmill query',
      version: PIPELINE_VERSION,
      description: 'Searches the chunks of all topics, or returns a sample of one topic in stripe order.',
      examples: [
        ['topicmill query "How do I trim an app?"', 'the ten best chunks, with the reason for each'],
        ['topicmill query "trim warnings" --topic cli/native-aot --code', 'chunks of one topic that are mostly code'],
        ['topicmill query "native AOT" --stripe conceptual --n 3', 'a sample of the topic that fits best'],
        ['topicmill query --topic cli/native-aot --stripe technical --tokens 2000', 'as much of it as fits'],
        ['topicmill query "trim" --docs-version 8.0 --locale de', 'a version other than the current one, in German'],
        ['topicmill query "trim" --from postgres://host/docs', 'in docs that are published elsewhere'],
        ['topicmill query "make it smaller" --rerank ollama:llama3.1', 'pages in the order that a model gives them'],
        ['topicmill query "trim" --json', 'for machines'],
      ],
      optionsElsewhere: { '--limit': '-k' },
    },
    io,
  )
    .argument('[query...]', 'words or a question; may be left out when --topic and --stripe are given')
    .addOption(
      new Option('--mode <mode>', 'search mode; prompts falls back to hybrid if no question is close enough')
        .choices(['hybrid', 'bm25', 'vectors', 'prompts'])
        .default('hybrid'),
    )
    .option('--topic <id>', 'search one topic only')
    .addOption(docsVersionOption())
    .addOption(localeOption())
    .option('-k, --k <number>', 'maximum number of results', wholeNumber(1), 10)
    .addOption(new Option('--stripe <order>', 'return chunks in stripe order').choices(['conceptual', 'technical']))
    .addOption(
      new Option('-n, --n <number>', 'with --stripe: maximum number of chunks')
        .argParser(wholeNumber(1))
        .conflicts('tokens'),
    )
    .option('--tokens <number>', 'with --stripe: maximum tokens (cl100k_base)', wholeNumber(1))
    .addOption(new Option('--code', 'only chunks that are mostly code').conflicts('prose'))
    .option('--prose', 'only chunks that are not mostly code')
    .option('--from <docs>', 'search published docs: a folder, an https:// or a postgres:// address')
    .option('--model <name>', 'embedding model, instead of the configured one')
    .addOption(rerankOption().conflicts('stripe'))
    .option('--json', 'print the results as JSON')
    .action(async (words: readonly string[], options: QueryOptions & QuerySource) => {
      const answer = await answerOf(words.join(' '), options, io);
      io.stdout.write(options.json ? indentedJson(answer) : formatQueryResults(answer));
    });
  return runProgram(program, args, io, () => 0);
}

async function answerOf(text: string, options: QueryOptions & QuerySource, io: CommandIo): Promise<QueryAnswer> {
  const surroundings = surroundingsOf(io);
  if (options.from === undefined) return runQuery(text, options, surroundings);
  // It brings clients of databases along, which would be half of what a search of files has to load.
  const { askDocs } = await import('../docs-source/open-docs-source.js');
  const { queryPublished } = await import('../query/query-published.js');
  return askDocs(options.from, { ...surroundings, model: options.model }, (docs) =>
    queryPublished(text, options, docs, surroundings),
  );
}
