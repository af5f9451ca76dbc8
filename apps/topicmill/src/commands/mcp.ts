import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  addTransportOptions,
  type CommandIo,
  reportDiagnostics,
  serveMessages,
  type TransportOptions,
} from '@topicmill/base/cli';
import { diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import {
  addAnswers,
  openChunks,
  readQuestionedTopics,
  readTopicsOfChunks,
  todoOf,
} from '@topicmill/pipeline/questions';
import { openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { type DocsSource, type QuestionDesk, serveHttp, serveStdio, sharedAccess } from '@topicmill/serve/mcp';
import { openDocsSource } from '../docs-source/open-docs-source.js';
import { topicmillCommand } from '../report/report-command.js';
import { surroundingsOf } from '../workspace/surroundings.js';

interface McpOptions extends TransportOptions {
  readonly model?: string;
  readonly writeQuestions?: true;
}

const DEFAULT_PORT = 4181;

/** Runs `topicmill mcp`; see `--help`. Returns the exit code once the client has gone or the server was told to stop. */
export const mcp = topicmillCommand(
  {
    name: 'topicmill mcp',
    description:
      'Serves built docs to agents over the Model Context Protocol: tools search, context, find_topics, read_topic, sample_topic and list_topics; topics and chunks as resources. Uses standard input and output, or HTTP on this machine.',
    examples: [
      ['topicmill mcp', 'what an agent starts: messages on standard input and output'],
      ['topicmill mcp /path/to/repository', 'the docs of a repository, from any folder'],
      ['topicmill mcp https://docs.example.org/topics/', 'docs that are published with a search index'],
      ['topicmill mcp postgres://host/docs', 'docs that were published by topicmill publish'],
      ['topicmill mcp --write-questions', 'an agent may also write the questions that chunks answer'],
      ['topicmill mcp --http', 'Streamable HTTP at http://127.0.0.1:4181/mcp'],
      ['topicmill mcp --http --tokens tokens.json', 'for a team behind a proxy; see topicmill tokens'],
      ['topicmill mcp --http --port 0 --json', 'on any free port, which is printed as JSON'],
    ],
  },
  (program) =>
    addTransportOptions(
      program
        .argument(
          '[docs]',
          'folder of a docs repository or of built docs, or the address of published docs (default: the current folder)',
        )
        .option('--model <name>', 'embedding model of queries, instead of the configured one')
        .option(
          '--write-questions',
          'add two tools that list chunks without questions and save the questions written for them',
        ),
      DEFAULT_PORT,
    ),
  (io) => (docs: string | undefined, options: McpOptions) => {
    const opened = openDocsSource(docs, { ...surroundingsOf(io), model: options.model });
    void getReady(opened, io);
    const source = options.writeQuestions ? withQuestionDesk(opened, docs, options, io) : opened;
    const server = {
      answer: (input: Readable, output: Writable) => serveStdio(source, PIPELINE_VERSION, input, output),
      listen: (port: number) =>
        serveHttp(source, { port, version: PIPELINE_VERSION, shared: sharedAccess(options, io) }),
    };
    return serveMessages(server, options, io).finally(() => opened.close());
  },
);

/** Words that docs hardly have: spellings near them are looked for among all words, which takes longest of what stays loaded. */
const FIRST_QUERY = 'warmup zkqxwv';

/**
 * Says at once what is wrong with the docs, which clients show as the output of a server that does not help them; and searches
 * once by words, which calls no model, so that the first question of an agent does not wait for code and index to be loaded.
 */
async function getReady(source: DocsSource, io: CommandIo): Promise<void> {
  try {
    const { docs } = await source.open();
    await docs.index('');
    await docs.editions();
    await docs.search(FIRST_QUERY, { mode: 'bm25', limit: 1 });
  } catch (thrown) {
    reportDiagnostics(diagnosticsOf(thrown), io);
  }
}

/**
 * Files are written in a repository alone, and for the client that started the server.
 *
 * @throws TopicmillError `INVALID_OPTION`
 */
function withQuestionDesk(
  source: DocsSource,
  docs: string | undefined,
  { http }: McpOptions,
  { cwd, env }: CommandIo,
): DocsSource {
  const isUrl = /^(?:https?|postgres(?:ql)?):\/\//i.test(docs ?? '');
  if (!http && !isUrl) return { ...source, questions: questionDesk(resolve(cwd, docs ?? ''), env) };
  throw new TopicmillError(
    'INVALID_OPTION',
    http
      ? '--write-questions cannot be used with --http.'
      : '--write-questions needs the folder of a repository with topicmill.yaml.',
    { remedy: 'Start the server in the repository, over standard input and output.' },
  );
}

/**
 * Lists chunks of the repository around a folder and takes questions for them, as `questions todo` and `questions add` do. Both
 * throw what `openWorkspace` throws where there is none.
 */
function questionDesk(folder: string, env: CommandIo['env']): QuestionDesk {
  return {
    async todo(below, limit) {
      const workspace = openWorkspace(folder, { env });
      const { topics } = await readQuestionedTopics(workspace, below === '' ? [] : [{ id: below }]);
      const { perChunk } = workspace.config.questions;
      return { ...todoOf(openChunks(topics, perChunk), perChunk, limit) };
    },
    async add(written) {
      const asked = written.chunks.map(({ chunk }) => chunk);
      const workspace = openWorkspace(folder, { env });
      const { topics } = await readTopicsOfChunks(workspace, asked);
      return { ...addAnswers(topics, written, { perChunk: workspace.config.questions.perChunk }) };
    },
  };
}
