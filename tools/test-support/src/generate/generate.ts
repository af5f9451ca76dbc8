import { join, resolve } from 'node:path';
import { createProgram, processIo, runProgram, wholeNumber } from '@topicmill/base/cli';
import { writeFileIfChanged } from '@topicmill/base/files';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { stringify } from 'yaml';
import { generatePageTests } from './page-tests/generate-page-tests.js';
import { writeTopics } from './topics/write-topics.js';

interface TopicOptions {
  readonly topics: number;
  readonly categories: number;
  readonly seed: number;
  readonly pages?: true;
  readonly out: string;
}

interface PageTestOptions {
  readonly documents: number;
  readonly seed: number;
  readonly out: string;
}

const io = processIo();
const program = createProgram(
  {
    name: 'npm run generate --',
    version: '0.1.0',
    description: 'Writes made-up documents, the same for the same options.',
    examples: [
      ['npm run generate -- topics --topics 500 --out /tmp/docs-repo', 'a docs repository, about 6 MB of markdown'],
      ['npm run generate -- topics --topics 1000 --pages --out /tmp/site', 'the pages of a site'],
      ['npm run generate -- page-tests --out /tmp/page-tests', 'long documents with questions, about 17 MB'],
    ],
  },
  io,
);
program
  .command('topics')
  .option('--topics <number>', 'how many topics', wholeNumber(0), 100)
  .option('--categories <number>', 'folders that the topics are dealt out to', wholeNumber(0), 10)
  .option('--seed <number>', 'another seed gives other text', wholeNumber(0), 1)
  .option('--pages', 'each topic is a page of a site instead of a folder')
  .requiredOption('--out <folder>', 'where the repository is written')
  .action(({ topics, categories, seed, pages, out }: TopicOptions) => {
    const sources = pages ? ('pages' as const) : ('folders' as const);
    const options = { topicCount: topics, categoryCount: categories, seed, sources };
    const { fileCount, byteCount } = writeTopics(resolve(io.cwd, out), options);
    io.stdout.write(`${fileCount} files, ${(byteCount / 1e6).toFixed(1)} MB\n`);
  });
program
  .command('page-tests')
  .option('--documents <number>', 'how many documents, of 1,000 to 200,000 tokens', wholeNumber(0), 100)
  .option('--seed <number>', 'another seed gives other text', wholeNumber(0), 1)
  .requiredOption('--out <folder>', 'where documents and questions are written')
  .action(async ({ documents, seed, out }: PageTestOptions) => {
    const counter = await loadTokenCounter('cl100k_base');
    const folder = resolve(io.cwd, out);
    for (const test of generatePageTests({ documentCount: documents, seed, counter })) {
      const about = test.questions.map((question) => ({ document: test.name, ...question }));
      const queries = join(folder, test.name.replace(/\.md$/, '.queries.yaml'));
      writeFileIfChanged(join(folder, test.name), test.text);
      writeFileIfChanged(queries, `# Pages of ${test.maxTokens} tokens.\n${stringify(about, { lineWidth: 0 })}`);
    }
    io.stdout.write(`${documents} documents with their questions in ${out}\n`);
  });
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);
