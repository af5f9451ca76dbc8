import { corsOrigin, portNumber, stopSignal } from '@topicmill/base/cli';
import { topicmillCommand } from '../report/report-command.js';
import { runServe, type ServeOptions } from '../serve/run-serve.js';
import { surroundingsOf } from '../workspace/surroundings.js';

const DEFAULT_PORT = 4180;

/** Runs `topicmill serve`; see `--help`. Returns the exit code once the server has been told to stop. */
export const serve = topicmillCommand(
  {
    name: 'topicmill serve',
    description: 'Serves a docs root over HTTP, and at its root a viewer of topics, chunks, stripes and search.',
    examples: [
      ['topicmill serve', 'the docs of this repository, at http://127.0.0.1:4180/'],
      ['topicmill serve site/docs --port 0', 'any folder of built docs, on any free port'],
      ['topicmill serve --host 0.0.0.0', 'for other machines too'],
      ['topicmill serve --cors https://docs.example.com', 'pages of that origin may read the docs too'],
    ],
  },
  (program) =>
    program
      .argument('[docs-root]', 'folder of built docs (default: the docs root of the surrounding repository)')
      .option('--port <number>', 'port to listen on; 0 for any free port', portNumber, DEFAULT_PORT)
      .option('--host <name>', 'host to listen on', '127.0.0.1')
      .option('--cors <origin>', 'origin whose pages may read the docs, or * for all (default: none)', corsOrigin)
      .option('--model <name>', 'embedding model of queries, instead of the configured one')
      .option('--json', 'print the address as JSON'),
  (io) =>
    async (docsRoot: string | undefined, { json, ...options }: ServeOptions & { json?: true }) => {
      const stop = stopSignal();
      const server = await runServe(docsRoot, options, surroundingsOf(io));
      const { url } = server;
      io.stdout.write(json ? `${JSON.stringify({ url })}\n` : `Serving the docs at ${url} until Ctrl+C.\n`);
      await stop;
      await server.close();
    },
);
