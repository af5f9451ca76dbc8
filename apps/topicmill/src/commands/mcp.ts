import type { Readable, Writable } from 'node:stream';
import {
  addTransportOptions,
  type CommandIo,
  createProgram,
  type ExitCode,
  runProgram,
  serveMessages,
  type TransportOptions,
} from '@topicmill/base/cli';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { serveHttp, serveStdio } from '@topicmill/serve/mcp';
import { openDocsSource } from '../open-docs-source.js';

interface McpOptions extends TransportOptions {
  readonly model?: string;
}

const DEFAULT_PORT = 4181;

/** Runs `topicmill mcp`; see `--help`. Returns the exit code once the client has gone or the server was told to stop. */
export function mcp(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'topicmill mcp',
      version: PIPELINE_VERSION,
      description:
        'Offers built docs to agents by the Model Context Protocol: tools search, read_topic, sample_topic and list_topics; topics and chunks as resources. Over standard input and output, or over HTTP on this machine.',
      examples: [
        ['topicmill mcp', 'what an agent starts: messages on standard input and output'],
        ['topicmill mcp /path/to/repository', 'the docs of a repository, from any folder'],
        ['topicmill mcp https://docs.example.org/topics/', 'docs that are published with a search index'],
        ['topicmill mcp --http', 'Streamable HTTP at http://127.0.0.1:4181/mcp'],
        ['topicmill mcp --http --port 0 --json', 'at a port that is free, told as JSON'],
      ],
    },
    io,
  )
    .argument(
      '[docs]',
      'folder of a docs repository or of built docs, or the address of published docs (default: the current folder)',
    )
    .option('--model <name>', 'embedding model of queries, instead of the configured one');
  addTransportOptions(program, DEFAULT_PORT).action((docs: string | undefined, options: McpOptions) => {
    const onWarning = (message: string): void => {
      io.stderr.write(`${message}\n`);
    };
    const source = openDocsSource(docs, { cwd: io.cwd, env: io.env, model: options.model, onWarning });
    const server = {
      answer: (input: Readable, output: Writable) => serveStdio(source, PIPELINE_VERSION, input, output),
      listen: (port: number) => serveHttp(source, { port, version: PIPELINE_VERSION }),
    };
    return serveMessages(server, options, io);
  });
  return runProgram(program, args, io, () => 0);
}
