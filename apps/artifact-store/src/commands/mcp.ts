import type { Readable, Writable } from 'node:stream';
import { addTransportOptions, repeatedValue, serveMessages, type TransportOptions } from '@topicmill/base/cli';
import type { AccessClient } from '@topicmill/serve/access';
import { hostHttp, hostStdio, sharedAccess } from '@topicmill/serve/mcp';
import { allowedRoots } from '../mcp/allowed-roots.js';
import { createArtifactServer } from '../mcp/create-artifact-server.js';
import { MAX_BODY_BYTES, restrictedStore } from '../mcp/served-store.js';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { SOURCE_ROOT_HELP, storeCommand } from './shared-options.js';

interface McpOptions extends StoreOptions, TransportOptions {
  readonly root?: readonly string[];
}

const DEFAULT_PORT = 4182;

/** Runs `artifact-store mcp`; see `--help`. Returns the exit code once the client has gone or the server was stopped. */
export const mcp = storeCommand(
  {
    name: 'artifact-store mcp',
    description:
      'Serves the store to agents over the Model Context Protocol: tools artifact_ingest, artifact_search, artifact_get, artifact_list and artifact_delete; artifacts and chunks as resources. Uses standard input and output, or HTTP on this machine.',
    examples: [
      ['artifact-store mcp', 'what an agent starts: messages on standard input and output'],
      ['artifact-store mcp --root docs --root notes', 'files below two folders may be ingested'],
      ['artifact-store mcp --http --tokens tokens.json', 'for a team behind a proxy; see artifact-store tokens'],
      ['artifact-store mcp --http --port 0 --json', 'Streamable HTTP on any free port, which is printed as JSON'],
    ],
  },
  (program) =>
    addTransportOptions(
      program
        .option('--root <folder>', 'folder whose files may be ingested; can be repeated (default: none)', repeatedValue)
        .option('--source-root <folder>', SOURCE_ROOT_HELP),
      DEFAULT_PORT,
    ),
  (io) => (options: McpOptions) => {
    const roots = allowedRoots(options.root ?? [], io.cwd);
    return withStore(options, 'create', io, (store, { sourceRoot }) => {
      const folders = { cwd: io.cwd, sourceRoot };
      const createServer = (client?: AccessClient) => {
        const levels = client?.sensitivities;
        const own = levels === undefined ? store : restrictedStore(store, levels);
        return createArtifactServer({ store: own, roots, folders }, client?.rights);
      };
      const shared = sharedAccess(options, io);
      const server = {
        answer: (input: Readable, output: Writable) => hostStdio(createServer(), input, output),
        listen: (port: number) => hostHttp({ createServer, port, maxBodyBytes: MAX_BODY_BYTES, shared, right: 'read' }),
      };
      return serveMessages(server, options, io);
    });
  },
);
