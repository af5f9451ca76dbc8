import { type CommandIo, createProgram, type ExitCode, runProgram, wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { assembleContext } from '@topicmill/search/retrieval';
import { loadTokenCounter, TOKEN_COUNTER_NAMES, type TokenCounterName } from '@topicmill/text/tokens';
import { Option } from 'commander';
import { docsVersionOption, localeOption } from '../docs-source/edition-options.js';
import { askDocs } from '../docs-source/open-docs-source.js';
import { openReranker, QUERY_PATIENCE } from '../reranking/open-reranker.js';
import { type RerankChoice, rerankOption } from '../reranking/rerank-option.js';
import { rerankedContext } from '../reranking/reranked-context.js';
import { surroundingsOf } from '../workspace/surroundings.js';

interface ContextOptions {
  readonly tokens: number;
  readonly tokenizer: TokenCounterName;
  readonly topic?: string;
  readonly docsVersion?: string;
  readonly locale?: string;
  readonly docs?: string;
  readonly model?: string;
  readonly rerank?: RerankChoice;
  readonly json?: true;
}

/** Runs `topicmill context`; see `--help`. Returns the exit code. */
export function context(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'topicmill context',
      version: PIPELINE_VERSION,
      description:
        'Prints the chunks that together answer a question, for a language model: within a token budget, without repetition, in document order within each topic, each with its address.',
      examples: [
        ['topicmill context "How do I trim an app?"', 'within 4,000 tokens of cl100k_base'],
        ['topicmill context "trim warnings" --tokens 2000 --tokenizer o200k_base', 'counted by a different tokenizer'],
        ['topicmill context "make it smaller" --rerank ollama:llama3.1', 'from the pages that a model finds likeliest'],
        ['topicmill context "trim" --docs https://docs.example.org/topics/ --json', 'published docs, for machines'],
      ],
    },
    io,
  )
    .argument('<question...>', 'a question or words')
    .option('--tokens <number>', 'maximum tokens of the whole text', wholeNumber(1), 4000)
    .addOption(new Option('--tokenizer <name>', 'token counter').choices(TOKEN_COUNTER_NAMES).default('cl100k_base'))
    .option('--topic <id>', 'search one topic only')
    .addOption(docsVersionOption())
    .addOption(localeOption())
    .option('--docs <place>', 'folder of a docs repository or of built docs, or the address of published docs')
    .option('--model <name>', 'embedding model, instead of the configured one')
    .addOption(rerankOption())
    .option('--json', 'print the chunks and their text as JSON')
    .action(async (words: readonly string[], options: ContextOptions) => {
      const question = words.join(' ').trim();
      if (question === '') {
        throw new TopicmillError('INVALID_OPTION', 'There is no question.', { remedy: 'Give a question or words.' });
      }
      const surroundings = surroundingsOf(io);
      const { count } = await loadTokenCounter(options.tokenizer);
      const { tokens: maxTokens, topic, docsVersion: version, locale } = options;
      const request = { maxTokens, count, topic, version, locale };
      const { rerank } = options;
      const reranker = rerank === undefined ? undefined : openReranker(rerank, surroundings, QUERY_PATIENCE);
      const answer = await askDocs(options.docs, { ...surroundings, model: options.model }, (docs) =>
        reranker === undefined
          ? assembleContext(docs, question, request)
          : rerankedContext(docs, question, request, reranker, surroundings.onWarning),
      );
      if (answer.chunks.length === 0) surroundings.onWarning('No chunk answers this, or none fits.');
      const { tokenizer } = options;
      io.stdout.write(options.json ? indentedJson({ ...answer, tokenizer }) : answer.text);
    });
  return runProgram(program, args, io, () => 0);
}
