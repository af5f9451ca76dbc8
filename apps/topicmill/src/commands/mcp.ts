import {
  type CommandIo,
  createProgram,
  type ExitCode,
  messageStreams,
  portNumber,
  runProgram,
  stopSignal,
} from '@topicmill/cli';
import { serveHttp, serveStdio } from '@topicmill/docs-mcp';
import { PIPELINE_VERSION } from '@topicmill/pipeline';
import { workspaceDocs } from '../workspace-docs.js';

interface McpOptions {
  readonly http?: true;
  readonly port: number;
  readonly model?: string;
  readonly json?: true;
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
        ['topicmill mcp --http', 'Streamable HTTP at http://127.0.0.1:4181/mcp'],
        ['topicmill mcp --http --port 0 --json', 'at a port that is free, told as JSON'],
      ],
    },
    io,
  )
    .option('--http', 'serve Streamable HTTP on 127.0.0.1 instead of standard input and output')
    .option('--port <number>', 'with --http: port to listen at; 0 for any that is free', portNumber, DEFAULT_PORT)
    .option('--model <name>', 'embedding model of queries, instead of the configured one')
    .option('--json', 'with --http: print the address as JSON')
    .action(async ({ http, port, model, json }: McpOptions) => {
      const onWarning = (message: string): void => {
        io.stderr.write(`${message}\n`);
      };
      const source = workspaceDocs({ cwd: io.cwd, env: io.env, model, onWarning });
      if (!http) {
        const { input, output } = messageStreams(io);
        return serveStdio(source, PIPELINE_VERSION, input, output);
      }
      const stop = stopSignal();
      const { url, close } = await serveHttp(source, { port, version: PIPELINE_VERSION });
      io.stdout.write(json ? `${JSON.stringify({ url })}\n` : `Serving MCP at ${url} until Ctrl+C.\n`);
      await stop;
      await close();
    });
  return runProgram(program, args, io, () => 0);
}
