import { processIo, runCommandGroup } from '@topicmill/base/cli';

process.exitCode = await runCommandGroup(
  {
    name: 'maintain',
    version: '0.1.0',
    description: 'What whoever works on Topicmill runs now and then.',
    examples: [['npm run new -- text/sentences', 'start an idea in a room']],
  },
  [
    {
      name: 'fuzz',
      summary: 'property tests with other seeds',
      load: async () => (await import('./fuzz/fuzz.js')).fuzz,
    },
    { name: 'new', summary: 'start an idea in a room', load: async () => (await import('./new/new-idea.js')).newIdea },
    {
      name: 'schemas',
      summary: 'write the JSON Schemas from the code',
      load: async () => (await import('./schemas.js')).schemas,
    },
    {
      name: 'word-vectors',
      summary: 'make the table of the built-in model again',
      load: async () => (await import('./word-vectors/word-vectors.js')).wordVectors,
    },
  ],
  process.argv.slice(2),
  processIo(),
);
