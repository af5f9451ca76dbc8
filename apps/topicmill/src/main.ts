import { type CommandIo, type ExitCode, type GroupedCommand, processIo, runCommandGroup } from '@topicmill/base/cli';
import { VERSION } from './version.js';

const PROGRAM = {
  name: 'topicmill',
  version: VERSION,
  description: 'Turns a repository of markdown into chunks that people and agents can retrieve.',
  examples: [
    ['topicmill init', 'find the pages of this repository, and write topicmill.yaml'],
    ['topicmill build', 'make the chunks, keywords and indexes of all pages'],
    ['topicmill query "How do I …?"', 'the chunks that answer'],
    ['topicmill <command> --help', 'the options of a command'],
  ],
} as const;

/** In the order of the help, below its headings. */
const COMMANDS: readonly GroupedCommand[] = Object.entries({
  'Every day:': [
    {
      name: 'init',
      summary: 'find the pages of this repository, and write topicmill.yaml',
      load: async () => (await import('./commands/init.js')).init,
    },
    {
      name: 'build',
      summary: 'build all topics, or those of one page; Nx is not needed',
      load: async () => (await import('./commands/build.js')).build,
    },
    {
      name: 'watch',
      summary: 'build each topic as its files are saved',
      load: async () => (await import('./commands/watch.js')).watch,
    },
    {
      name: 'query',
      summary: 'search the chunks, or take a sample of a topic',
      load: async () => (await import('./commands/query.js')).query,
    },
    {
      name: 'context',
      summary: 'collect the chunks that together answer a question',
      load: async () => (await import('./commands/context.js')).context,
    },
    {
      name: 'explain',
      summary: 'say where and why the chunks of a document begin and end',
      load: async () => (await import('./commands/explain.js')).explain,
    },
    {
      name: 'serve',
      summary: 'serve the docs over HTTP, with a viewer',
      load: async () => (await import('./commands/serve.js')).serve,
    },
  ],
  'For readers and agents:': [
    {
      name: 'search-index',
      summary: 'publish the search index of the docs root',
      load: async () => (await import('./commands/search-index.js')).searchIndex,
    },
    {
      name: 'export',
      summary: 'write the docs for models, search engines and databases',
      load: async () => (await import('./commands/export.js')).exportDocs,
    },
    {
      name: 'publish',
      summary: 'publish the docs in PostgreSQL, in one transaction',
      load: async () => (await import('./commands/publish.js')).publish,
    },
    {
      name: 'mcp',
      summary: 'offer the docs to agents by the Model Context Protocol',
      load: async () => (await import('./commands/mcp.js')).mcp,
    },
    {
      name: 'tokens',
      summary: 'make and revoke access to `mcp --http` for a team',
      load: async () => {
        const { tokensCommand } = await import('@topicmill/serve/access');
        return (rest, own) => tokensCommand({ program: 'topicmill', version: VERSION }, rest, own);
      },
    },
  ],
  'Quality:': [
    {
      name: 'eval',
      summary: 'score the answers to the questions of the docs',
      load: async () => (await import('./commands/eval.js')).evaluate,
    },
    {
      name: 'questions',
      summary: 'have a model or agent write the questions that chunks answer',
      load: async () => (await import('./commands/questions.js')).questions,
    },
    {
      name: 'diff',
      summary: 'show which chunks and answers changed since a commit',
      load: async () => (await import('./commands/diff.js')).diff,
    },
    {
      name: 'verify',
      summary: 'prove that the outputs belong to their sources',
      load: async () => (await import('./commands/verify.js')).verify,
    },
  ],
  'Care:': [
    {
      name: 'doctor',
      summary: 'say what is wrong with installation, configuration and caches',
      load: async () => (await import('./commands/doctor.js')).doctor,
    },
    {
      name: 'cache',
      summary: 'count, check, clean, fill and explain the caches',
      load: async () => (await import('./commands/cache.js')).cache,
    },
    {
      name: 'clean',
      summary: 'remove what was made for topics that are gone',
      load: async () => (await import('./commands/clean.js')).clean,
    },
    {
      name: 'pin-keywords',
      summary: 'keep the keywords of a page from changing with other pages',
      load: async () => (await import('./commands/pin-keywords.js')).pin,
    },
    {
      name: 'encoder',
      summary: 'get the sentence encoder that reads questions or texts',
      load: async () => (await import('./commands/encoder.js')).encoder,
    },
    {
      name: 'restore',
      summary: 'publish all files from the states that Nx restored',
      load: async () => (await import('./commands/restore.js')).restore,
    },
  ],
} satisfies Readonly<Record<string, readonly GroupedCommand[]>>).flatMap(([heading, commands]) =>
  commands.map((command) => ({ ...command, heading })),
);

/** Runs `topicmill`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  return runCommandGroup(PROGRAM, COMMANDS, args, io);
}
