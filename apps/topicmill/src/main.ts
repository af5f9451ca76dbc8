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

/** In the order of the help. */
const COMMANDS: readonly GroupedCommand[] = [
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
    name: 'query',
    summary: 'search the chunks, or take a sample of a topic',
    load: async () => (await import('./commands/query.js')).query,
  },
  {
    name: 'context',
    summary: 'collect the chunks that together answer a question, within a number of tokens',
    load: async () => (await import('./commands/context.js')).context,
  },
  {
    name: 'serve',
    summary: 'serve the docs over HTTP, with a viewer',
    load: async () => (await import('./commands/serve.js')).serve,
  },
  {
    name: 'watch',
    summary: 'build each topic as its files are saved',
    load: async () => (await import('./commands/watch.js')).watch,
  },
  {
    name: 'export',
    summary: 'write the docs for language models, search engines and databases',
    load: async () => (await import('./commands/export.js')).exportDocs,
  },
  {
    name: 'publish',
    summary: 'publish the docs in PostgreSQL: what has changed, in one transaction',
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
  {
    name: 'eval',
    summary: 'score the answers to the questions of the docs, against a baseline',
    load: async () => (await import('./commands/eval.js')).evaluate,
  },
  {
    name: 'questions',
    summary: 'have a model or agent write the questions that each chunk answers',
    load: async () => (await import('./commands/questions.js')).questions,
  },
  {
    name: 'diff',
    summary: 'show which chunks and answers changed since a commit',
    load: async () => (await import('./commands/diff.js')).diff,
  },
  {
    name: 'explain',
    summary: 'say where and why the chunks of a document begin and end',
    load: async () => (await import('./commands/explain.js')).explain,
  },
  {
    name: 'verify',
    summary: 'prove that the outputs belong to their sources and to each other',
    load: async () => (await import('./commands/verify.js')).verify,
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
    name: 'doctor',
    summary: 'say what is wrong with the installation, the configuration and the caches',
    load: async () => (await import('./commands/doctor.js')).doctor,
  },
  {
    name: 'encoder',
    summary: 'get the sentence encoder that reads questions or texts',
    load: async () => (await import('./commands/encoder.js')).encoder,
  },
  {
    name: 'cache',
    summary: 'count, check, clean, fill and explain the caches',
    load: async () => (await import('./commands/cache.js')).cache,
  },
  {
    name: 'search-index',
    summary: 'publish the search index of the docs root',
    load: async () => (await import('./commands/search-index.js')).searchIndex,
  },
  {
    name: 'restore',
    summary: 'publish all files from the states that Nx restored',
    load: async () => (await import('./commands/restore.js')).restore,
  },
];

/** Runs `topicmill`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  return runCommandGroup(PROGRAM, COMMANDS, args, io);
}
