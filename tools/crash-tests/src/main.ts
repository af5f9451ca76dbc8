import { processIo, runCommandGroup } from '@topicmill/base/cli';

process.exitCode = await runCommandGroup(
  {
    name: 'crash-tests',
    version: '0.1.0',
    description: 'Kills work at random points, and checks that nothing is half-written and nothing is lost.',
    examples: [['npm run test:kill -- --kills 50 --seed 1', 'fifty kills of builds']],
  },
  [
    {
      name: 'builds',
      summary: 'builds of a docs root, by Nx and in one process',
      load: async () => (await import('./builds/kill-builds.js')).killBuilds,
    },
    {
      name: 'edits',
      summary: 'edits of topic-spec.md while builds write it',
      load: async () => (await import('./edits/edit-builds.js')).editBuilds,
    },
    {
      name: 'faults',
      summary: 'failing calls, kills and damaged caches, in one process and in Nx',
      load: async () => (await import('./faults/test-faults.js')).testFaults,
    },
    {
      name: 'postgres',
      summary: 'writers, readers and backends of the artifact store in PostgreSQL',
      load: async () => (await import('./artifacts/kill-postgres.js')).killPostgres,
    },
  ],
  process.argv.slice(2),
  processIo(),
);
