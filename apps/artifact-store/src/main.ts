import { type CommandIo, type ExitCode, type GroupedCommand, processIo, runCommandGroup } from '@topicmill/base/cli';
import { VERSION } from './commands/shared-options.js';

const COMMANDS: readonly GroupedCommand[] = [
  {
    name: 'ingest',
    summary: 'store files, folders or stdin',
    load: async () => (await import('./commands/ingest.js')).ingest,
  },
  {
    name: 'search',
    summary: 'find artifacts and chunks',
    load: async () => (await import('./commands/search.js')).search,
  },
  {
    name: 'get',
    summary: 'print an artifact, its text, or a chunk',
    load: async () => (await import('./commands/read.js')).get,
  },
  { name: 'list', summary: 'list artifacts', load: async () => (await import('./commands/read.js')).list },
  {
    name: 'delete',
    summary: 'delete artifacts by id, type, time, …',
    load: async () => (await import('./commands/delete.js')).deleteArtifacts,
  },
  {
    name: 'reindex',
    summary: 'change to another embedding model',
    load: async () => (await import('./commands/maintenance.js')).reindex,
  },
  {
    name: 'verify',
    summary: 'read and compare everything',
    load: async () => (await import('./commands/maintenance.js')).verify,
  },
  {
    name: 'export',
    summary: 'write everything as JSON lines',
    load: async () => (await import('./commands/transfer.js')).exportArtifacts,
  },
  {
    name: 'import',
    summary: 'read what export wrote',
    load: async () => (await import('./commands/transfer.js')).importArtifacts,
  },
  {
    name: 'copy',
    summary: 'copy a store into another, in a file or in PostgreSQL',
    load: async () => (await import('./commands/transfer.js')).copy,
  },
  {
    name: 'stats',
    summary: 'count what the store contains',
    load: async () => (await import('./commands/maintenance.js')).stats,
  },
  {
    name: 'vacuum',
    summary: 'free the space of deleted texts',
    load: async () => (await import('./commands/maintenance.js')).vacuum,
  },
  {
    name: 'mcp',
    summary: 'serve the store to an MCP client',
    load: async () => (await import('./commands/mcp.js')).mcp,
  },
  {
    name: 'tokens',
    summary: 'make and revoke access to `mcp --http` for a team',
    load: async () => {
      const { tokensCommand } = await import('@topicmill/serve/access');
      return (rest, io) => tokensCommand({ program: 'artifact-store', version: VERSION }, rest, io);
    },
  },
];

/** Runs `artifact-store`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  return runCommandGroup(
    {
      name: 'artifact-store',
      version: VERSION,
      description:
        'Keeps mail, chats, documents and code in one file or in PostgreSQL, and finds them again by words and by meaning.',
      examples: [
        ['artifact-store ingest docs/', 'store all text files of a folder'],
        ['artifact-store search "release milestones"', 'find the best passages'],
        ['artifact-store get art_9f2ca8b1 --text', 'print the text of an artifact'],
        ['artifact-store mcp --root docs', 'serve the store to an MCP client'],
      ],
    },
    COMMANDS,
    args,
    io,
  );
}
